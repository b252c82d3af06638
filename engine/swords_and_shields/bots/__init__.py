"""The bots of A Game of Swords and Shields."""

from typing import Final

LEVELS: Final[tuple[str, ...]] = ("novice", "squire", "master")
"""The bots to play against, weakest first."""

REFERENCES: Final[tuple[str, ...]] = ()
"""The bots that serve as yardsticks, in the arena only."""

"""The bots of En Garde."""

from typing import Final

LEVELS: Final[tuple[str, ...]] = ("novice", "fencer", "master")
"""The bots to play against, weakest first."""

REFERENCES: Final[tuple[str, ...]] = ("threshold", "playout")
"""The bots that serve as yardsticks, in the arena only."""

"""The bots of A Game of Swords and Shields."""

from typing import Final

from engine.swords_and_shields.bots.ladder import LEVELS

REFERENCES: Final[tuple[str, ...]] = ()
"""The bots that serve as yardsticks, in the arena only."""

__all__ = ["LEVELS", "REFERENCES"]

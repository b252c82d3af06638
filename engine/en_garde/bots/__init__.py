"""The bots of En Garde."""

from typing import Final

from engine.en_garde.bots.ladder import LEVELS

REFERENCES: Final[tuple[str, ...]] = ("threshold", "playout")
"""The bots that serve as yardsticks, in the arena only."""

__all__ = ["LEVELS", "REFERENCES"]

"""The bots of En Garde."""

from typing import Final

LEVELS: Final[tuple[str, ...]] = ("novice", "fencer", "master")
"""The opponents, the weakest first."""

REFERENCES: Final[tuple[str, ...]] = ("threshold", "playout")
"""Bots to measure others by, in the arena only."""

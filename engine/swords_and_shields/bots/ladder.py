"""The levels of A Game of Swords and Shields, weakest first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bot import Level, Mix

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "novice": Level("buys and attacks whenever it can", 1000),
        "page": Level("has watched a duel or two", 1158, Mix("novice", "squire", 0.2)),
        "footman": Level("brave, and forgetful", 1355, Mix("novice", "squire", 0.42)),
        "yeoman": Level("knows the trade, not yet the tricks", 1562, Mix("novice", "squire", 0.63)),
        "sergeant": Level("knows the tricks, not yet the moment", 1758, Mix("novice", "squire", 0.83)),
        "squire": Level("plans a turn, and loves the next blow", 1932),
        "knight": Level("plans well, now and then too hastily", 2097, Mix("squire", "master", 0.35)),
        "master": Level("plans widely, and builds a deck to win", 2223),
    }
)
"""By name; each wins 67 to 77 quick duels of a hundred against the one before."""

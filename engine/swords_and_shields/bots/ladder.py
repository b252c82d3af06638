"""The levels of A Game of Swords and Shields, weakest first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.ladder import Level, Mix

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "novice": Level("buys, attacks and lays out, whatever comes", 1000),
        "page": Level("has watched a duel or two", 1150, Mix("novice", "squire", 0.2)),
        "footman": Level("brave, and forgetful", 1300, Mix("novice", "squire", 0.4)),
        "yeoman": Level("knows the trade, not yet the tricks", 1450, Mix("novice", "squire", 0.7)),
        "squire": Level("plans a turn, and loves the next blow", 1600),
        "knight": Level("plans well, now and then too hastily", 1750, Mix("squire", "master", 0.5)),
        "master": Level("plans widely, and builds a deck to win", 1900),
    }
)
"""By name."""

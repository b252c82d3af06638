"""The levels of A Game of Swords and Shields, weakest first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.ladder import Level, Mix

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "novice": Level("buys, attacks and lays out, whatever comes", 1000),
        "page": Level("has watched a duel or two", 1200, Mix("novice", "squire", 0.25)),
        "footman": Level("brave, and forgetful", 1400, Mix("novice", "squire", 0.5)),
        "yeoman": Level("knows the trade, not yet the tricks", 1600, Mix("novice", "squire", 0.75)),
        "squire": Level("plans a turn, and loves the next blow", 1800),
        "knight": Level("plans well, now and then too hastily", 1950, Mix("squire", "master", 0.5)),
        "master": Level("plans widely, and builds a deck to win", 2100),
    }
)
"""By name."""

"""The levels of A Game of Swords and Shields, weakest first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bot import Level, Mix

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "novice": Level("buys, attacks and lays out, whatever comes", 1000),
        "page": Level("has watched a duel or two", 1135, Mix("novice", "squire", 0.25)),
        "footman": Level("brave, and forgetful", 1466, Mix("novice", "squire", 0.5)),
        "yeoman": Level("knows the trade, not yet the tricks", 1677, Mix("novice", "squire", 0.75)),
        "squire": Level("plans a turn, and loves the next blow", 1889),
        "knight": Level("plans well, now and then too hastily", 2126, Mix("squire", "master", 0.5)),
        "master": Level("plans widely, and builds a deck to win", 2222),
    }
)
"""By name; each wins 64 to 88 quick duels of a hundred against the one before."""

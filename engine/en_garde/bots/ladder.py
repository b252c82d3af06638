"""The levels of En Garde, weakest first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bot import CHANCE, Level, Mix

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "daydreamer": Level("often forgets there is a bout on", 933, Mix(CHANCE, "novice", 0.5)),
        "novice": Level("sees hits and parries, not much else", 1000),
        "cadet": Level("had one lesson, and half listened", 1056, Mix("novice", "fencer", 0.3)),
        "brawler": Level("charges first, thinks now and then", 1104, Mix("novice", "fencer", 0.55)),
        "guardsman": Level("solid, until attention slips", 1157, Mix("novice", "fencer", 0.78)),
        "fencer": Level("counts the cards and weighs the odds", 1215),
        "duellist": Level("a cool head, with flashes of genius", 1279, Mix("fencer", "master", 0.4)),
        "champion": Level("the master on an off day", 1331, Mix("fencer", "master", 0.71)),
        "master": Level("has played itself millions of times", 1386),
        "virtuoso": Level("the master, and thinks ahead", 1402),
        "grandmaster": Level("remembers all that you played", 1414, extra=("numpy", "strong")),
    }
)
"""By name; up to the master, each wins about seven in ten matches to five against the one before."""

"""What is played at a hall table."""

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any, Final

from engarde_tui.fair.chain import FairDeals
from engarde_tui.header import Header
from engarde_tui.play.live_match import STARTERS, starting_seat
from engine.game import Seat, game_of, games
from engine.match import MAX_TARGET, Match
from engine.record import Record

MOVE_TIMES: Final = (0, 60, 180, 300, 86400)
"""The times to move that can be agreed, in seconds; 0 is none."""

_MOVE_TIME: Final = "Move-time"
"""The key of the header line."""


class Kind(StrEnum):
    """Where a match of the hall is played."""

    LISTED = "listed"
    """At a table that the lobby lists."""
    BY_CODE = "by-code"
    """At a table that only its code opens."""
    ALONE = "alone"
    """At one member's keyboard, without a table."""


@dataclass(frozen=True)
class TableTerms:
    """The rules, the length, who starts and who may join."""

    rules: Any
    target: int
    first: str
    """Who starts, one of `STARTERS`."""
    listed: bool
    """Whether the lobby lists the table; otherwise only its code opens it."""
    move_time: int = 0
    """Seconds after which a player who is present can be reminded to move; one of `MOVE_TIMES`."""

    @classmethod
    def of(cls, record: Record, *, listed: bool) -> "TableTerms":
        """Return the terms of a recorded match."""
        match, words = record.match, dict(record.others).get(_MOVE_TIME, "")
        move_time = int(words) if words in map(str, MOVE_TIMES) else 0
        return cls(match.rules, match.target, match.first.label, listed, move_time)

    @classmethod
    def parse(
        cls, game: object, rules: object, target: object, first: object, move_time: object, *, listed: bool
    ) -> "TableTerms":
        """Return the terms of a `row`; raises ValueError, saying what is wrong, for anything else."""
        match game, rules, target, first:
            case str(name), str(words), int(length), str(starter) if type(target) is int:
                pass
            case _:
                raise ValueError("a field of the wrong type")
        if name not in games():
            raise ValueError(f"an unknown game {name[:40]}")
        if type(move_time) is not int or move_time not in MOVE_TIMES:
            raise ValueError("an unknown time to move")
        if not 1 <= length <= MAX_TARGET:
            raise ValueError(f"a target beyond 1-{MAX_TARGET}")
        if starter not in STARTERS:
            raise ValueError(f"an unknown starter {starter[:20]}")
        return cls(games()[name].parse_rules(words), length, starter, listed, move_time)

    @property
    def row(self) -> tuple[str, str, int, str, int]:
        """The terms as they are stored: game, rules, target, first, time to move."""
        game = game_of(self.rules)
        return game.name, game.write_rules(self.rules), self.target, self.first, self.move_time

    @property
    def kind(self) -> Kind:
        """Where matches on these terms are played."""
        return Kind.LISTED if self.listed else Kind.BY_CODE

    @property
    def header(self) -> Header:
        """The header line of the match, for `of`; none if no time is agreed."""
        return ((_MOVE_TIME, str(self.move_time)),) if self.move_time else ()

    def settled(self, source: Random) -> "TableTerms":
        """Return the terms with a random starter drawn from `source`."""
        return replace(self, first=starting_seat(self.first, source).label)

    def rematch(self) -> "TableTerms":
        """Return the terms with the other fencer starting; only after `settled`."""
        return replace(self, first=Seat[self.first.upper()].other.label)

    def match(self, names: tuple[str, str], deals: FairDeals) -> Match:
        """Deal a new match between `names`; only after `settled`."""
        dealt = deals.deal(game_of(self.rules), 1)
        return Match.new(self.rules, names, self.target, Seat[self.first.upper()], dealt=dealt)

"""What is played at a hall table."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from engarde_tui.fair.chain import FairDeals
from engarde_tui.header import Header
from engarde_tui.play.live_match import starting_seat
from engine.game import Seat, game_of
from engine.match import Match
from engine.record import Record

MOVE_TIMES: Final = (0, 60, 180, 300, 86400)
"""The times to move that can be agreed, in seconds; 0 is none."""

_MOVE_TIME: Final = "Move-time"
"""The key of the header line."""


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

"""What is played at a hall table."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any, Final

from engarde_tui.fair.chain import FairDeals
from engarde_tui.header import Header
from engarde_tui.play.live_match import STARTERS, starting_seat
from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.time_limits import TimeLimit
from engine.game import Seat, game_of, games
from engine.match import MAX_TARGET, Match

MOVE_TIMES: Final = (0, 60, 180, 300, 86400)
"""The times to move that can be agreed, in seconds; 0 is none."""

_MOVE_TIME: Final = "Move-time"
_TIME_LIMIT: Final = "Time-limit"
_FORCED: Final = "Forced-actions"
"""The keys of the header lines."""

_BY_HALL: Final = "played by the hall"


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
    time_limit: TimeLimit | None = None
    """How long players may take before they lose; None for as long as they like."""
    plays_forced: bool = False
    """Whether the hall plays for a player who has only one legal action."""

    @classmethod
    def of(cls, match: StoredMatch, header: Mapping[str, str], *, listed: bool) -> "TableTerms":
        """Return the terms of a match with these header lines."""
        words = header.get(_MOVE_TIME, "")
        move_time = int(words) if words in map(str, MOVE_TIMES) else 0
        limit = None
        with suppress(ValueError):
            limit = TimeLimit.parse(header.get(_TIME_LIMIT, ""))
        plays_forced = header.get(_FORCED) == _BY_HALL
        return cls(match.rules, match.target, match.first.label, listed, move_time, limit, plays_forced)

    @classmethod
    def parse(
        cls,
        game: object,
        rules: object,
        target: object,
        first: object,
        move_time: object,
        time_limit: object = "",
        plays_forced: object = 0,
        *,
        listed: bool,
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
        if not isinstance(time_limit, str):
            raise ValueError("an unknown time limit")
        if plays_forced not in (0, 1):
            raise ValueError("an unknown way to play forced actions")
        limit = TimeLimit.parse(time_limit) if time_limit else None
        parsed = games()[name].parse_rules(words)
        return cls(parsed, length, starter, listed, move_time, limit, bool(plays_forced))

    @property
    def row(self) -> tuple[str, str, int, str, int, str, int]:
        """The terms as they are stored, as `parse` takes them."""
        game = game_of(self.rules)
        times = self.move_time, str(self.time_limit or ""), int(self.plays_forced)
        return game.name, game.write_rules(self.rules), self.target, self.first, *times

    @property
    def kind(self) -> Kind:
        """Where matches on these terms are played."""
        return Kind.LISTED if self.listed else Kind.BY_CODE

    @property
    def header(self) -> Header:
        """The header lines of the match, for `of`: one for each of these that is agreed."""
        lines = (
            (_MOVE_TIME, str(self.move_time or "")),
            (_TIME_LIMIT, str(self.time_limit or "")),
            (_FORCED, _BY_HALL if self.plays_forced else ""),
        )
        return tuple((key, words) for key, words in lines if words)

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

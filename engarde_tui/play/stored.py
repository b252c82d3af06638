"""A stored match as lists and statistics know it: without what was played."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, NamedTuple

from engarde_tui.play.branch import Branch
from engine.game import Seat
from engine.match import FinishedRound, Match, MatchView


class EndedRound(NamedTuple):
    """How a round ended."""

    number: int
    winner: Seat | None
    """None if it was drawn."""
    reason: str
    """In the word of a record."""
    score: tuple[int, int]
    """The match score after the round."""

    @classmethod
    def of(cls, line: FinishedRound) -> "EndedRound":
        """Return what is told of a line of the score sheet."""
        return cls(line.number, line.result.winner, line.result.reason.value, line.score)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as listed and counted: who played it by which rules, when, and how each round ended."""

    id: int
    rules: Any
    names: tuple[str, str]
    target: int
    number: int
    """The number of the round in progress, or just finished, from 1."""
    finished: tuple[EndedRound, ...]
    begun: datetime
    changed: datetime
    """When it was last played."""
    bots: tuple[str | None, str | None] = (None, None)
    """The level or the command of each seat's bot."""
    day: date | None = None
    """The day of a daily bout that was played here; None for any other match."""
    helped_in: int | None = None
    """The round in which help was first used; 0 if that is not noted, None if none was."""
    is_imported: bool = False
    """Whether it was added from a record, which may be anybody's."""
    branch: Branch | None = None
    """Where it was played on from; None if it was played from its first deal."""
    first: Seat = Seat.LEFT
    """Who started round 1."""
    turn: Seat | None = None
    """The player to move; None between rounds and once it is over."""

    @classmethod
    def of(cls, match_id: int, match: Match, begun: datetime, changed: datetime) -> "StoredMatch":
        """Return a match between people as it stands."""
        return cls(
            match_id,
            match.rules,
            match.names,
            match.target,
            match.number,
            tuple(map(EndedRound.of, match.finished)),
            begun,
            changed,
            first=match.first,
            turn=match.round.turn,
        )

    def played_on(self, view: MatchView[Any], changed: datetime) -> "StoredMatch":
        """Return it as it stands now."""
        finished = tuple(map(EndedRound.of, view.finished))
        return replace(self, number=view.number, finished=finished, turn=view.round.turn, changed=changed)

    @property
    def score(self) -> tuple[int, int]:
        """The rounds won by left and right."""
        return self.finished[-1].score if self.finished else (0, 0)

    @property
    def winner(self) -> Seat | None:
        """The player who has reached the target; None while nobody has."""
        return next((seat for seat in Seat if self.score[seat] >= self.target), None)

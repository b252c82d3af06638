"""A match as the master sees it: every action judged, the chances in a round, luck and skill."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from engarde_tui.play.replay import Replay
from engarde_tui.play.work import in_thread
from engine.en_garde import RoundView, Seat

if TYPE_CHECKING:
    from engine.en_garde.bots.judging import Judgement
    from engine.en_garde.bots.result_breakdown import ResultBreakdown

Chances = tuple[Seat, tuple[float, ...]]
"""A fencer, and the chance, 0 to 1, to win this round in each of its states."""

MOST_NAMED: Final = 3
"""Costly choices of each fencer."""

_T = TypeVar("_T")

_THINKING: Final = ThreadPoolExecutor(1, "review")
"""One thread for all sessions: a match takes seconds, so they take turns, and no screen waits."""


class Choice(NamedTuple):
    """An action of a match that was judged."""

    position: int
    """The position in the replay after it."""
    number: int
    """The round."""
    before: RoundView
    """What its player knew."""
    judgement: "Judgement"


class MatchReview(NamedTuple):
    """What the finished rounds of a match came to."""

    choices: tuple[Choice, ...]
    """All actions, in order."""
    breakdowns: "dict[int, ResultBreakdown]"
    """What each round that was played to its end came to for left, by its number."""

    def costliest(self, seat: Seat, least: float) -> list[Choice]:
        """Return the choices of a fencer that lost most, at least `least`, the worst first."""
        own = [each for each in self.choices if each.judgement.seat is seat and each.judgement.loss >= least]
        return sorted(own, key=lambda each: -each.judgement.loss)[:MOST_NAMED]


class Reviews:
    """What the master thinks of a replay, as far as the open hands allow; cached."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._judgements: dict[int, Judgement] = {}
        self._chances: dict[tuple[int, Seat], float] = {}
        self.answer: asyncio.Future[Any] | None = None
        """What the master was asked last."""

    @property
    def names(self) -> tuple[str, str]:
        """The players, left and right, each in at most 16 columns."""
        return self._replay.view.names

    @property
    def judgement(self) -> "Judgement | None":
        """The judgement of the last action; None if there is none, it may not show, or is not known."""
        return (
            None
            if self._views(self._replay.position) is None
            else self._judgements.get(self._replay.position)
        )

    @property
    def chances(self) -> Chances | None:
        """The chances of a fencer whose hand is open; None if there is none, or they are not known yet."""
        seat = self._seat
        if seat is None:
            return None
        known = [self._chances.get((position, seat)) for position in self._replay.round_positions]
        chances = tuple(chance for chance in known if chance is not None)
        return (seat, chances) if len(chances) == len(known) else None

    async def look(self) -> None:
        """Find out what is to be known of the state shown."""
        # Imported here, as loading the master takes a while.
        from engine.en_garde.bots.judge import chance

        replay, seat = self._replay, self._seat
        position = replay.position
        if seat is not None:
            new = [each for each in replay.round_positions if (each, seat) not in self._chances]
            views = [replay.view_at(each, seat).round for each in new]
            if views:
                chances = await self.ask(lambda: [chance(view, seat) for view in views])
                self._chances |= zip(((each, seat) for each in new), chances, strict=True)
        await self._judge(position)

    @property
    def is_possible(self) -> bool:
        """Whether a round is finished, and both hands are open."""
        return bool(self._replay.finished) and all(map(self._replay.may_show, Seat))

    async def match(self, report: Callable[[int, int], None]) -> MatchReview:
        """Review all finished rounds; before each, `report` is told its number and that of the last one."""
        from engine.en_garde.bots.result_breakdown import breakdown

        choices: list[Choice] = []
        breakdowns: dict[int, ResultBreakdown] = {}
        for number, positions in self._replay.finished.items():
            report(number, max(self._replay.finished))
            judged = []
            for position in positions[1:]:
                judgement = await self._judge(position)
                if judgement is not None:
                    before = self._replay.view_at(position - 1, judgement.seat).round
                    judged.append(Choice(position, number, before, judgement))
            choices += judged
            left, right = (self._replay.view_at(positions.start, seat).round for seat in Seat)
            over = self._replay.view_at(positions[-1], Seat.LEFT).round
            if over.result.reason.is_played:
                judgements = [each.judgement for each in judged]
                breakdowns[number] = await self.ask(partial(breakdown, (left, right), over, judgements))
        return MatchReview(tuple(choices), breakdowns)

    @property
    def _seat(self) -> Seat | None:
        """The first fencer whose hand is open."""
        return next((seat for seat in Seat if self._replay.may_show(seat)), None)

    def _views(self, position: int) -> tuple[RoundView, RoundView] | None:
        """Return what its player knew before and after an action; None if none may show."""
        if not position:
            return None
        before = self._replay.view_at(position - 1, None).round
        seat = before.turn
        if seat is None or not self._replay.may_show(seat):
            return None
        after = self._replay.view_at(position, seat).round
        # A forfeit is no action.
        if len(after.plays) == len(before.plays):
            return None
        return self._replay.view_at(position - 1, seat).round, after

    async def _judge(self, position: int) -> "Judgement | None":
        from engine.en_garde.bots.judging import judge

        views = self._views(position)
        if views is not None and position not in self._judgements:
            self._judgements[position] = await self.ask(partial(judge, *views))
        return None if views is None else self._judgements[position]

    async def ask(self, question: Callable[[], _T]) -> _T:
        """Return the answer to a question, for which the master may think for a while."""
        self.answer = asyncio.ensure_future(in_thread(question, _THINKING))
        answer: _T = await self.answer
        return answer

"""A match watched again: where in it we are, and whose cards show.

Like `Table`, it holds the match and hands out views.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from engarde_tui.match.problem import Problem
from engarde_tui.match.words import fitting
from engine.game import Seat
from engine.match import Match, MatchView


class Perspective(StrEnum):
    """Whose cards show."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


_SEATS: Final = {Perspective.LEFT: Seat.LEFT, Perspective.RIGHT: Seat.RIGHT, Perspective.NONE: None}


class Replay:
    """Every state of a match, one of them being looked at.

    Of a match that goes on only the finished rounds can be watched where `finished_rounds` asks for that: the
    hands of the round being played are nobody's to see. Raises Problem where there are none. With all of
    it to watch, no hand shows at first unless a perspective is asked for.
    """

    def __init__(
        self, match: Match, *, finished_rounds: bool = False, perspective: Perspective | None = None
    ) -> None:
        self._states = tuple(match.history())
        if finished_rounds:
            while self._states and self._states[-1].round.result is None:
                self._states = self._states[:-1]
            if not self._states:
                raise Problem("no round of this match is finished yet: there is nothing to watch")
        over = self._states[-1].round.result is not None
        self.perspective = perspective or (Perspective.BOTH if over else Perspective.NONE)
        self.position = 0
        """The state looked at: the number of deals and actions before it."""

    @property
    def last(self) -> int:
        """The position of the last state."""
        return len(self._states) - 1

    @property
    def rounds(self) -> int:
        """How many rounds there are to watch."""
        return self._states[-1].number

    @property
    def view(self) -> MatchView[Any]:
        """The state looked at, from the perspective chosen."""
        match = self._states[self.position]
        if self.perspective is Perspective.BOTH:
            return fitting(replace(match.view(None), round=match.round.open_view()))
        return fitting(match.view(_SEATS[self.perspective]))

    def may_show(self, seat: Seat) -> bool:
        """The hand of `seat` may be seen, and with it what follows from it."""
        return self.perspective in (Perspective.BOTH, Perspective(seat.label))

    def view_at(self, position: int, seat: Seat | None) -> MatchView[Any]:
        """What `seat` knew in the state at `position`; raises ValueError where its hand may not be seen."""
        if seat is not None and not self.may_show(seat):
            raise ValueError("this hand is not open")
        return self._states[position].view(seat)

    @property
    def round_positions(self) -> range:
        """The positions of the round looked at, from its deal on."""
        start = self.position - self.position_in_round
        number = self._states[start].number
        return range(start, start + sum(state.number == number for state in self._states))

    @property
    def position_in_round(self) -> int:
        """Which state of its round we look at; 0 is the deal."""
        number = self._states[self.position].number
        return sum(state.number == number for state in self._states[: self.position])

    def step(self, actions: int) -> None:
        """Go so many actions on, or back where that is negative."""
        self.position = min(max(self.position + actions, 0), self.last)

    def step_turn(self, forward: int) -> None:
        """Go to the end of this turn (1) or to its beginning (-1); a parry and what follows is one turn."""
        self._go_to(forward, _is_between_turns)

    def step_round(self, forward: int) -> None:
        """Go to the deal of the next round (1), or of this or the one before (-1)."""
        self._go_to(forward, lambda match: not match.round.actions and match.round.result is None)

    def rewind(self) -> None:
        """Go to the first deal."""
        self.position = 0

    def jump_to_end(self) -> None:
        """Go to the last state."""
        self.position = self.last

    def _go_to(self, forward: int, wanted: Callable[[Match], bool]) -> None:
        self.step(forward)
        while 0 < self.position < self.last and not wanted(self._states[self.position]):
            self.step(forward)


def _is_between_turns(match: Match) -> bool:
    """Nobody is in the middle of a turn: only after a parry the same fencer goes on."""
    plays = match.round.plays
    return not plays or match.round.turn is not plays[-1].seat

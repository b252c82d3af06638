"""A match watched again: where in it we are, and whose cards show.

Like `Table`, it holds the match and hands out views.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from engarde_tui.games.en_garde.review import Review, chances, review
from engarde_tui.games.en_garde.words import fitting
from engarde_tui.match.problem import Problem
from engine.en_garde import Match, MatchView, Seat


class Perspective(StrEnum):
    """Whose cards show."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


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
        self._chances: dict[tuple[int, Seat], tuple[float, ...]] = {}
        self._reviews: dict[int, Review | None] = {}
        self.place = 0
        """The state looked at: the number of deals and actions before it."""

    @property
    def last(self) -> int:
        """The place of the last state."""
        return len(self._states) - 1

    @property
    def rounds(self) -> int:
        """How many rounds there are to watch."""
        return self._states[-1].number

    @property
    def view(self) -> MatchView:
        """The state looked at, from the perspective chosen."""
        match = self._states[self.place]
        if self.perspective is Perspective.NONE:
            return fitting(match.view(None))
        view = match.view(Seat.RIGHT if self.perspective is Perspective.RIGHT else Seat.LEFT)
        if self.perspective is Perspective.BOTH:
            hands = (view.round.hands[Seat.LEFT], match.view(Seat.RIGHT).round.hands[Seat.RIGHT])
            view = replace(view, round=replace(view.round, hands=hands))
        return fitting(view)

    def may_show(self, seat: Seat) -> bool:
        """The hand of `seat` may be seen, and with it what follows from it."""
        return self.perspective in (Perspective.BOTH, Perspective(seat.label))

    @property
    def review(self) -> Review | None:
        """The master's view of the action just played, where the hand it was played from may be seen."""
        before = self._states[max(self.place - 1, 0)]
        if before.round.turn is None or not self.may_show(before.round.turn):
            return None
        if self.place not in self._reviews:
            self._reviews[self.place] = review(before, self._states[self.place])
        return self._reviews[self.place]

    @property
    def chances(self) -> tuple[Seat, tuple[float, ...]] | None:
        """Of a fencer whose hand may be seen: the chance to win this round, so far and after every action."""
        seat = next((seat for seat in Seat if self.may_show(seat)), None)
        if seat is None:
            return None
        number = self._states[self.place].number
        if (number, seat) not in self._chances:
            round = tuple(state for state in self._states if state.number == number)
            self._chances[number, seat] = chances(round, seat)
        return seat, self._chances[number, seat]

    @property
    def place_in_round(self) -> int:
        """Which state of its round we look at; 0 is the deal."""
        number = self._states[self.place].number
        return sum(state.number == number for state in self._states[: self.place])

    def step(self, actions: int) -> None:
        """Go so many actions on, or back where that is negative."""
        self.place = min(max(self.place + actions, 0), self.last)

    def step_turn(self, forward: int) -> None:
        """Go to the end of this turn (1) or to its beginning (-1); a parry and what follows is one turn."""
        self._go_to(forward, _is_between_turns)

    def step_round(self, forward: int) -> None:
        """Go to the deal of the next round (1), or of this or the one before (-1)."""
        self._go_to(forward, lambda match: not match.round.actions and match.round.result is None)

    def rewind(self) -> None:
        """Go to the first deal."""
        self.place = 0

    def jump_to_end(self) -> None:
        """Go to the last state."""
        self.place = self.last

    def _go_to(self, forward: int, wanted: Callable[[Match], bool]) -> None:
        self.step(forward)
        while 0 < self.place < self.last and not wanted(self._states[self.place]):
            self.step(forward)


def _is_between_turns(match: Match) -> bool:
    """Nobody is in the middle of a turn: only after a parry the same fencer goes on."""
    plays = match.round.plays
    return not plays or match.round.turn is not plays[-1].seat

"""A match watched again: the position in it, and whose cards show.

Like `LiveMatch`, it holds the match and hands out views.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from random import Random
from typing import Any, Final

from engarde_tui.play.branch import Branch
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import fitting
from engine.game import Seat
from engine.match import Match, MatchView
from engine.message import message
from engine.record import Record


class Perspective(StrEnum):
    """Whose cards show."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


_SEATS: Final = {Perspective.LEFT: Seat.LEFT, Perspective.RIGHT: Seat.RIGHT, Perspective.NONE: None}


class Replay:
    """Every state of a match, one of them shown.

    With `finished_rounds`, a round in progress is left out, as its hands are secret; raises Problem if no
    round is finished. Without, an unfinished match starts with no hand open, unless a perspective is given.
    """

    def __init__(
        self,
        match: Match,
        *,
        finished_rounds: bool = False,
        perspective: Perspective | None = None,
        begun: datetime | None = None,
        branch: Branch | None = None,
    ) -> None:
        """`begun` is when it began, as far as that is noted, and `branch` where it was played on from."""
        self._begun, self._branch = begun, branch
        self._states = tuple(match.history())
        if finished_rounds:
            while self._states and self._states[-1].round.result is None:
                self._states = self._states[:-1]
            if not self._states:
                raise Problem(message("no round of this match is finished yet: there is nothing to watch"))
        self._rounds_are_over = self._states[-1].round.result is not None
        self.perspective = perspective or (Perspective.BOTH if self._rounds_are_over else Perspective.NONE)
        self.position = 0
        """Index of the state shown, from 0."""

    @classmethod
    def of(
        cls, record: Record, *, finished_rounds: bool = False, perspective: Perspective | None = None
    ) -> "Replay":
        """Return the replay of a recorded match."""
        return cls(
            record.match,
            finished_rounds=finished_rounds,
            perspective=perspective,
            begun=record.date,
            branch=Branch.recorded(record.others),
        )

    @property
    def last(self) -> int:
        """The position of the last state."""
        return len(self._states) - 1

    @property
    def goes_on(self) -> bool:
        """Whether it grows: what is watched is being played."""
        return False

    async def grow(self) -> str:
        """Play on by one state; return what is to be told of it besides, or ""."""
        return ""

    def close(self) -> None:
        """End what plays it."""

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, so that no hand in it is a secret any more."""
        return self._states[-1].winner is not None

    @property
    def origin(self) -> str:
        """Where the match was played on from, at its start and at that state; "" elsewhere."""
        branch, shown = self._branch, self._states[self.position]
        if branch is None:
            return ""
        here = (shown.number, len(shown.round.actions) + 1)
        is_there = here == (branch.round, branch.action) and shown.round.result is None
        return branch.told if self.position == 0 or is_there else ""

    @property
    def can_be_played_on(self) -> bool:
        """Whether a match may go on from the state shown: somebody is to act, and no secret is told by it."""
        is_told = self._rounds_are_over or all(map(self.may_show, Seat))
        return self._begun is not None and is_told and self._states[self.position].round.turn is not None

    def played_on(self, seat: Seat, names: tuple[str, str], chance: Random | None) -> tuple[Match, Branch]:
        """Return a match of others from the state shown on, and the note of where it comes from.

        By `chance`, what `seat` cannot know is dealt anew. Raises ValueError unless it `can_be_played_on`.
        """
        if self._begun is None or not self.can_be_played_on:
            raise ValueError("nobody can play on from here")
        match = self._states[self.position]
        number, action = match.number, len(match.round.actions) + 1
        branch = Branch(number, action, chance is not None, self._begun, " - ".join(match.names))
        if chance is not None:
            match = match.dealt_anew(seat, chance)
        # The seed would deal the next rounds as in the other match.
        return replace(match, names=names, seed=None), branch

    @property
    def rounds(self) -> int:
        """The number of rounds to watch."""
        return self._states[-1].number

    @property
    def view(self) -> MatchView[Any]:
        """The state shown, from the chosen perspective."""
        match = self._states[self.position]
        if self.perspective is Perspective.BOTH:
            return fitting(replace(match.view(None), round=match.round.open_view()))
        return fitting(match.view(_SEATS[self.perspective]))

    def may_show(self, seat: Seat) -> bool:
        """Return whether the hand of `seat`, and anything derived from it, may be shown."""
        return self.perspective in (Perspective.BOTH, Perspective(seat.label))

    def view_at(self, position: int, seat: Seat | None) -> MatchView[Any]:
        """Return what `seat` knew in the state at `position`; raises ValueError if its hand is hidden."""
        if seat is not None and not self.may_show(seat):
            raise ValueError("this hand is not open")
        return self._states[position].view(seat)

    @property
    def round_positions(self) -> range:
        """The positions of the current round, from its deal on."""
        start = self.position - self.position_in_round
        number = self._states[start].number
        return range(start, start + sum(state.number == number for state in self._states))

    @property
    def finished(self) -> dict[int, range]:
        """The positions of each finished round, from its deal to its end, by its number."""
        found, start = {}, 0
        for position, state in enumerate(self._states):
            if state.round.result is not None:
                found[state.number] = range(start, position + 1)
                start = position + 1
        return found

    @property
    def position_in_round(self) -> int:
        """Index of the state shown within its round; 0 is the deal."""
        number = self._states[self.position].number
        return sum(state.number == number for state in self._states[: self.position])

    def step(self, actions: int) -> None:
        """Go forward by `actions` states, back if negative; stops at both ends."""
        self.position = min(max(self.position + actions, 0), self.last)

    def step_turn(self, forward: int) -> None:
        """Go to the end (1) or the start (-1) of the turn; a parry and the action after it are one turn."""
        self._go_to(forward, _is_between_turns)

    def step_round(self, forward: int) -> None:
        """Go to the next (1) or the previous (-1) deal."""
        self._go_to(forward, lambda match: not match.round.actions and match.round.result is None)

    def jump(self, position: int) -> None:
        """Go to a position; raises ValueError if there is none such."""
        if not 0 <= position <= self.last:
            raise ValueError(f"the positions are 0 to {self.last}, not {position}")
        self.position = position

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
    """Return whether no turn is in progress; a player may act several times in a row, as after a parry."""
    plays = match.round.plays
    return not plays or match.round.turn is not plays[-1].seat

"""The time that the two players of a match with a limit have left."""

import logging
from collections.abc import Callable
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.time_limits import TimeLimit
from engarde_tui.serve.hall.time_rows import TimeLeft, TimeRows
from engarde_tui.storage.database import Connection
from engine.game import Seat

_LOG: Final = logging.getLogger("engarde.hall")


class MatchTime:
    """Runs for the player to move, who may be anywhere; between rounds for nobody.

    Days run from the deal. A clock runs from when both players have been at the table at once, anew after
    the hall was closed. Both go by the hall's time.
    """

    def __init__(self, limit: TimeLimit, rows: TimeRows, clock: Callable[[], float]) -> None:
        """`clock` returns the hall's time."""
        self._limit: Final = limit
        self._rows: Final = rows
        self._clock: Final = clock
        self._state = TimeLeft((limit.seconds, limit.seconds), None, 0)
        self.has_started = False
        """Whether it runs whenever a player is to move."""
        self.is_unsaved = False
        """Whether the stored times are earlier ones, which end no match."""

    def follow(self, stored: TimeLeft) -> None:
        """Take over the times that were saved before, or by another process."""
        self._state, self.has_started, self.is_unsaved = stored, not stored.is_stopped, False

    def differs(self, stored: TimeLeft) -> bool:
        """Return whether `follow` would change anything."""
        return (self._state, self.is_unsaved) != (stored, False)

    def start(self, match_id: int, to_move: Seat | None) -> None:
        """Run from now on, for `to_move`; a player who is to move twice has one time for both actions."""
        self.has_started = True
        self.pass_to(to_move)
        self.save(match_id)

    def pass_to(self, to_move: Seat | None) -> None:
        """Run for `to_move` and for nobody else; do nothing before `start`, or if it does so already.

        So no action that is taken back and played again gives anybody time. The action has saved it.
        """
        self._state = self._passed_to(to_move)

    def save_with(
        self, connection: Connection, match_id: int, to_move: Seat | None, *, is_over: bool
    ) -> None:
        """Save within the transaction of an action how the times run after it."""
        if is_over:
            self._rows.forget_with(connection, match_id)
        elif self.has_started:
            self._rows.save_with(connection, match_id, self._passed_to(to_move), self._limit.short)

    def _passed_to(self, to_move: Seat | None) -> TimeLeft:
        state, now = self._state, self._clock()
        if not self.has_started or state.seat is to_move:
            return state
        if state.seat is not None:
            left = list(state.left)
            left[state.seat] = self._limit.after_action(state.ends - now)
            state = state._replace(left=(left[0], left[1]))
        ends = 0 if to_move is None else now + state.left[to_move]
        return state._replace(seat=to_move, ends=ends, is_stopped=False)

    def save(self, match_id: int) -> None:
        """Save the times; if that fails it is logged, and the next action saves them."""
        try:
            self._rows.save(match_id, self._state, self._limit.short)
            self.is_unsaved = False
        except Problem:
            self.is_unsaved = True
            _LOG.warning("event=unsaved-time match=%d", match_id)

    def end(self) -> None:
        """Run no more: the match is over, which was saved with its last action."""
        self._state, self.has_started = self._state._replace(seat=None), False

    def left(self, seat: Seat) -> float:
        """Return the seconds that a player has, at least 0."""
        return self._state.left_at(self._clock())[seat]

    @property
    def running(self) -> Seat | None:
        """The player whose time runs."""
        return self._state.seat

    @property
    def ends(self) -> float | None:
        """When the time that runs ends, by the hall's time; None if none runs."""
        return None if self._state.seat is None else self._state.ends

    @property
    def is_short(self) -> bool:
        """Whether the player whose time runs has little left."""
        running = self.running
        return running is not None and self.left(running) <= self._limit.short

    @property
    def is_clock(self) -> bool:
        """Whether each player has one time for all actions."""
        return not self._limit.is_per_action

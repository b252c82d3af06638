"""How long the player to move has taken, and what the opponent may do about it."""

from collections.abc import Callable
from typing import Final

from engarde_tui.serve.hall.match import HallMatch
from engarde_tui.serve.hall.seats import Seats
from engine.game import Seat

AFTER_REMINDER: Final = 60.0
"""Seconds a player who has been reminded still has before the opponent can adjourn the match."""


class MoveClock:
    """Runs for the player to move; between rounds for nobody, as either player can deal the next one."""

    def __init__(self, match: HallMatch, seats: Seats, move_time: int, clock: Callable[[], float]) -> None:
        """`move_time` as in `TableTerms`."""
        self._match = match
        self._seats = seats
        self._move_time = move_time
        self._clock = clock
        self._since = clock()
        """When it last ran anew."""
        self._reminded: float | None = None
        """When the player to move was reminded."""

    def restart(self) -> None:
        """Run anew: the match has changed, or the player to move has come back."""
        self._since, self._reminded = self._clock(), None

    @property
    def to_move(self) -> Seat | None:
        """The player whom the match waits for; None between rounds and once it is over."""
        return None if self._match.summary is None else self._match.summary.turn

    @property
    def has_reminded(self) -> bool:
        """Whether the player to move has been reminded."""
        return self._reminded is not None

    def remind(self) -> None:
        """Note that the player to move has been reminded."""
        self._reminded = self._clock()

    def seconds_to_claim(self, seat: Seat, absence: float) -> float | None:
        """Return the seconds until `seat` can claim the match; None while the opponent does not hold it up.

        The opponent does after `absence` seconds of being away and to move.
        """
        if self.to_move is not seat.other:
            return None
        return _left(absence, self._seats.seconds_absent(seat.other, self._since))

    def seconds_to_remind(self, seat: Seat) -> float | None:
        """Return the seconds until `seat` can remind an opponent who is present; None if it cannot."""
        if not self._move_time or self.has_reminded or self.to_move is not seat.other:
            return None
        return _left(self._move_time, self._seats.seconds_present(seat.other, self._since))

    def seconds_to_adjourn(self, seat: Seat) -> float | None:
        """Return the seconds until `seat` can leave an opponent who was reminded; None if it cannot."""
        if self._reminded is None or self.to_move is not seat.other:
            return None
        return _left(AFTER_REMINDER, self._seats.seconds_present(seat.other, self._reminded))


def _left(seconds: float, spent: float | None) -> float | None:
    return None if spent is None else max(seconds - spent, 0.0)

"""The rematch of a table's players: who wants it, and the table at which they play it."""

from contextlib import suppress
from typing import TYPE_CHECKING

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.signs import Sign
from engarde_tui.serve.hall.visitor import Refusal
from engine.game import Seat
from engine.message import message

if TYPE_CHECKING:
    from engarde_tui.serve.hall.table import House, Table


class BegunError(Refusal):
    """Another process has begun the rematch."""


class Rematch:
    """What the players of one table have asked for; it begins once both have."""

    def __init__(self, table: "Table", house: "House") -> None:
        self._table = table
        self._house = house
        self._wanted_by: set[Seat] = set()
        self.successor: Table | None = None
        """The table of the rematch; None before it begins."""

    def is_wanted_by(self, seat: Seat) -> bool:
        """Return whether that player wants a rematch."""
        return seat in self._wanted_by

    def ask(self, seat: Seat) -> None:
        """Ask for a rematch; it begins once both have asked. Raises Problem if it cannot be saved."""
        if self.is_wanted_by(seat.other):
            self._begin(seat)
        self._wanted_by.add(seat)
        self._table.signs.put(Sign.REMATCH, seat, "yes")
        wish = message("{name} wants a rematch.", name=self._table.seats.names[seat])
        self._table.notify(None if self.successor else wish)
        self._house.notify_lobby()

    def withdraw(self, seat: Seat, *, by_others: bool) -> None:
        """Forget that a player wants it, who has left, perhaps another process."""
        if self.is_wanted_by(seat):
            self._wanted_by.discard(seat)
            if not by_others:
                self._table.signs.put(Sign.REMATCH, seat, None)

    def _begin(self, seat: Seat) -> None:
        if self.successor is None:
            # If another process was first, it lets this one know.
            with self._table.acting(seat), suppress(BegunError):
                self.successor = self._house.open_successor(self._table, self._table.terms.rematch())
                self._table.signs.note(Sign.SUCCESSOR, f"{self.successor.row}")

    # --- what other processes know ---

    def follow_wish(self, seat: Seat, *, is_wanted: bool) -> None:
        """Follow that a player wants it, or not any more."""
        (self._wanted_by.add if is_wanted else self._wanted_by.discard)(seat)
        self._table.notify()

    def follow_beginning(self, row: int) -> None:
        """Follow that it has begun, at the table of a row of the database."""
        self.successor = self._house.table_of_row(row)
        if self.successor is None:
            # It is looked at again once that table is known.
            self._table.signs.note(Sign.SUCCESSOR, None)
        else:
            self._house.seat_again(self._table, self.successor)
        self._table.notify()

    def begin_if_both_ask(self) -> None:
        """Begin it if both have asked at the same time, so that neither process knew of the other."""
        table = self._table
        own = [table.seats.of(visitor) for visitor in table.visitors if not visitor.is_elsewhere]
        seat = next((seat for seat in own if seat is not None), None)
        if seat is not None and self.successor is None and all(map(self.is_wanted_by, Seat)):
            # If it fails, they can ask again.
            with suppress(Problem):
                self._begin(seat)

"""The results of matches that players have not seen."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.match import listed
from engarde_tui.serve.hall.ratings import Change
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.storage.journal import UnreadableMatchError
from engine.game import Seat


class Result(NamedTuple):
    """A match that is over, and the seat of a player who has not seen its end."""

    match: StoredMatch
    seat: Seat
    change: Change | None
    """What it has changed in the player's rating; None if nothing."""


class Results:
    """Who has not seen how a match ended: members over restarts, guests during their visit.

    A member's seat is marked from the deal on, so that no end of the hall can lose a result.
    """

    def __init__(
        self,
        register: Register,
        visitors: Callable[[], Iterable[Visitor]],
        table_of_match: Callable[[int], Table | None],
    ) -> None:
        """`visitors` returns everybody who is here, `table_of_match` the table of a match's number."""
        self._store = register.store
        self._rows = register.tables
        self._ratings = register.ratings
        self._visitors = visitors
        self._table_of_match = table_of_match

    def note(self, table: Table) -> None:
        """Note for the guests at a table that its match is over."""
        seats = table.seats
        for visitor in self._visitors():
            seat = seats.of(visitor)
            if table.match.id is not None and seat is not None and seats.accounts[seat] is None:
                visitor.unseen.append((table.match.id, seat))

    def unseen(self, visitor: Visitor) -> Iterator[Result]:
        """Yield the results that a visitor has not seen, each read when it is wanted: that takes a while.

        Those at whose table the player is now are left out. Raises Problem on a disk error.
        """
        noted = [] if visitor.account is None else self._rows.unseen_results(visitor.account)
        for match_id, seat in (*visitor.unseen, *noted):
            table = self._table_of_match(match_id)
            if table is None or not table.is_listening(seat):
                with suppress(UnreadableMatchError):
                    match = listed(self._store, match_id)
                    if match.winner is not None:
                        yield Result(match, seat, self._ratings.changes(match_id).get(seat))

    def see(self, visitor: Visitor, match_id: int) -> None:
        """Note that the visitor has seen a result; raises Problem if that cannot be saved."""
        visitor.unseen[:] = [result for result in visitor.unseen if result[0] != match_id]
        if visitor.account is not None:
            self._rows.see_result(visitor.account, match_id)

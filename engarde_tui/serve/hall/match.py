"""The match at a table in the hall: in the store, and open while somebody needs it."""

from collections.abc import Callable
from typing import Any, Final

from engarde_tui.match.aid import Header
from engarde_tui.match.commitment import Proof
from engarde_tui.match.keeping import Journal
from engarde_tui.match.table import Changed, Table
from engarde_tui.storage.store import Store
from engine.match import Match, MatchView


class HallMatch:
    """Opens the match's `Table` and closes it; nobody else does."""

    def __init__(self, store: Store, follow: Callable[[MatchView[Any], MatchView[Any]], None]) -> None:
        """Call `follow` after each change, with what everybody may know of the match before and after it."""
        self._store: Final = store
        self._follow_views: Final = follow
        self.id: int | None = None
        """The number of the match in the store, once it has begun."""
        self.view: MatchView[Any] | None = None
        """What everybody may know of the match; None while it has not begun."""
        self._table: Table | None = None

    def begin(self, match: Match, header: Header) -> None:
        """Keep a new match, with lines of the hall's for its record; raises Problem if it cannot be kept."""
        table = Table(match, others=header)

        def begin(match: Match, others: Header) -> Journal:
            journal = self._store.begin(match, others)
            self.id = journal.id
            return journal

        table.keep(begin)
        self._hold(table)

    def load(self, id: int, view: MatchView[Any]) -> None:
        """Take the stored match number `id`, which stands at `view`, and leave it closed."""
        self.id, self.view = id, view

    def open(self) -> Table:
        """The match, loaded if it is closed; raises Problem if it cannot be."""
        if self._table is None:
            assert self.id is not None
            record, journal = self._store.resume(self.id)
            self._hold(Table(record.match, journal, others=record.others))
        assert self._table is not None
        return self._table

    def _hold(self, table: Table) -> None:
        self._table = table
        self.view = table.view(None)
        table.subscribe(self._follow)

    def _follow(self, _: Changed) -> None:
        assert self._table is not None
        assert self.view is not None
        before, self.view = self.view, self._table.view(None)
        self._follow_views(before, self.view)

    def close(self) -> None:
        """Close the match if it is open."""
        if self._table is not None:
            self._table.close()
        self._table = None

    @property
    def is_open(self) -> bool:
        """The match can be played."""
        return self._table is not None

    @property
    def is_over(self) -> bool:
        """The match has been won."""
        return self.view is not None and self.view.winner is not None

    def proofs(self, secret: str) -> list[Proof]:
        """Every round's commitment, and what proves those that are over; none while the match is closed."""
        return [] if self._table is None else self._table.proofs(secret)

"""One member's matches in the hall's store."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from typing import Any, Final, Protocol

from engarde_tui.header import DAILY, Header
from engarde_tui.play.day import day_in, day_of, recorded_day
from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.bouts import Bouts
from engarde_tui.serve.hall.public_errors import CANNOT_READ_MATCH, CANNOT_SAVE_MATCH, without_details
from engarde_tui.serve.hall.table_rows import StoredTable, TableRows
from engarde_tui.serve.hall.table_terms import Kind
from engarde_tui.storage.database import Connection
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import Journal, UnreadableMatchError
from engarde_tui.storage.store import ResumedMatch, Store, numbers
from engine.match import Match, MatchView
from engine.message import Message, message
from engine.record import Record

_CANNOT_DELETE: Final = message("the hall cannot delete this match at the moment: try again later")
_CANNOT_READ_LIST: Final = message("the hall cannot read your matches at the moment: try again later")


def not_yours(match_id: int) -> Message:
    """Return what whoever asks for a match of others, or for none, is told."""
    return message("you have no match number {match}", match=match_id)


class Trash(Protocol):
    """The part of the hall that deletes matches at tables."""

    def delete_for(self, account: int, match_id: int) -> None:
        """Delete a match for a member who played it; raises Problem if that fails."""


class OwnMatches:
    """One member's matches in a hall's store: a `Library`, without the hall's secrets.

    Errors in reading them are logged, and raised without details.
    """

    def __init__(self, store: Store, rows: TableRows, account: int, trash: Trash) -> None:
        """Show the matches of the member with this account in `store`; new ones belong to them."""
        self._store = store
        self._rows = rows
        self._account = account
        self._trash = trash

    def begin(self, match: Match, others: Header = (), permit: Callable[[], None] = lambda: None) -> Journal:
        """Save a match played at the member's own keyboard, as `Store.begin`."""
        day = recorded_day(others)

        def enter(connection: Connection, match_id: int) -> None:
            where = StoredTable(Kind.ALONE, None, (self._account, None), frozenset())
            TableRows.enter(connection, match_id, where)
            if day is not None:
                Bouts.enter(connection, match_id, self._account, day)

        def permit_alone() -> None:
            if day is not None:
                Bouts.keep_others_waiting(self._store.database, self._account)
            permit()

        with without_details(CANNOT_SAVE_MATCH):
            return self._store.begin(match, others, permit_alone, enter)

    def now(self) -> datetime:
        """Return the time by the hall's clock."""
        return self._store.now()

    @property
    def read_only(self) -> str:
        """Nothing: the paths of the server are not for visitors."""
        return ""

    @property
    def to_continue(self) -> StoredMatch | None:
        """The unfinished match without a table that was played last; raises StoreError on a disk error."""
        alone = self._rows.matches_of(self._account, without_table=True)
        for match_id in self.ids(unfinished_only=True, among=alone):
            with suppress(UnreadableMatchError):
                match = self.summary(match_id)
                if match.winner is None:
                    return match
        return None

    def ids(self, *, unfinished_only: bool = False, among: Collection[int] | None = None) -> list[int]:
        """Return the numbers of the member's matches; raises StoreError if they cannot be read.

        Those that the member has deleted are left out.
        """
        return numbers(self.ends(among), unfinished_only=unfinished_only)

    def ends(self, among: Collection[int] | None = None) -> dict[int, bool]:
        """Return as `Store.ends`, of the matches of `ids`; raises StoreError as that does."""
        with without_details(_CANNOT_READ_LIST):
            return self._store.ends(self._own(among))

    def headers(self, key: str, among: Collection[int] | None = None) -> dict[int, dict[str, str]]:
        """Return header lines as `Store.headers`, of the member's matches alone."""
        with without_details(_CANNOT_READ_LIST):
            return self._store.headers(key, self._own(among))

    def _own(self, among: Collection[int] | None) -> Collection[int]:
        own = self._rows.matches_of(self._account)
        return own if among is None else own.intersection(among)

    def has_played(self, match_id: int) -> bool:
        """Return whether a match is the member's, deleted or not; raises StoreError if it cannot be read."""
        return match_id in self._tables([match_id])

    def opponent(self, match_id: int) -> str:
        """Return the other member who has a match; "" if no other has it.

        Raises UnreadableMatchError if it is not the member's.
        """
        self._table(match_id)
        return self._rows.opponent(self._account, match_id)

    def delete(self, match_id: int) -> None:
        """Delete a match for this member, for good if no other member has it.

        Raises Refusal if the member is at its table, StoreError if it cannot be deleted, such as today's
        daily bout: nobody tries twice.
        """
        table = self._table(match_id)
        daily = self.headers(DAILY, [match_id]).get(match_id, {})
        day = day_in(daily.get(DAILY, ""))
        if day is not None and day >= day_of(self.now()):
            raise StoreError(message("the daily bout can be deleted tomorrow: one try a day"))
        with without_details(_CANNOT_DELETE):
            if table.kind == Kind.ALONE:
                self._store.delete(match_id)
            else:
                self._trash.delete_for(self._account, match_id)

    def _table(self, match_id: int) -> StoredTable:
        """Return where a match is played; raises UnreadableMatchError if it is not the member's."""
        table = self._tables([match_id]).get(match_id)
        if table is None:
            raise _not_yours(match_id)
        return table

    def _tables(self, ids: Collection[int]) -> dict[int, StoredTable]:
        """Return where those of these matches are played that are the member's, deleted or not."""
        with _reading():
            tables = self._rows.of_matches(ids)
        return {match_id: table for match_id, table in tables.items() if self._account in table.accounts}

    def resume(self, match_id: int) -> ResumedMatch:
        """Open a match played at the member's own keyboard; raises StoreError for any other."""
        if self._table(match_id).kind != Kind.ALONE:
            raise StoreError(
                message("match {match} is played at its table: it cannot be opened here", match=match_id)
            )
        with _reading():
            return self._store.resume(match_id)

    def view(self, match_id: int) -> MatchView[Any]:
        """Return what everybody may see of a match; raises UnreadableMatchError as `summary` does."""
        self._table(match_id)
        with _reading():
            return self._store.view(match_id)

    def summary(self, match_id: int) -> StoredMatch:
        """Return a match as listed; raises UnreadableMatchError if it is damaged, missing or another's."""
        self._table(match_id)
        with _reading():
            return self._store.summary(match_id)

    def listed(self, ids: Sequence[int]) -> Iterator[StoredMatch | UnreadableMatchError]:
        """Yield these matches as listed, in this order; for one that is damaged or another's, why."""
        own = self._tables(ids)
        listed = self._store.listed([match_id for match_id in ids if match_id in own])
        for match_id in ids:
            yield _next(listed) if match_id in own else _not_yours(match_id)

    def record(self, match_id: int) -> Record:
        """Return a match's record; raises StoreError if it cannot be read or is another member's."""
        self._table(match_id)
        with _reading():
            return self._store.record(match_id)


def _not_yours(match_id: int) -> UnreadableMatchError:
    return UnreadableMatchError(not_yours(match_id))


def _next(listed: Iterator[StoredMatch | UnreadableMatchError]) -> StoredMatch | UnreadableMatchError:
    """Return the next of the matches; raises StoreError without details if the disk fails."""
    try:
        with _reading():
            found = next(listed)
            if isinstance(found, UnreadableMatchError):
                raise found
    except UnreadableMatchError as error:
        return error
    return found


def _reading() -> AbstractContextManager[None]:
    return without_details(CANNOT_READ_MATCH)

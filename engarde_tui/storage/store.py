"""The matches on disk: begin, add, list, resume, delete."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from engarde_tui.header import CHAIN, Header
from engarde_tui.language import tr
from engarde_tui.play.day import local
from engarde_tui.play.stored import StoredMatch
from engarde_tui.storage import mistakes, progress, summaries
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import (
    END,
    Journal,
    Play,
    UnreadableMatchError,
    in_parts,
    load,
    read_entries,
)
from engarde_tui.storage.schema import Schema
from engarde_tui.storage.sqlite import DatabaseFile
from engarde_tui.storage.summaries import IMPORTED
from engine.match import Match, MatchView
from engine.message import message
from engine.record import Record

_JOURNALS: Final = """
    CREATE TABLE match (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL);
    CREATE TABLE entry (
        match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
"""

TABLES: Final = _JOURNALS + summaries.TABLE + mistakes.TABLE + progress.TABLE
"""The matches and their journals, what is made from them, and what players have learnt, in any database."""

SCHEMA: Final = Schema(
    file="matches.db",
    application_id=0x454E4744,
    tables=TABLES,
    first=4,
)


_LAST_OF_ALL: Final = (
    "(SELECT match AS last_match, max(number) AS last FROM entry GROUP BY match) AS newest, entry"
)
"""Each match and its last entry."""

_LAST_AMONG: Final = (
    "(SELECT value AS last_match, (SELECT max(number) FROM entry WHERE match = value) AS last"
    " FROM json_each(?)) AS newest CROSS JOIN entry"
)
"""The same of given matches, each found in the index."""


_PAGE: Final = 100
"""Matches whose summaries are read and kept together."""


class ResumedMatch(NamedTuple):
    """A stored match, opened to continue it."""

    record: Record
    journal: Journal


class Library(Protocol):
    """The matches that one player sees: all of a store at home, the own ones in a hall.

    Every method raises StoreError, having changed nothing, if the disk fails.
    """

    def now(self) -> datetime:
        """Return the time by the clock that dates matches."""

    @property
    def read_only(self) -> str:
        """What the player is told where matches can only be read; "" if they can be saved."""

    def begin(self, match: Match, others: Header = (), permit: Callable[[], None] = lambda: None) -> Journal:
        """Save a new match with further header lines, unless `permit` raises an error."""

    def resume(self, match_id: int) -> ResumedMatch:
        """Open a match to continue it."""

    def delete(self, match_id: int) -> None:
        """Delete a match."""

    def ids(self, *, unfinished_only: bool = False, among: Collection[int] | None = None) -> list[int]:
        """Return the numbers of the matches, of all or `among` these, the one played last first."""

    def ends(self) -> dict[int, bool]:
        """Return whether each match of `ids` has ended, by its number, in their order."""

    def headers(self, key: str, among: Collection[int] | None = None) -> dict[int, dict[str, str]]:
        """Return the header lines of each match, of all or `among` these, whose header has `key`."""

    def record(self, match_id: int) -> Record:
        """Return the record of a match, without its secrets."""

    def view(self, match_id: int) -> MatchView[Any]:
        """Return what everybody may see of a match."""

    def summary(self, match_id: int) -> StoredMatch:
        """Return a match as listed."""

    def listed(self, ids: Sequence[int]) -> Iterator[StoredMatch | UnreadableMatchError]:
        """Yield these matches as listed, in this order; for one that cannot be read, why."""


class Store:
    """The matches of one user, in a data folder; opened at the first use, once per process.

    Every method raises StoreError, having changed nothing, if the disk fails.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        patience: float | None = None,
        database: Database | None = None,
        *,
        sync_later: bool = False,
    ) -> None:
        """Wait up to `patience` seconds (default: two) for another process that is writing.

        Pass the `database` of another store of this process on the same folder: it must be opened only once.
        `sync_later` as in `Database`.
        """
        self.folder = folder
        self.now = now
        self.database = database or DatabaseFile(folder, SCHEMA, patience, sync_later=sync_later)
        self.mistakes = mistakes.Mistakes(self.database)
        self._file = self.database if isinstance(self.database, DatabaseFile) else None
        """None where a server keeps the matches: it checks itself, and whoever can connect can write."""

    @property
    def path(self) -> Path:
        """The path of the database file, where there is one."""
        return Path(self.database.name)

    @property
    def read_only(self) -> str:
        """What the user is told where matches can only be read; "" if they can be saved."""
        with suppress(StoreError):
            if self._file is not None and (part := self._file.read_only):
                # What cannot be read either is told to whoever reads it.
                self._file.select("SELECT 1")
                return tr(
                    "{path} is read-only: you can watch and export matches, but not save any", path=part
                )
        return ""

    def begin(
        self,
        match: Match,
        others: Header = (),
        permit: Callable[[], None] = lambda: None,
        enter: Callable[[Connection, int], None] = lambda connection, match_id: None,
    ) -> Journal:
        """Store a new match with further header lines, and return its journal.

        Nothing is stored if `permit` raises an error; nobody else can store a match between the two. What
        `enter` stores for the new match is stored with it, or not at all.
        """
        now = self.now()
        record = Record(match, local(now).replace(microsecond=0), others)
        return Journal.begin(self.database, record, now, self.now, permit, enter)

    def add(self, record: Record) -> int:
        """Store a match from a record and return its number; raises StoreError if it is already stored."""
        record = _unmarked(record)
        marked = replace(record, others=(*record.others, (IMPORTED, "yes")))
        (header, play), (marked_header, _) = in_parts(record), in_parts(marked)
        headers = (header, marked_header)
        for (twin,) in self.database.select("SELECT id FROM match WHERE header IN (?, ?)", headers):
            if Play.folded(entry for entry, _ in read_entries(self.database, twin)) == play:
                raise StoreError(message("this match is already stored, as number {match}", match=twin))
        # Dated as recorded, not now.
        return Journal.begin(self.database, marked, record.date, self.now).id

    def resume(self, match_id: int) -> ResumedMatch:
        """Open a stored match to continue it.

        Raises UnreadableMatchError if it is damaged.
        """
        record, journal = Journal.resume(self.database, match_id, self.now)
        return ResumedMatch(_unmarked(record), journal)

    def delete(self, match_id: int) -> None:
        """Delete a match for good."""
        with self.database.writing() as connection:
            connection.execute("DELETE FROM match WHERE id = ?", (match_id,))

    def ids(self, *, unfinished_only: bool = False, among: Collection[int] | None = None) -> list[int]:
        """Return the numbers of the matches, of all or `among` these, the one played last first.

        With `among` no other match is read.
        """
        return numbers(self.ends(among), unfinished_only=unfinished_only)

    def ends(self, among: Collection[int] | None = None) -> dict[int, bool]:
        """Return whether each match of `ids` has ended, by its number, in their order."""
        if among is None:
            source, values = _LAST_OF_ALL, list[str]()
        else:
            source, values = _LAST_AMONG, [json.dumps(sorted(among))]
        newest_entries = self.database.select(
            f"SELECT match, text FROM {source} WHERE match = last_match AND number = last"
            " ORDER BY at DESC, match DESC",
            values,
        )
        # In a damaged file the number of a match can be of any type.
        return {match_id: text == END for match_id, text in newest_entries if isinstance(match_id, int)}

    def last_entries(self, ids: Collection[int]) -> dict[int, int]:
        """Return the number of the last entry in the journal of each of these matches; numbers only grow."""
        rows = self.database.select(
            f"SELECT last_match, last FROM {_LAST_AMONG} WHERE match = last_match AND number = last",
            [json.dumps(sorted(ids))],
        )
        return dict(rows)

    def headers(self, key: str, among: Collection[int] | None = None) -> dict[int, dict[str, str]]:
        """Return the header lines of each match, of all or `among` these, whose header has `key`."""
        statement, values = "SELECT id, header FROM match WHERE instr(header, ?) > 0", [f"\n{key}: "]
        if among is not None:
            statement += " AND id IN (SELECT value FROM json_each(?))"
            values.append(json.dumps(sorted(among)))
        rows = self.database.select(statement, values)
        lines = {
            match_id: (line.partition(": ") for line in str(text).split("\n")) for match_id, text in rows
        }
        return {match_id: {name: value for name, _, value in parts} for match_id, parts in lines.items()}

    def record(self, match_id: int) -> Record:
        """Return the record of a match, without its secrets.

        Raises UnreadableMatchError if it is damaged or missing.
        """
        record = _unmarked(load(self.database, match_id).record)
        if CHAIN not in dict(record.others):
            return record
        # Here, because hashing takes 5 ms to load, and most matches at home do without.
        from engarde_tui.fair.chain import published

        return published(record)

    def view(self, match_id: int) -> MatchView[Any]:
        """Return what everybody may see of a match; raises UnreadableMatchError as `record` does."""
        return load(self.database, match_id).record.match.view(None)

    def summary(self, match_id: int) -> StoredMatch:
        """Return a match as listed; raises UnreadableMatchError as `record` does."""
        return summaries.replayed(self.database, match_id)[0]

    def listed(self, ids: Sequence[int]) -> Iterator[StoredMatch | UnreadableMatchError]:
        """Yield these matches as listed, in this order; for one that cannot be read, why.

        Those without a summary are replayed, which takes some milliseconds each, and then have one, if the
        file can be written. A match that has one may be damaged all the same.
        """
        is_kept = True
        for first in range(0, len(ids), _PAGE):
            page = ids[first : first + _PAGE]
            known = summaries.known(self.database, page)
            made: list[tuple[StoredMatch, int]] = []
            for place, match_id in enumerate(page, 1):
                found: StoredMatch | UnreadableMatchError
                if match_id in known:
                    found = known[match_id]
                else:
                    try:
                        made.append(summaries.replayed(self.database, match_id))
                        found = made[-1][0]
                    except UnreadableMatchError as error:
                        found = error
                # Before the last one is told, as nobody need ask for more.
                if place == len(page) and made and is_kept:
                    is_kept = self._keep(made)
                yield found

    def _keep(self, made: Sequence[tuple[StoredMatch, int]]) -> bool:
        """Keep summaries; return False if they cannot be kept."""
        # They are only convenient: whoever lists matches does not mind that nothing can be saved.
        with suppress(StoreError):
            if self.read_only:
                return False
            summaries.keep(self.database, made)
            return True
        return False

    def unfinished(self) -> Iterator[StoredMatch]:
        """Yield the matches to continue, the one played last first; skips those that cannot be read."""
        for match_id in self.ids(unfinished_only=True):
            with suppress(UnreadableMatchError):
                match = self.summary(match_id)
                if match.winner is None:
                    yield match

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        self.database.close()


def numbers(ends: Mapping[int, bool], *, unfinished_only: bool) -> list[int]:
    """Return the numbers of matches, given whether each has ended."""
    return [match_id for match_id, is_over in ends.items() if not (unfinished_only and is_over)]


def _unmarked(record: Record) -> Record:
    """Return a record without the mark of imported ones."""
    return replace(record, others=tuple(line for line in record.others if line[0] != IMPORTED))

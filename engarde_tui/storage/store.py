"""The matches on disk: begun, added, listed, resumed, deleted."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from engarde_tui.match.aid import Header
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import (
    END,
    Journal,
    Play,
    UnreadableMatchError,
    claim,
    in_parts,
    load,
    read_entries,
    release,
)
from engarde_tui.storage.schema import Schema
from engine.match import Match, MatchView
from engine.record import Record

SCHEMA: Final = Schema(
    file="matches.db",
    application_id=0x454E4744,
    migrations=(
        """
        CREATE TABLE match (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL);
        CREATE TABLE entry (
            match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (match, number)
        ) WITHOUT ROWID;
        """,
    ),
)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as a list shows it: what everybody may know of it, and when it was played."""

    id: int
    begun: datetime
    changed: datetime
    """When the last thing happened in it."""
    view: MatchView[Any]


class Kept(NamedTuple):
    """A match that has been kept, open for playing on."""

    record: Record
    journal: Journal


class Store:
    """The matches of one user, in a folder of their own; opened at the first use, once per process.

    Every method raises StoreError where the disk does not let it, having changed nothing.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        patience: float | None = None,
        database: Database | None = None,
    ) -> None:
        """`patience`: seconds to wait for another process that is writing, two unless told.

        `database`: that of another store of this process on the same folder, which is opened once.
        """
        self.folder = folder
        self.now = now
        self.database = Database(folder, SCHEMA, patience) if database is None else database

    @property
    def path(self) -> Path:
        """The database's file."""
        return self.database.path

    def begin(self, match: Match, others: Header = ()) -> Journal:
        """Store a match that begins now, with other header lines, and open its journal."""
        now = self.now()
        return Journal.begin(self.database, Record(match, now.astimezone(), others), now, self.now)

    def add(self, record: Record) -> int:
        """Store a match from elsewhere; raises StoreError where it is there already. Answers its number."""
        header, play = in_parts(record)
        for (twin,) in self.database.select("SELECT id FROM match WHERE header = ?", (header,)):
            if Play.folded(entry for entry, _ in read_entries(self.database, twin)) == play:
                raise StoreError(f"this match is there already, as number {twin}")
        # It counts as played when it was, not now.
        journal = Journal.begin(self.database, record, record.date, self.now)
        journal.close()
        return journal.id

    def resume(self, id: int) -> Kept:
        """Open a stored match for playing on; raises MatchOpenError where another process has it open."""
        return Kept(*Journal.resume(self.database, id, self.now))

    def delete(self, id: int) -> None:
        """Forget a match for good; raises MatchOpenError where it is being played."""
        claim(self.database, id)
        try:
            with self.database.writing() as connection:
                connection.execute("DELETE FROM match WHERE id = ?", (id,))
        finally:
            release(self.database, id)

    def ids(self, *, unfinished_only: bool = False) -> list[int]:
        """The numbers of the matches, the one played last first."""
        newest_entries = self.database.select(
            "SELECT match, text FROM entry JOIN"
            " (SELECT match AS last_match, max(number) AS last FROM entry GROUP BY match)"
            " ON match = last_match AND number = last ORDER BY at DESC, match DESC"
        )
        return [
            id
            for id, text in newest_entries
            # In a damaged file an entry can belong to something that is no number.
            if isinstance(id, int) and not (unfinished_only and text == END)
        ]

    def header_values(self, key: str) -> dict[int, str]:
        """The value of a header key in each match that has it, by the match's number."""
        beginning, found = f"{key}: ", {}
        for id, text in self.database.select("SELECT id, header FROM match"):
            for line in str(text).split("\n"):
                if line.startswith(beginning):
                    found[id] = line.removeprefix(beginning)
        return found

    def record(self, id: int) -> Record:
        """A match, played again from its journal; raises UnreadableMatchError where that cannot be done."""
        return load(self.database, id).record

    def summary(self, id: int) -> StoredMatch:
        """What a list shows of a match; raises UnreadableMatchError as `record` does."""
        stored = load(self.database, id)
        try:
            # A moment that this machine's clock cannot show is none.
            begun = stored.record.date.astimezone()
            changed = datetime.fromtimestamp(stored.entries[-1][1], UTC).astimezone()
        except (TypeError, ValueError, OverflowError, OSError):
            raise UnreadableMatchError(f"match {id} in {self.path} tells no time") from None
        return StoredMatch(id, begun, changed, stored.record.match.view(None))

    def unfinished(self) -> Iterator[StoredMatch]:
        """The matches that can be played on, the one played last first; without those that cannot be read."""
        for id in self.ids(unfinished_only=True):
            with suppress(UnreadableMatchError):
                match = self.summary(id)
                if match.view.winner is None:
                    yield match

    def set_aside(self) -> Path | None:
        """Give the file that was found damaged another name, so that a new one can be begun.

        Answers that name, or None where the file is gone already. Raises StoreError while another process
        has it open.
        """
        return self.database.set_aside(self.now())

    def close(self) -> None:
        """Let go of the files; the next use opens them again."""
        self.database.close()

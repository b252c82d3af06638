"""Matches on disk: one journal of what happened per match, from which its state is played again.

Nothing but header lines, deals and actions is stored, in the words of a record, so nothing can disagree.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from engarde_tui.locks import LockFile
from engarde_tui.problem import Problem
from engine.en_garde import Action, Match, MatchView
from engine.en_garde.record import Record, RecordError, deal_line, header, read

_APPLICATION_ID: Final = 0x454E4744
"""Tells our file from other programs' databases."""

_MIGRATIONS: Final = (
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
)
"""What leads from each version of the schema to the next; the first makes version 1 of an empty file."""

_END: Final = "end"
"""The entry after the action that won the match, so that a list of unfinished ones need not play all."""

_DATABASE: Final = 0
"""The byte of the lock file that stands for the database itself; each match has the one of its number."""

_OPENING: Final = 2**62
"""The byte of the lock file for opening the database: SQLite lets two that make it at once fail."""

_ASIDE: Final = (
    "When a match begins, it can be set aside: it is then kept under another name, and a new file is made"
)
"""What can be done about a damaged file."""

_SECONDS_TO_WAIT: Final = 2
"""For another process that is writing: it takes a few milliseconds."""


class StoreError(Problem):
    """Something cannot be read from or written to disk; says what, in which file, and what to do."""


class DamagedStoreError(StoreError):
    """The file is no database of ours, or a broken one; `Store.set_aside` makes room for a new one."""


class UnreadableMatchError(StoreError):
    """The rules do not lead to what is stored of a match; the others are not touched by that."""


class MatchOpenError(StoreError):
    """The match is being played in another process."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as a list shows it: what everybody may know of it, and when it was played."""

    id: int
    begun: datetime
    changed: datetime
    """When the last thing happened in it."""
    view: MatchView


class Store:
    """The matches of one user, in a folder of their own; opened at the first use, once per process.

    Every method raises StoreError where the disk does not let it, having changed nothing.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.folder = folder
        self._now = now
        self._connection: sqlite3.Connection | None = None
        self._locks = LockFile(folder / "matches.lock")
        self._damaged: tuple[int, int] | None = None
        """Which file has been found damaged, whatever its name is by now."""

    @property
    def path(self) -> Path:
        """The database."""
        return self.folder / "matches.db"

    def begin(self, match: Match) -> "Journal":
        """Store a match that begins now, and open its journal."""
        return self._add(Record(match, self._now().astimezone()))

    def add(self, record: Record) -> int:
        """Store a match from elsewhere; raises StoreError where it is there already. Answers its number."""
        text = header(record)
        with self._explained():
            twins = self._database().execute("SELECT id FROM match WHERE header = ?", (text,)).fetchall()
        for (twin,) in twins:
            if [entry for entry, _ in self._entries(twin)] == list(_journal_of(record.match)):
                raise StoreError(f"this match is there already, as number {twin}")
        journal = self._add(record)
        journal.close()
        return journal.id

    def resume(self, id: int) -> tuple[Match, "Journal"]:
        """Open a stored match for playing on; raises MatchOpenError where another process has it open."""
        self._lock(id)
        try:
            entries = self._entries(id)
            return self._read(id, entries).match, Journal(self, id, len(entries))
        except StoreError:
            self.release(id)
            raise

    def delete(self, id: int) -> None:
        """Forget a match for good; raises MatchOpenError where it is being played."""
        self._lock(id)
        try:
            with self._writing() as database:
                database.execute("DELETE FROM match WHERE id = ?", (id,))
        finally:
            self.release(id)

    def ids(self, *, unfinished_only: bool = False) -> list[int]:
        """The numbers of the matches, the one played last first."""
        with self._explained():
            return [
                id
                for id, text in self._database().execute(
                    "SELECT match, text FROM entry JOIN"
                    " (SELECT match AS last_match, max(number) AS last FROM entry GROUP BY match)"
                    " ON match = last_match AND number = last ORDER BY at DESC, match DESC"
                )
                if not (unfinished_only and text == _END)
            ]

    def record(self, id: int) -> Record:
        """A match, played again from its journal; raises UnreadableMatchError where that cannot be done."""
        return self._read(id, self._entries(id))

    def _read(self, id: int, entries: list[tuple[str, int]]) -> Record:
        with self._explained():
            row = self._database().execute("SELECT header FROM match WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise UnreadableMatchError(f"there is no match {id} in {self.path}")
        lines = [text for text, _ in entries if text != _END]
        try:
            return read("\n".join(map(str, [row[0], "", *lines])))
        except RecordError as error:
            raise UnreadableMatchError(f"match {id} in {self.path} cannot be read: {error}") from None

    def summary(self, id: int) -> StoredMatch:
        """What a list shows of a match; raises UnreadableMatchError as `record` does."""
        entries = self._entries(id)
        record = self._read(id, entries)
        try:
            # A moment that this machine's clock cannot show is none.
            begun = record.date.astimezone()
            changed = datetime.fromtimestamp(entries[-1][1], UTC).astimezone()
        except (TypeError, ValueError, OverflowError, OSError):
            raise UnreadableMatchError(f"match {id} in {self.path} tells no time") from None
        return StoredMatch(id, begun, changed, record.match.view(None))

    def unfinished(self) -> Iterator[StoredMatch]:
        """The matches that can be played on, the one played last first; without those that cannot be read."""
        for id in self.ids(unfinished_only=True):
            with suppress(UnreadableMatchError):
                match = self.summary(id)
                if match.view.winner is None:
                    yield match

    def set_aside(self) -> Path | None:
        """Give the file that was found damaged another name, so that a new one can be begun.

        Answers that name, or None where another process has done so meanwhile. Raises StoreError while one
        has the file open: at its end it would delete the log beside the new file.
        """
        with self._explained():
            self._make_folder()
            if not self._locks.take(_DATABASE):
                raise StoreError(f"{self.path} is open in another window: close that one, then try again")
            try:
                self._close_database()
                return None if _identity(self.path) != self._damaged else self._rename()
            finally:
                self.close()

    def _rename(self) -> Path:
        name = f"matches-damaged-{self._now():%Y%m%d-%H%M%S}"
        asides = (self.path.with_name(f"{name}-{number}.db") for number in count(1))
        aside = next(path for path in asides if not path.exists())
        # The file itself goes last: what is left of it after a crash can still be set aside.
        for ending in ("-wal", "-shm", ""):
            part = self.path.with_name(self.path.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
        return aside

    def close(self) -> None:
        """Let go of the files; the next use opens them again."""
        self._close_database()
        self._locks.close()

    def _close_database(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def append(self, id: int, number: int, texts: Sequence[str]) -> None:
        """Write the entries of a match from `number` on, all or none, and wait until they are on the disk."""
        if not self._locks.has_taken(id):
            self._lock(id)
        with self._writing() as database:
            (length,) = database.execute("SELECT count(*) FROM entry WHERE match = ?", (id,)).fetchone()
            if length != number:
                raise StoreError(f"another program has changed match {id} in {self.path}: resume it anew")
            self._insert(database, id, number, texts)

    def release(self, id: int) -> None:
        """Let other processes open a match."""
        self._locks.free(id)

    def _add(self, record: Record) -> "Journal":
        texts, id = list(_journal_of(record.match)), None
        try:
            with self._writing() as database:
                id = database.execute("INSERT INTO match (header) VALUES (?)", (header(record),)).lastrowid
                assert id is not None
                self._insert(database, id, 0, texts)
                self._lock(id)
        except StoreError:
            if id is not None:
                self.release(id)
            raise
        return Journal(self, id, len(texts))

    def _insert(self, database: sqlite3.Connection, id: int, number: int, texts: Sequence[str]) -> None:
        at = int(self._now().timestamp())
        database.executemany(
            "INSERT INTO entry (match, number, at, text) VALUES (?, ?, ?, ?)",
            [(id, place, at, text) for place, text in enumerate(texts, number)],
        )

    def _entries(self, id: int) -> list[tuple[str, int]]:
        """Text and time (seconds since 1970) of each entry of a match."""
        with self._explained():
            return (
                self._database()
                .execute("SELECT text, at FROM entry WHERE match = ? ORDER BY number", (id,))
                .fetchall()
            )

    def _lock(self, id: int) -> None:
        """Keep other processes from a match until it is released, or until this process ends in any way."""
        with self._explained():
            self._make_folder()
            if not self._locks.take(id):
                raise MatchOpenError(
                    f"match {id} is open in another window: go on there, or close it there first"
                )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or nothing."""
        with self._explained():
            database = self._database()
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise

    def _database(self) -> sqlite3.Connection:
        """The open database, made or brought to our version where it is not."""
        if self._connection is None:
            self._make_folder()
            # Nobody can set the file aside while we have it open.
            self._locks.share(_DATABASE)
            self._locks.wait_for(_OPENING)
            try:
                self._connection = self._open()
            except BaseException:
                self._locks.free(_DATABASE)
                raise
            finally:
                self._locks.free(_OPENING)
        return self._connection

    def _open(self) -> sqlite3.Connection:
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL, 0o600))
        database = sqlite3.connect(self.path, _SECONDS_TO_WAIT, isolation_level=None)
        # A text that is not UTF-8 spoils its match, not the list of all.
        database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        try:
            self._prepare(database)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        def pragma(name: str) -> int:
            return int(database.execute(f"PRAGMA {name}").fetchone()[0])

        known = len(_MIGRATIONS)
        if pragma("schema_version") and pragma("application_id") != _APPLICATION_ID:
            self._damaged = _identity(self.path)
            raise DamagedStoreError(f"{self.path} is a file of another program. {_ASIDE}")
        if pragma("user_version") > known:
            raise StoreError(
                f"{self.path} was written by a newer engarde: use that one, or another folder (--data)"
            )
        # The write-ahead log needs one wait for the disk per action instead of several.
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        if pragma("user_version") < known:
            database.execute("BEGIN IMMEDIATE")
            # Another process may have been quicker.
            for version in range(pragma("user_version"), known):
                for statement in _MIGRATIONS[version].split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {version + 1}")
            database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            database.execute("COMMIT")

    def _make_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what the disk and the database complain of into what a player can do about it."""
        try:
            yield
        except sqlite3.Error as error:
            problem = _explanation(self.path, error)
            if isinstance(problem, DamagedStoreError):
                self._damaged = _identity(self.path)
            raise problem from error
        except UnicodeDecodeError as error:
            # Out of the message of an error that names what is damaged.
            self._damaged = _identity(self.path)
            raise DamagedStoreError(f"{self.path} is damaged. {_ASIDE}") from error
        except OverflowError:
            raise UnreadableMatchError(f"there is no match with so great a number in {self.path}") from None
        except OSError as error:
            raise StoreError(
                f"matches cannot be kept in {self.folder}: {error.strerror}."
                " Choose another folder with --data or ENGARDE_DATA"
            ) from error


class Journal:
    """What happens in one match, written as it happens; other processes cannot open the match meanwhile."""

    def __init__(self, store: Store, id: int, length: int) -> None:
        self.id = id
        self._store = store
        self._length = length

    def dealt(self, match: Match) -> None:
        """The next round has been dealt."""
        self._append([deal_line(match.number, match.round)])

    def played(self, match: Match, action: Action) -> None:
        """`action` has led to `match`."""
        self._append([str(action), _END] if match.winner is not None else [str(action)])

    def close(self) -> None:
        """Let other processes open the match; it can always be resumed."""
        self._store.release(self.id)

    def _append(self, texts: list[str]) -> None:
        self._store.append(self.id, self._length, texts)
        self._length += len(texts)


def _journal_of(match: Match) -> Iterator[str]:
    """The entries that a match so far makes."""
    for number, round in enumerate((*match.past, match.round), 1):
        yield deal_line(number, round)
        yield from map(str, round.actions)
    if match.winner is not None:
        yield _END


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file that is; None where there is none."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_dev, stat.st_ino


def _explanation(path: Path, error: sqlite3.Error) -> StoreError:
    """What to tell of an error of the database; only its primary code counts."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
            # The last one means that a table is missing, since our statements are right.
            return DamagedStoreError(f"{path} is damaged, or no file of engarde ({error}). {_ASIDE}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError(f"{path} is locked by another program: close that, then try again")
        case sqlite3.SQLITE_FULL:
            return StoreError(f"{path} cannot be written, the disk is full: make room, then try again")
        case sqlite3.SQLITE_IOERR:
            return StoreError(
                f"{path} cannot be read or written ({error}): see whether the disk is full or broken and try"
                " again, or choose another folder with --data or ENGARDE_DATA"
            )
        case _:
            return StoreError(
                f"{path} cannot be read or written ({error}): mend that and try again,"
                " or choose another folder with --data or ENGARDE_DATA"
            )

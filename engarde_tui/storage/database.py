"""The file that matches are kept in: opened, brought to our version, written safely, set aside if damaged."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Final

from engarde_tui.match.problem import Problem
from engarde_tui.storage.locks import LockFile

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

_DATABASE: Final = 0
"""The byte of the lock file that stands for the database itself; each match has the one of its number."""

_OPENING: Final = 2**62
"""The byte of the lock file for opening the database: SQLite lets two that make it at once fail."""

_ASIDE: Final = "When a match begins, you can have a new file; this one is then kept under another name"
"""What can be done about a damaged file."""

_SECONDS_TO_WAIT: Final = 2
"""For another process that is writing: it takes a few milliseconds."""


class StoreError(Problem):
    """Something cannot be read from or written to disk; says what, in which file, and what to do."""


class DamagedStoreError(StoreError):
    """The file is no database of ours, or a broken one; setting it aside makes room for a new one."""


class Database:
    """One SQLite file and the locks beside it, opened at the first use, once per process.

    Every method raises StoreError where the disk does not let it, having changed nothing.
    """

    def __init__(self, folder: Path, patience: float | None = None) -> None:
        """`patience`: seconds to wait for another process that is writing, two unless told."""
        self._patience = _SECONDS_TO_WAIT if patience is None else patience
        self.path = folder / "matches.db"
        self.locks = LockFile(folder / "matches.lock")
        """A byte for each match, by its number, and some for the database itself."""
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        """Which file the connection is to."""
        self._damaged: tuple[int, int] | None = None
        """Which file has been found damaged, whatever its name is by now."""

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """All rows that a statement finds."""
        with self.explained():
            return self.connection().execute(statement, values).fetchall()

    def lock(self, number: int) -> bool:
        """Keep other processes from a match until it is freed; answers whether nobody has it yet."""
        with self.explained():
            self._make_folder()
            return self.locks.take(number)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or nothing."""
        with self.explained():
            database = self.connection()
            if _identity(self.path) != self._opened:
                self._disconnect()
                raise DamagedStoreError(
                    f"{self.path} has been deleted or replaced while it was open: with a new file, the whole"
                    " match is saved there"
                )
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise

    def connection(self) -> sqlite3.Connection:
        """The open database, made or brought to our version where it is not."""
        if self._connection is None:
            self._make_folder()
            # Nobody can set the file aside while we have it open.
            self.locks.share(_DATABASE)
            self.locks.wait_for(_OPENING)
            try:
                self._connection = self._open()
                self._opened = _identity(self.path)
            except BaseException:
                self.locks.free(_DATABASE)
                raise
            finally:
                self.locks.free(_OPENING)
        return self._connection

    def _open(self) -> sqlite3.Connection:
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL, 0o600))
        mode = self.path.stat().st_mode
        if mode & 0o077:
            # It holds hands, also where it has been copied here.
            with suppress(PermissionError):
                self.path.chmod(mode & 0o700)
        database = sqlite3.connect(self.path, self._patience, isolation_level=None)
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
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextmanager
    def explained(self) -> Iterator[None]:
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
            raise StoreError(f"there is no match with so great a number in {self.path}") from None
        except OSError as error:
            raise StoreError(
                f"matches cannot be kept in {self.path.parent}: {error.strerror}."
                " Choose another folder with --data or ENGARDE_DATA"
            ) from error

    def set_aside(self, at: datetime) -> Path | None:
        """Give the file that was found damaged another name, so that a new one can be begun.

        `at` is told in that name. Answers it, or None where the file is gone already. Raises StoreError while
        another process has the file open: at its end it would delete the log beside the new file.
        """
        with self.explained():
            self._make_folder()
            if not self.locks.take(_DATABASE):
                raise StoreError(f"{self.path} is open in another window: close that one, then try again")
            try:
                self._disconnect()
                found = _identity(self.path)
                return self._rename(at) if found is not None and found == self._damaged else None
            finally:
                self.close()

    def _rename(self, at: datetime) -> Path:
        name = f"matches-damaged-{at:%Y%m%d-%H%M%S}"
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
        self._disconnect()
        self.locks.close()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


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
        case sqlite3.SQLITE_CANTOPEN if path.is_dir():
            return StoreError(f"{path} is a folder: move it away, or choose another place with --data")
        case _:
            return StoreError(
                f"{path} cannot be read or written ({error}): mend that and try again,"
                " or choose another folder with --data or ENGARDE_DATA"
            )

"""A SQLite file of ours: opened, brought to our version, written safely, set aside if damaged."""

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Final

from engarde_tui.storage.errors import ELSEWHERE, RESTORE, DamagedStoreError, StoreError, explanation
from engarde_tui.storage.locks import LockFile
from engarde_tui.storage.schema import Schema

_DATABASE: Final = 0
"""The byte of the lock file that stands for the database itself."""

OPENING: Final = 2**62
"""The byte of the lock file for opening the database: SQLite lets two that make it at once fail."""

_SECONDS_TO_WAIT: Final = 2
"""For another process that is writing: it takes a few milliseconds."""


class Database:
    """One SQLite file and the locks beside it, opened at the first use, once per process.

    Every method raises StoreError where the disk does not let it, having changed nothing.
    """

    def __init__(self, folder: Path, schema: Schema, patience: float | None = None) -> None:
        """`patience`: seconds to wait for another process that is writing, two unless told."""
        self._schema = schema
        self._patience = _SECONDS_TO_WAIT if patience is None else patience
        self.path = folder / schema.file
        self.locks = LockFile(self.path.with_suffix(".lock"))
        """A byte for each thing that only one process may have; 0 and `OPENING` are for the database."""
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        """Which file the connection is to."""
        self._damaged: tuple[int, int] | None = None
        """Which file has been found damaged, whatever its name is by now."""

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """All rows that a statement finds; in a damaged file their values can be of any type."""
        with self._explained():
            return self.connection().execute(statement, values).fetchall()

    def lock(self, byte: int) -> bool:
        """Keep other processes from something until it is freed; answers whether nobody has it yet."""
        with self._explained():
            self._make_folder()
            return self.locks.take(byte)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or nothing."""
        with self._explained():
            database = self.connection()
            if _identity(self.path) != self._opened:
                self._disconnect()
                raise DamagedStoreError(
                    f"{self.path} has been deleted or replaced while it was open: put it back, then try again"
                )
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise

    def open(self) -> None:
        """Open the file now, instead of at the first use; where that cannot be done, hold no lock."""
        try:
            with self._explained():
                self.connection()
        except StoreError:
            self.close()
            raise

    def connection(self) -> sqlite3.Connection:
        """The open database, made or brought to our version where it is not."""
        if self._connection is None:
            self._make_folder()
            self._join()
            self.locks.wait_for(OPENING)
            try:
                self._connection = self._connect()
                self._opened = _identity(self.path)
            except BaseException:
                self.locks.free(_DATABASE)
                raise
            finally:
                self.locks.free(OPENING)
        return self._connection

    def _join(self) -> None:
        """Let nobody set the file aside while we have it open, nor open it where it is not shared."""
        if self._schema.shared:
            self.locks.share(_DATABASE)
        elif not (self.locks.has_taken(_DATABASE) or self.locks.take(_DATABASE)):
            raise StoreError(f"{self.path} is open in another process: close that one, or {ELSEWHERE}")

    def _connect(self) -> sqlite3.Connection:
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL, 0o600))
        mode = self.path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise StoreError(f"{self.path} is not an ordinary file: move it away, or {ELSEWHERE}")
        if mode & 0o077:
            # It holds secrets, also where it has been copied here.
            with suppress(PermissionError):
                self.path.chmod(mode & 0o700)
        database = sqlite3.connect(self.path, self._patience, isolation_level=None)
        # A text that is not UTF-8 spoils its row, not the list of all.
        database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        try:
            self._prepare(database)
        except BaseException as error:
            if isinstance(error, DamagedStoreError):
                self._damaged = _identity(self.path)
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        """Bring the file to our version, and see to it that what is written stays written."""
        version = self._schema.version_of(database, self.path)
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        self._schema.migrate(database, version)
        # The write-ahead log needs one wait for the disk per action instead of several. It marks the file, so
        # it comes last: a file that is refused stays as it was.
        database.execute("PRAGMA journal_mode = WAL")

    def _make_folder(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what the disk and the database complain of into what a player can do about it."""
        try:
            yield
        except sqlite3.Error as error:
            problem = explanation(self.path, error)
            if isinstance(problem, DamagedStoreError):
                self._damaged = _identity(self.path)
            raise problem from error
        except UnicodeDecodeError as error:
            # Out of the message of an error that names what is damaged.
            self._damaged = _identity(self.path)
            raise DamagedStoreError(f"{self.path} is damaged: {RESTORE}") from error
        except OSError as error:
            raise StoreError(
                f"nothing can be kept in {self.path.parent}: {error.strerror}; {ELSEWHERE}"
            ) from error

    def set_aside(self, at: datetime) -> Path | None:
        """Give the file that was found damaged another name, so that a new one can be begun.

        The new name holds the time `at`. Answers it, or None where the file is gone already. Raises
        StoreError while another process has the file open: at its end it would delete the log beside the
        new file.
        """
        with self._explained():
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
        name = f"{self.path.stem}-damaged-{at:%Y%m%d-%H%M%S}"
        asides = (self.path.with_name(f"{name}-{number}{self.path.suffix}") for number in count(1))
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
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino

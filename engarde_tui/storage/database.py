"""A SQLite file: open it, migrate it, write safely, set it aside if damaged."""

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
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
"""The byte of the lock file for opening the database: two processes creating it at once would fail."""

_SECONDS_TO_WAIT: Final = 2
"""Seconds to wait for another process that is writing; usually it takes milliseconds."""


class Database:
    """One SQLite file and the locks beside it, opened at the first use, once per process.

    Every method raises StoreError, having changed nothing, if the disk fails.
    """

    def __init__(
        self, folder: Path, schema: Schema, patience: float | None = None, *, sync_later: bool = False
    ) -> None:
        """Wait up to `patience` seconds (default: two) for another process that is writing.

        With `sync_later` a transaction survives the end of the process at once, but a power cut only after
        the next `sync`: waiting for the disk can take a quarter of a second.
        """
        self._schema = schema
        self._sync_later = sync_later
        self._patience = _SECONDS_TO_WAIT if patience is None else patience
        self.path = folder / schema.file
        self.locks = LockFile(self.path.with_suffix(".lock"))
        """One byte per match that is open; 0 and `OPENING` are for the database itself."""
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        """The file that is open, by device and inode; None while none is."""
        self._damaged: tuple[int, int] | None = None
        """The file found damaged, by device and inode: it may have been renamed since."""

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query; in a damaged file values can be of any type."""
        with self._explained():
            return self.connection().execute(statement, values).fetchall()

    def lock(self, byte: int) -> bool:
        """Lock `byte` against other processes; return False if it is already locked, also by this process."""
        with self._explained():
            self._make_folder()
            return self.locks.take(byte)

    def unlock(self, byte: int) -> None:
        """Unlock `byte`, if this process has locked it."""
        with self._explained():
            self.locks.free(byte)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction: afterwards all of it is on the disk, or nothing."""
        with self._explained():
            database = self.connection()
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise

    def open(self) -> None:
        """Open the file now instead of at the first use; release all locks if that fails."""
        try:
            with self._explained():
                self.connection()
        except StoreError:
            self.close()
            raise

    def connection(self) -> sqlite3.Connection:
        """Return the open database, created or migrated if necessary.

        Raises DamagedStoreError once the file that was opened is gone: a new one would be empty, and in a
        hall whoever comes first would own what others had.
        """
        if self._opened not in (None, _identity(self.path)):
            raise DamagedStoreError(
                f"{self.path} has been deleted or replaced while it was open: put it back, then try again"
            )
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
        """Keep other processes from setting the file aside, or from opening it if it is not shared."""
        if self._schema.shared:
            self.locks.share(_DATABASE)
        elif not (self.locks.has_taken(_DATABASE) or self.locks.take(_DATABASE)):
            raise StoreError(f"{self.path} is open in another process: close that one, or {ELSEWHERE}")

    def _connect(self) -> sqlite3.Connection:
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL, 0o600))
        mode = self.path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise StoreError(f"{self.path} is not a regular file: move it away, or {ELSEWHERE}")
        if mode & 0o077:
            # It holds secrets; a copy may have been readable by others.
            with suppress(PermissionError):
                self.path.chmod(mode & 0o700)
        database = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None)
        # Text that is not UTF-8 must not break a query of all rows.
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
        """Migrate the file, and make writes durable."""
        version = self._schema.version_of(database, self.path)
        database.execute(f"PRAGMA synchronous = {'NORMAL' if self._sync_later else 'FULL'}")
        database.execute("PRAGMA foreign_keys = ON")
        self._schema.migrate(database, version)
        # The write-ahead log needs one sync per action instead of several. It comes last, as it changes the
        # file: a file that is rejected stays as it was.
        database.execute("PRAGMA journal_mode = WAL")
        if self._sync_later:
            database.execute("PRAGMA wal_autocheckpoint = 0")

    def sync(self) -> None:
        """Wait until all transactions so far are on the disk; can be called in another thread."""
        with (
            self._explained(),
            closing(sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True)) as database,
        ):
            database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _make_folder(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of SQLite and the disk into StoreErrors that say what to do."""
        try:
            yield
        except sqlite3.Error as error:
            problem = explanation(self.path, error)
            if isinstance(problem, DamagedStoreError):
                self._damaged = _identity(self.path)
            raise problem from error
        except UnicodeDecodeError as error:
            # From SQLite's own error message, which quotes the damaged text.
            self._damaged = _identity(self.path)
            raise DamagedStoreError(f"{self.path} is damaged: {RESTORE}") from error
        except OSError as error:
            raise StoreError(
                f"nothing can be saved in {self.path.parent}: {error.strerror}; {ELSEWHERE}"
            ) from error

    def set_aside(self, at: datetime) -> Path | None:
        """Rename the damaged file, making room for a new one; the new name contains the time `at`.

        Returns the new path, or None if the file is already gone. Raises StoreError while another process has
        the file open: on exit it would delete the log of the new file.
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
        # The file itself is renamed last: if we crash before, it can still be set aside.
        for ending in ("-wal", "-shm", ""):
            part = self.path.with_name(self.path.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
        return aside

    def close(self) -> None:
        """Close the file and release all locks; the next use opens it again."""
        self._disconnect()
        self.locks.close()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = self._opened = None


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file; None if it does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino

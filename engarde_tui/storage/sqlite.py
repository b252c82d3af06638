"""A SQLite file: open it, check it, migrate it, write safely."""

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from engarde_tui.paths import ELSEWHERE
from engarde_tui.storage.errors import RESTORE, StoreError, explanation, leads_nowhere
from engarde_tui.storage.schema import Schema
from engine.message import message

_SECONDS_TO_WAIT: Final = 2
"""Seconds to wait for another process that is writing; usually it takes milliseconds."""

_LONGEST_DAMAGE: Final = 100
"""Characters quoted of what a check has found."""

_LONG_LOG: Final = 16 * 1024 * 1024
"""Bytes from which on a log that is synced later is moved to the file: a few thousand matches."""


class DatabaseFile:
    """One SQLite file, opened at the first use, once per process.

    It is opened for reading, and for writing at the first write, once it has been checked: nothing is written
    to a damaged file. Before the first write there need be none.

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
        self.name = str(self.path)
        self._connection: sqlite3.Connection | None = None
        self._is_writable = False
        """Whether the connection is one that can write."""
        self._is_trusted = False
        """Whether a process that has it open has found it whole."""
        self._opened: tuple[int, int] | None = None
        """The file that is open, by device and inode; None while none is."""
        self._is_frozen = False
        """Whether the connection sees the file as it was when it was opened."""

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query; in a damaged file values can be of any type."""
        with self._explained():
            if self._opened is None and self._is_empty():
                return []
            return self.connection().execute(statement, values).fetchall()

    @property
    def is_shared(self) -> bool:
        """False: whoever has come second reads the match again."""
        return False

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction: afterwards all of it is on the disk, or nothing.

        Raises StoreError if the file turns out to be damaged before the first one.
        """
        with self._explained(saving=True):
            database = self._connection_to_write()
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise

    def open(self) -> None:
        """Open the file for writing now instead of at the first write; close it if that fails.

        Raises StoreError if it is damaged.
        """
        try:
            with self._explained(saving=True):
                self._connection_to_write()
        except StoreError:
            self.close()
            raise

    @property
    def read_only(self) -> Path | None:
        """The folder, the file or one beside it that this user cannot write; None if all can be written."""
        # The superuser's rights can be laid down for a while.
        effective = os.access in os.supports_effective_ids
        with self._explained():
            beside = (self.path.with_name(f"{self.path.name}{ending}") for ending in ("-wal", "-shm"))
            for part in (self.path.parent, self.path, *beside):
                refuses = part.exists() and not os.access(part, os.W_OK, effective_ids=effective)
                # Others who close the file remove what lies beside it.
                if refuses and part.exists():
                    return part
        return None

    def _check(self) -> None:
        """Raise StoreError if the file is damaged inside."""
        with closing(self._connect("ro")) as database:
            ((answer,),) = database.execute("PRAGMA quick_check(1)").fetchall()
        if answer != "ok":
            # The first line only says which database it is.
            cause = str(answer).splitlines()[-1][:_LONGEST_DAMAGE]
            raise StoreError(
                message("{path} is damaged ({cause}): {advice}", path=self.path, cause=cause, advice=RESTORE)
            )

    def connection(self) -> sqlite3.Connection:
        """Return the database open for reading, created or migrated if necessary.

        Raises StoreError once the file that was opened is gone: a new one would be empty, and in a
        hall whoever comes first would own what others had.
        """
        if self._opened not in (None, _identity(self.path)):
            raise StoreError(
                message(
                    "{path} has been deleted or replaced while it was open: put it back, then try again",
                    path=self.path,
                )
            )
        if self._is_frozen:
            # Others may have written meanwhile.
            self._disconnect()
        if self._connection is None:
            if self.read_only is not None:
                self._open_frozen()
            else:
                self._open()
        assert self._connection is not None
        return self._connection

    def _connection_to_write(self) -> sqlite3.Connection:
        """Return the database open for writing; raises StoreError if it is damaged."""
        self._insist_on_writing()
        if self._opened is None and self._is_empty():
            self._make()
        database = self.connection()
        if self._is_writable:
            return database
        self._disconnect()
        return self._open_to_write()

    def _is_empty(self) -> bool:
        """Return whether there is no file, or nothing in it.

        Raises StoreError if only the log is there: a new file would take its place. Raises FileNotFoundError
        if a link on the way leads nowhere: the matches may be there another day.
        """
        if leads_nowhere(self.path):
            raise FileNotFoundError
        if _size(self.path):
            return False
        if _size(self._log):
            raise StoreError(message("{path} is damaged: {advice}", path=self.path, advice=RESTORE))
        return True

    @property
    def _log(self) -> Path:
        """The path of the write-ahead log."""
        return self.path.with_name(f"{self.path.name}-wal")

    def _make(self) -> None:
        """Make the file, empty, and its folder, unless they are there."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL, 0o600))

    def _insist_on_writing(self) -> None:
        """Raise StoreError if this user cannot write the file; what is open for writing can be written."""
        part = None if self._is_writable else self.read_only
        if part is not None:
            raise StoreError(
                message(
                    "{path} cannot be written, so nothing can be saved there: make it writable (with chown"
                    " if it belongs to another user), or {elsewhere}",
                    path=part,
                    elsewhere=ELSEWHERE,
                )
            )

    def _open(self) -> None:
        """Open the file for reading, or for writing if it is new, or has to be recovered or migrated."""
        mode = self._insist_on_regular_file()
        if mode & 0o077:
            # It holds secrets; a copy may have been readable by others.
            with suppress(PermissionError):
                self.path.chmod(mode & 0o700)
        # What a crash has left of a transaction is rolled back by the first reader, if it can write.
        is_half_written = self.path.with_name(f"{self.path.name}-journal").exists()
        with self._connected("rw" if is_half_written else "ro") as database:
            version = self._schema.version_of(database, self.path)
        if version == self._schema.version:
            self._connection, self._opened = database, _identity(self.path)
        else:
            database.close()
            self._open_to_write()

    def _open_frozen(self) -> None:
        """Open the file for reading where nothing can be written beside it.

        There SQLite reads a file without a log only if it may take it for one that nobody changes, and the
        log only if it keeps its index in memory and takes no locks.
        """
        self._insist_on_regular_file()
        # SQLite does not say why it cannot read a file; no lock is held here that this could lose.
        os.close(os.open(self.path, os.O_RDONLY))
        with self._connected("ro&vfs=unix-none" if _size(self._log) else "ro&immutable=1") as database:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            if self._schema.version_of(database, self.path) != self._schema.version:
                self._insist_on_writing()
        self._connection, self._opened, self._is_frozen = database, _identity(self.path), True

    def _open_to_write(self) -> sqlite3.Connection:
        """Open the file for writing: check and migrate it, and make writes durable."""
        if not self._is_trusted:
            self._check()
        with self._connected("rw") as database:
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA foreign_keys = ON")
            self._schema.migrate(database, self.path)
            # The write-ahead log needs one sync per action instead of several. It comes last, as it changes
            # the file: a file that is rejected stays as it was. Whoever makes the file at the same moment is
            # in the way; then the next one who opens it does this.
            with suppress(sqlite3.OperationalError):
                database.execute("PRAGMA journal_mode = WAL")
            if self._sync_later:
                database.execute("PRAGMA synchronous = NORMAL")
                database.execute("PRAGMA wal_autocheckpoint = 0")
                # A log that is begun anew must not count as long.
                database.execute(f"PRAGMA journal_size_limit = {_LONG_LOG // 16}")
        self._connection, self._opened, self._is_writable = database, _identity(self.path), True
        return database

    def _insist_on_regular_file(self) -> int:
        """Return the mode of the file; raises StoreError if it is no regular one."""
        mode = self.path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise StoreError(
                message(
                    "{path} is not a regular file: move it away, or {elsewhere}",
                    path=self.path,
                    elsewhere=ELSEWHERE,
                )
            )
        return mode

    def _connect(self, mode: str) -> sqlite3.Connection:
        """Return a connection to the file that can read ("ro") or also write ("rw")."""
        uri = f"{self.path.absolute().as_uri()}?mode={mode}"
        database = sqlite3.connect(uri, timeout=self._patience, isolation_level=None, uri=True)
        # Text that is not UTF-8 must not break a query of all rows.
        database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        return database

    @contextmanager
    def _connected(self, mode: str) -> Iterator[sqlite3.Connection]:
        """Return a connection as `_connect`, which is closed if what is done with it fails."""
        database = self._connect(mode)
        try:
            yield database
        except BaseException:
            database.close()
            raise

    def sync(self) -> None:
        """Wait until all transactions so far are on the disk; can be called in another thread.

        As a rule only the log is synced: once SQLite has moved all of it to the file, it begins the log anew,
        and whoever writes next waits for the disk.
        """
        log = self._log
        with self._explained(saving=True):
            self.path.stat()
            if not log.exists() or log.stat().st_size > _LONG_LOG:
                uri = f"{self.path.absolute().as_uri()}?mode=rw"
                with closing(sqlite3.connect(uri, uri=True)) as database:
                    database.execute("PRAGMA wal_checkpoint(PASSIVE)")
                return
            file = os.open(log, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)

    def rest(self) -> None:
        """Do nothing: a file can be open as often as anybody likes."""

    def snapshot(self) -> "FileSnapshot":
        """Return what is kept as of now; other writers are not held up."""
        with self._explained():
            return FileSnapshot(self._connect_for_threads(), self.name)

    def _connect_for_threads(self) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    @contextmanager
    def _explained(self, *, saving: bool = False) -> Iterator[None]:
        """Turn errors of SQLite and the disk into StoreErrors that say what to do, by what was asked for."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise explanation(self.path, error, saving=saving) from error
        except UnicodeDecodeError as error:
            # From SQLite's own error message, which quotes the damaged text.
            raise StoreError(
                message("{path} is damaged: {advice}", path=self.path, advice=RESTORE)
            ) from error

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = self._opened = None
            self._is_writable = self._is_frozen = False


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, unless there is one; raises StoreError if that fails."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise explanation(folder, error, saving=True) from error


class FileSnapshot:
    """A file of SQLite as it was when this was made."""

    def __init__(self, database: sqlite3.Connection, name: str) -> None:
        """Begin to read. Raises sqlite3.Error if that fails."""
        self._database = database
        self._name = name
        try:
            database.execute("BEGIN")
            # Only the first query fixes what the transaction sees.
            database.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except BaseException:
            database.close()
            raise

    def write(self, path: Path) -> None:
        """Write it as a new file, which only its owner can read.

        Raises OSError or StoreError if that fails, or it is damaged.
        """
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
            with closing(sqlite3.connect(path)) as copy:
                self._database.backup(copy)
                # Otherwise part of it could stay in a file of its own.
                copy.execute("PRAGMA journal_mode = DELETE")
                found = copy.execute("PRAGMA quick_check").fetchall()
        except sqlite3.Error as error:
            raise explanation(path, error, saving=True) from error
        if found != [("ok",)]:
            raise StoreError(message("{path} is damaged: the copy is not complete", path=self._name))

    def close(self) -> None:
        """Read no more."""
        self._database.close()


def _size(path: Path) -> int:
    """Return the bytes of a file; 0 if it does not exist."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file; None if it does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino

"""What a hall keeps: members, bans, settings, tables and matches, and how long it has run."""

import time
from collections.abc import Callable
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engarde_tui.fair.commitment import SECRET, new_secret
from engarde_tui.language import tr
from engarde_tui.paths import ELSEWHERE
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.bans import Bans
from engarde_tui.serve.hall.bouts import Bouts
from engarde_tui.serve.hall.hall_time import HallTime
from engarde_tui.serve.hall.names import Names
from engarde_tui.serve.hall.operator_words import OperatorWords
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.ratings import HallRatings
from engarde_tui.serve.hall.schema import SCHEMA
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.hall.table_rows import TableRows
from engarde_tui.serve.hall.time_rows import TimeRows
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import RESTORE, StoreError, explanation
from engarde_tui.storage.sqlite import make_folder
from engarde_tui.storage.store import Store
from engine.message import message

if TYPE_CHECKING:
    from engarde_tui.serve.postgres.database import PostgresDatabase

_ON_SERVER: Final = "on-server"
"""The file in a hall's folder that tells in which database of a server the hall is, without a password."""

_INSTALLING: Final = "pip install 'engarde-tui[serve,postgres]'"

NAMES_DAYS: Final = 365
"""Days of running after which an unused name is free again, if the operator does not set another number."""


class Register:
    """The hall's database, as one of the hall's processes has it open."""

    def __init__(
        self,
        folder: Path,
        url: str = "",
        *,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        names_days: float = NAMES_DAYS,
        database: Database | None = None,
    ) -> None:
        """Open or create the database in `folder`, or that of the server at a `url`.

        Raises StoreError if that fails.

        `clock` returns seconds since 1970, `monotonic` those from any start; an unused name is free again
        after so many days in which the hall ran. A `database` that is open already is used instead.
        """
        self.database = database or _opened(folder, url)
        """Written to the disk at its next `sync`, but for secrets: these are there at once."""
        self.clock = clock
        self.store = Store(folder, database=self.database)
        """All matches of the hall."""
        try:
            self.hall_time = HallTime(self.database, monotonic)
            self.names = Names(self.database, clock, self.hall_time, names_days)
            self.bans = Bans(self.database, clock)
            self.ratings = HallRatings(self.database, self.store, clock)
            self.bouts = Bouts(self.database, self.store)
            self.operator_words = OperatorWords(self.database, clock)
            self.tables = TableRows(self.database)
            self.times = TimeRows(self.database)
        except BaseException:
            self.database.close()
            raise

    def secret(self, what: str) -> str:
        """Return the hall's secret for `what`, 64 hexadecimal digits, made at the first use.

        Raises Problem if it cannot be read or saved.
        """
        with with_register():
            rows = self.database.select("SELECT text FROM secret WHERE what = ?", (what,))
            if not rows:
                self._write("INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING", what, new_secret())
                # Commitments to it must stay true after a power cut.
                self.database.sync()
                return self.secret(what)
            found = str(rows[0][0])
            if not SECRET.fullmatch(found):
                raise StoreError(f"the secret {what!r} in {self.database.name} is damaged: {RESTORE}")
            return found

    def settings(self, key: str) -> str:
        """Return the settings of a key as text, "" if it has none; raises Problem if they cannot be read."""
        with with_register():
            for (text,) in self.database.select("SELECT text FROM settings WHERE key = ?", (key,)):
                return str(text)
        return ""

    def save_settings(self, key: str, text: str, *, keeps_old: bool = False) -> None:
        """Save the settings of a key; raises Problem if they cannot be saved.

        With `keeps_old` those of before stay as they are, under the key with `.broken-1` or so after it.
        """
        with with_register(), self.database.writing() as connection:
            if keeps_old:
                aside = f"{key}.broken-"
                rows = connection.execute(
                    "SELECT key FROM settings WHERE substr(key, 1, ?) = ?", (len(aside), aside)
                )
                numbers = [int(found) for (name,) in rows if (found := name[len(aside) :]).isdecimal()]
                connection.execute(
                    "INSERT INTO settings SELECT ?, text FROM settings WHERE key = ?",
                    (f"{aside}{max(numbers, default=0) + 1}", key),
                )
            connection.execute(
                "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET text = excluded.text",
                (key, text),
            )

    def _write(self, statement: str, *values: str | int) -> None:
        with self.database.writing() as connection:
            connection.execute(statement, values)

    def close(self) -> None:
        """Save how long the hall has run, and close the database."""
        self.hall_time.stop()
        self.database.close()


def _opened(folder: Path, url: str) -> Database:
    database = shared_database(folder, url)
    database.open()
    try:
        if url:
            note_server(folder, database.name)
    except BaseException:
        database.close()
        raise
    return database


def _check_is_here(folder: Path) -> None:
    """Raise StoreError if the hall of a folder is kept on a server."""
    # Path.exists raises an error where the folder cannot be looked into.
    is_elsewhere = exists(folder / _ON_SERVER) and not exists(folder / "hall.db")
    if is_elsewhere and (name := _noted_server(folder)):
        raise StoreError(
            message(
                "the hall in {folder} is kept in {name}: open it with --database, or {elsewhere}",
                folder=folder,
                name=name,
                elsewhere=ELSEWHERE,
            )
        )


def shared_database(folder: Path, url: str) -> "SharedFile | PostgresDatabase":
    """Return the database in `folder`, or of the server at a `url`, for one of many processes; not yet open.

    Raises StoreError if the hall of that folder is kept elsewhere, and as `on_server`.
    """
    if url:
        return on_server(url)
    _check_is_here(folder)
    return SharedFile(folder)


def note_server(folder: Path, name: str) -> None:
    """Note in a hall's folder in which database the hall is: without it nobody opens an empty one there.

    The folder is made if there is none. Raises StoreError if that fails.
    """
    make_folder(folder)
    if _noted_server(folder) != name:
        try:
            (folder / _ON_SERVER).write_text(f"{name}\n", "utf-8")
        except OSError as error:
            raise explanation(folder, error, saving=True) from error


def _noted_server(folder: Path) -> str:
    """Return in which database the hall of a folder is; "" if in none."""
    try:
        return (folder / _ON_SERVER).read_text("utf-8", "replace").strip()
    except FileNotFoundError:
        return ""
    except OSError:
        return tr("a database")


def on_server(url: str) -> "PostgresDatabase":
    """Return the database of the server at a `url`, not yet open.

    Raises StoreError if that is no address, Problem if what speaks with the server is not installed.
    """
    # Most halls need no server.
    try:
        from engarde_tui.serve.postgres.database import PostgresDatabase
    except ImportError:
        raise Problem(message("a database server needs more: {command}", command=_INSTALLING)) from None
    return PostgresDatabase(url, SCHEMA)

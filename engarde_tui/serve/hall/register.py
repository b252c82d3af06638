"""The hall's own database: names, bans, settings, notes, waiting tables, how long it has run."""

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

from engarde_tui.fair.commitment import SECRET, new_secret
from engarde_tui.serve.hall.bans import Bans
from engarde_tui.serve.hall.names import Names
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.waiting import Waiting
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import RESTORE, DamagedStoreError, StoreError
from engarde_tui.storage.schema import Schema


class RunningTime:
    """The seconds that a hall has run since its database was made; whatever the time of day is set to."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` returns seconds from any start. Raises StoreError if the database cannot be read."""
        self._database = database
        self._clock = clock
        self._began = clock()
        self._before = sum(
            seconds
            for (seconds,) in database.select("SELECT seconds FROM running")
            if isinstance(seconds, int)
        )

    def __call__(self) -> float:
        """Return the seconds until now."""
        return self._before + self._clock() - self._began

    def save(self) -> None:
        """Save the seconds until now; if that fails it is logged, and the next call saves them."""
        with suppress(StoreError), with_register(), self._database.writing() as connection:
            connection.execute("UPDATE running SET seconds = ?", (int(self()),))


NAMES_DAYS: Final = 365
"""Days of running after which an unused name is free again, if the operator does not set another number."""

PATIENCE: Final = 0.05
"""Seconds to wait for a locked file; short, because all players wait too."""


def _name_games(database: sqlite3.Connection) -> None:
    """Add the game's name to each offer, and write its rules as records do; skip unreadable ones."""
    for row, text in database.execute("SELECT rowid, offer FROM waiting").fetchall():
        with suppress(ValueError, RecursionError, TypeError, AttributeError, KeyError):
            terms = json.loads(text)
            if all(isinstance(on, bool) for on in terms["rules"].values()):
                words = " ".join(["house", *(rule for rule, on in terms["rules"].items() if on)])
                named = Waiting.parse(json.dumps({**terms, "game": "en-garde", "rules": words}))
                database.execute("UPDATE waiting SET offer = ? WHERE rowid = ?", (named.text, row))


SCHEMA: Final = Schema(
    file="hall.db",
    application_id=0x454E4748,
    migrations=(
        """
        CREATE TABLE IF NOT EXISTS name (name TEXT PRIMARY KEY COLLATE NOCASE, key TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS waiting (secret TEXT PRIMARY KEY, offer TEXT NOT NULL);
        """,
        _name_games,
        "CREATE TABLE settings (key TEXT PRIMARY KEY, text TEXT NOT NULL)",
        """
        CREATE TABLE note (
            name TEXT NOT NULL COLLATE NOCASE, kind TEXT NOT NULL, match INTEGER NOT NULL,
            PRIMARY KEY (name, kind, match)
        ) WITHOUT ROWID
        """,
        # A name has several keys, and is free again after a time. OR IGNORE: in a damaged file a name can be
        # missing.
        """
        CREATE TABLE name_key (
            name TEXT NOT NULL COLLATE NOCASE, key TEXT NOT NULL, seen INTEGER NOT NULL,
            PRIMARY KEY (name, key)
        );
        INSERT OR IGNORE INTO name_key SELECT name, key, strftime('%s', 'now') FROM name;
        DROP TABLE name;
        ALTER TABLE name_key RENAME TO name;
        CREATE INDEX name_of_key ON name (key);
        CREATE TABLE released (name TEXT PRIMARY KEY COLLATE NOCASE, times INTEGER NOT NULL);
        CREATE TABLE ban (who TEXT PRIMARY KEY COLLATE NOCASE, since INTEGER NOT NULL);
        ALTER TABLE waiting ADD COLUMN network TEXT NOT NULL DEFAULT '';
        ALTER TABLE waiting ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        UPDATE waiting SET seen = strftime('%s', 'now')
        """,
        "CREATE TABLE secret (what TEXT PRIMARY KEY, text TEXT NOT NULL)",
        # In seconds: how long the hall has run in all, and had run when a key was last used.
        """
        CREATE TABLE running (seconds INTEGER NOT NULL);
        INSERT INTO running VALUES (0);
        ALTER TABLE name ADD COLUMN used INTEGER NOT NULL DEFAULT 0
        """,
    ),
    unmarked=frozenset({"name", "waiting"}),
    shared=False,
)


class Note(StrEnum):
    """What the hall notes for a member about a match."""

    CLAIMED = "claimed"
    """The opponent has claimed it, and the member has not been told yet."""
    DELETED = "deleted"
    """The member has deleted it; another member who played it keeps it."""


class WaitingRow(NamedTuple):
    """A waiting table as stored; in a damaged file the fields can have any type."""

    number: int
    secret: object
    text: object
    network: object
    """Where its host opened it from; "" if that is not known."""
    seen: object
    """When its host was here last, in seconds since 1970."""

    @property
    def host(self) -> tuple[str, float]:
        """The last two fields; what is damaged is as if the host had been here just now."""
        network = self.network if isinstance(self.network, str) else ""
        return network, float(self.seen) if isinstance(self.seen, int) else inf


class Register:
    """The hall's own database; only one process can have it open."""

    def __init__(
        self,
        folder: Path,
        *,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        names_days: float = NAMES_DAYS,
    ) -> None:
        """Open or create the database in `folder`; raises StoreError if that fails.

        `clock` returns seconds since 1970, `monotonic` those from any start; an unused name is free again
        after so many days in which the hall ran.
        """
        self.database = Database(folder, SCHEMA, PATIENCE, sync_later=True)
        """Written to the disk at its next `sync`, but for secrets: these are there at once."""
        self.database.open()
        self.clock = clock
        try:
            self.running_time = RunningTime(self.database, monotonic)
            self.names = Names(self.database, clock, self.running_time, names_days)
            self.bans = Bans(self.database, clock)
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
                self._write("INSERT OR IGNORE INTO secret VALUES (?, ?)", what, new_secret())
                # Commitments to it must stay true after a power cut.
                self.database.sync()
                return self.secret(what)
            found = str(rows[0][0])
            if not SECRET.fullmatch(found):
                raise DamagedStoreError(f"the secret {what!r} in {self.database.path} is damaged: {RESTORE}")
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
                ((last,),) = connection.execute(
                    "SELECT max(CAST(substr(key, ?) AS INTEGER)) FROM settings WHERE instr(key, ?) = 1",
                    (len(aside) + 1, aside),
                )
                connection.execute(
                    "INSERT INTO settings SELECT ?, text FROM settings WHERE key = ?",
                    (f"{aside}{(last or 0) + 1}", key),
                )
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, text))

    def add_note(self, name: str, kind: Note, match: int) -> None:
        """Note something for a member about a match; raises Problem if it cannot be saved."""
        with with_register():
            self._write("INSERT OR IGNORE INTO note VALUES (?, ?, ?)", name, kind, match)

    def remove_note(self, name: str, kind: Note, match: int) -> None:
        """Remove a note; raises Problem if it cannot be deleted."""
        with with_register():
            self._write("DELETE FROM note WHERE name = ? AND kind = ? AND match = ?", name, kind, match)

    def remove_notes(self, match: int) -> None:
        """Remove all notes about a match; raises Problem if they cannot be deleted."""
        with with_register():
            self._write("DELETE FROM note WHERE match = ?", match)

    def notes(self, name: str, kind: Note) -> list[int]:
        """Return the matches with a note of this kind for a member; raises Problem if they cannot be read."""
        with with_register():
            rows = self.database.select("SELECT match FROM note WHERE name = ? AND kind = ?", (name, kind))
        # In a damaged file the number of a match can be of any type.
        return [match_id for (match_id,) in rows if isinstance(match_id, int)]

    def all_noted(self, kind: Note) -> set[tuple[object, object]]:
        """Return member and match of each note of this kind; raises StoreError if they cannot be read."""
        return set(self.database.select("SELECT name, match FROM note WHERE kind = ?", (kind,)))

    def add_waiting(self, secret: str, text: str, network: str, seen: float) -> None:
        """Save a waiting table; raises Problem if it cannot be saved."""
        with with_register():
            self._write("INSERT INTO waiting VALUES (?, ?, ?, ?)", secret, text, network, int(seen))

    def see_waiting(self, secrets: Sequence[str], seen: float) -> None:
        """Save when the hosts of these tables were here last; raises Problem if that cannot be saved."""
        if secrets:
            with with_register(), self.database.writing() as connection:
                connection.executemany(
                    "UPDATE waiting SET seen = ? WHERE secret = ?",
                    [(int(seen), secret) for secret in secrets],
                )

    def change_waiting(self, secret: str, text: str) -> None:
        """Save a waiting table again; raises Problem if it cannot be saved."""
        with with_register():
            self._write("UPDATE waiting SET offer = ? WHERE secret = ?", text, secret)

    def remove_waiting(self, secrets: Sequence[str]) -> None:
        """Delete the waiting tables with these secrets, all or none; raises Problem if that fails."""
        if secrets:
            with with_register(), self.database.writing() as connection:
                connection.executemany(
                    "DELETE FROM waiting WHERE secret = ?", [(secret,) for secret in secrets]
                )

    def waiting(self) -> list[WaitingRow]:
        """Return the waiting tables, oldest first; raises StoreError if they cannot be read."""
        rows = self.database.select("SELECT rowid, secret, offer, network, seen FROM waiting ORDER BY rowid")
        return [WaitingRow(*row) for row in rows]

    def forget(self, rows: Sequence[WaitingRow]) -> None:
        """Delete waiting tables; raises StoreError if they cannot be deleted."""
        if rows:
            with self.database.writing() as connection:
                connection.executemany("DELETE FROM waiting WHERE rowid = ?", [(row.number,) for row in rows])

    def _write(self, statement: str, *values: str | int) -> None:
        with self.database.writing() as connection:
            connection.execute(statement, values)

    def close(self) -> None:
        """Save how long the hall has run, and close the database."""
        self.running_time.save()
        self.database.close()

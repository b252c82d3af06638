"""The hall's own database: the names and settings of keys, and the tables that wait for an opponent."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from engarde_tui.serve.hall.trouble import without_details
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.hall.waiting import Waiting
from engarde_tui.storage.database import Database
from engarde_tui.storage.schema import Schema

MAX_NAMES: Final = 3
"""Names one key can own, so that nobody takes them all."""

PATIENCE: Final = 0.05
"""Seconds to wait for a locked file; short, because all players wait too."""


def _name_games(database: sqlite3.Connection) -> None:
    """Add the game's name to each offer, and write its rules as records do; skip unreadable ones."""
    for row, text in database.execute("SELECT rowid, offer FROM waiting").fetchall():
        with suppress(ValueError, RecursionError, TypeError, AttributeError, KeyError):
            offer = json.loads(text)
            if all(isinstance(on, bool) for on in offer["rules"].values()):
                words = " ".join(["house", *(rule for rule, on in offer["rules"].items() if on)])
                named = Waiting.parse(json.dumps({**offer, "game": "en-garde", "rules": words}))
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
    ),
    unmarked=frozenset({"name", "waiting"}),
    shared=False,
)


class WaitingRow(NamedTuple):
    """A waiting table as stored; in a damaged file the fields can have any type."""

    number: int
    secret: object
    text: object


class Register:
    """The hall's own database; only one process can have it open."""

    def __init__(self, folder: Path) -> None:
        """Open or create the database in `folder`; raises StoreError if that fails."""
        self._database = Database(folder, SCHEMA, PATIENCE)
        self._database.open()

    def name_for(self, key: str, name: str) -> str:
        """Return the name as this key registered it, ignoring case; register it if it is free.

        Raises Refusal if the name belongs to another key or this key has `MAX_NAMES` names, Problem if the
        database cannot be read or written.
        """
        with _for_visitors():
            if found := self._owned_name(key, name):
                return found
            self._write("INSERT INTO name VALUES (?, ?)", name, key)
            return name

    def check_name(self, key: str, name: str) -> None:
        """Raise Refusal as `name_for` would, registering nothing; Problem if the database cannot be read."""
        with _for_visitors():
            self._owned_name(key, name)

    def _owned_name(self, key: str, name: str) -> str:
        """Return the name as this key registered it, "" if the key may have it; raises Refusal if not."""
        for found, owner in self._database.select("SELECT name, key FROM name WHERE name = ?", (name,)):
            if owner != key:
                raise Refusal(f"the name {name} belongs to another key")
            return str(found)
        ((taken,),) = self._database.select("SELECT count(*) FROM name WHERE key = ?", (key,))
        if taken >= MAX_NAMES:
            raise Refusal(f"your key has {MAX_NAMES} names already")
        return ""

    def settings(self, key: str) -> str:
        """Return the settings of a key as text, "" if it has none; raises Problem if they cannot be read."""
        with _for_visitors():
            for (text,) in self._database.select("SELECT text FROM settings WHERE key = ?", (key,)):
                return str(text)
        return ""

    def save_settings(self, key: str, text: str, *, keeps_old: bool = False) -> None:
        """Save the settings of a key; raises Problem if they cannot be saved.

        With `keeps_old` those of before stay as they are, under the key with `.broken-1` or so after it.
        """
        with _for_visitors(), self._database.writing() as connection:
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

    def add_waiting(self, secret: str, text: str) -> None:
        """Save a waiting table; raises Problem if it cannot be saved."""
        with _for_visitors():
            self._write("INSERT INTO waiting VALUES (?, ?)", secret, text)

    def change_waiting(self, secret: str, text: str) -> None:
        """Save a waiting table again; raises Problem if it cannot be saved."""
        with _for_visitors():
            self._write("UPDATE waiting SET offer = ? WHERE secret = ?", text, secret)

    def remove_waiting(self, secret: str) -> None:
        """Delete the waiting table with this secret; raises Problem if it cannot be deleted."""
        with _for_visitors():
            self._write("DELETE FROM waiting WHERE secret = ?", secret)

    def waiting(self) -> list[WaitingRow]:
        """Return the waiting tables, oldest first; raises StoreError if they cannot be read."""
        rows = self._database.select("SELECT rowid, secret, offer FROM waiting ORDER BY rowid")
        return [WaitingRow(*row) for row in rows]

    def forget(self, rows: Sequence[WaitingRow]) -> None:
        """Delete waiting tables; raises StoreError if they cannot be deleted."""
        if rows:
            with self._database.writing() as connection:
                connection.executemany("DELETE FROM waiting WHERE rowid = ?", [(row.number,) for row in rows])

    def _write(self, statement: str, *values: str) -> None:
        with self._database.writing() as connection:
            connection.execute(statement, values)

    def close(self) -> None:
        """Close the database."""
        self._database.close()


def _for_visitors() -> AbstractContextManager[None]:
    """Log StoreErrors, and raise them without details."""
    return without_details("read or write its register", event="register")

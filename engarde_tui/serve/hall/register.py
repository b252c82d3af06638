"""What the hall keeps beside the matches: whose key has which name, and which tables wait for an opponent."""

import json
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.hall.waiting import Waiting
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.schema import Schema

_LOG = logging.getLogger("engarde.hall")

MOST_NAMES: Final = 3
"""So many names one key can take, so that nobody takes them all."""

PATIENCE: Final = 0.05
"""Seconds to wait for another program that has locked a file: all players would wait with us."""


def _name_games(database: sqlite3.Connection) -> None:
    """Name the game of each offer, and write its rules as records do; what cannot be read stays as it is."""
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
    ),
    unmarked=frozenset({"name", "waiting"}),
    shared=False,
)


class WaitingRow(NamedTuple):
    """A table that waits for an opponent, as it is on the disk; where that is damaged, of any type."""

    number: int
    secret: object
    text: object


class Register:
    """The hall's own database; open in one process only."""

    def __init__(self, folder: Path) -> None:
        """Open it, or make it; raises StoreError where that cannot be done."""
        self._database = Database(folder, SCHEMA, PATIENCE)
        self._database.open()

    def name_for(self, key: str, name: str) -> str:
        """The name as this key has taken it, now at the latest, in whatever case it is written.

        The first key that comes with a name takes it. Raises Refusal where another key has, or this one has
        names enough, and Problem where the disk does not let it.
        """
        with _told():
            for found, owner in self._database.select("SELECT name, key FROM name WHERE name = ?", (name,)):
                if owner != key:
                    raise Refusal(f"the name {name} belongs to another key")
                return str(found)
            ((taken,),) = self._database.select("SELECT count(*) FROM name WHERE key = ?", (key,))
            if taken >= MOST_NAMES:
                raise Refusal(f"your key has {MOST_NAMES} names already")
            self._write("INSERT INTO name VALUES (?, ?)", name, key)
            return name

    def add_waiting(self, secret: str, text: str) -> None:
        """Keep a table that waits for an opponent; raises Problem where the disk does not let it."""
        with _told():
            self._write("INSERT INTO waiting VALUES (?, ?)", secret, text)

    def remove_waiting(self, secret: str) -> None:
        """Forget a table that waits no more; raises Problem where the disk does not let it."""
        with _told():
            self._write("DELETE FROM waiting WHERE secret = ?", secret)

    def waiting(self) -> list[WaitingRow]:
        """The tables that wait for an opponent, in the order they were offered; raises StoreError."""
        rows = self._database.select("SELECT rowid, secret, offer FROM waiting ORDER BY rowid")
        return [WaitingRow(*row) for row in rows]

    def forget(self, rows: Sequence[WaitingRow]) -> None:
        """Forget tables that wait no more; raises StoreError."""
        if rows:
            with self._database.writing() as connection:
                connection.executemany("DELETE FROM waiting WHERE rowid = ?", [(row.number,) for row in rows])

    def _write(self, statement: str, *values: str) -> None:
        with self._database.writing() as connection:
            connection.execute(statement, values)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()


@contextmanager
def _told() -> Iterator[None]:
    """Tell visitors that the disk does not let it, and the log why."""
    try:
        yield
    except StoreError as error:
        _LOG.error("event=register problem=%r", str(error))
        raise Problem("the hall cannot read or write its register at the moment: try again later") from error

"""What the hall keeps beside the matches: whose key has which name, and which tables wait for an opponent."""

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.locks import LockFile

MOST_NAMES: Final = 3
"""So many names one key can take, so that nobody takes them all."""

PATIENCE: Final = 0.05
"""Seconds to wait for another program that has locked a file: all players would wait with us."""

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS name (name TEXT PRIMARY KEY COLLATE NOCASE, key TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS waiting (secret TEXT PRIMARY KEY, offer TEXT NOT NULL);
"""


class Register:
    """A small database of its own; raises Problem where the disk does not let it."""

    def __init__(self, folder: Path) -> None:
        path = folder / "hall.db"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = LockFile(folder / "hall.lock")
            if not self._lock.take(0):
                raise Problem(
                    f"another hall is open in {folder}: close it, or choose another folder with --data"
                )
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._database = sqlite3.connect(path, PATIENCE, isolation_level=None)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise Problem(f"{path} cannot be opened: {error}. Choose another folder with --data") from None

    def name_for(self, key: str, name: str) -> str:
        """The name as this key has taken it, now at the latest, in whatever case it is written.

        The first key that comes with a name takes it. Raises Refusal where another key has, or this one has
        names enough.
        """
        for found, owner in self._do("SELECT name, key FROM name WHERE name = ?", name):
            if owner != key:
                raise Refusal(f"the name {name} belongs to another key")
            return str(found)
        ((taken,),) = self._do("SELECT count(*) FROM name WHERE key = ?", key)
        if taken >= MOST_NAMES:
            raise Refusal(f"your key has {MOST_NAMES} names already")
        self._do("INSERT INTO name VALUES (?, ?)", name, key)
        return name

    def add_waiting(self, secret: str, offer: dict[str, object]) -> None:
        """Keep a table that waits for an opponent."""
        self._do("INSERT INTO waiting VALUES (?, ?)", secret, json.dumps(offer))

    def remove_waiting(self, secret: str) -> None:
        """It waits no more."""
        self._do("DELETE FROM waiting WHERE secret = ?", secret)

    def waiting(self) -> Iterator[tuple[str, Any]]:
        """The tables that wait for an opponent, in the order they were offered: secret and offer."""
        for secret, offer in self._do("SELECT secret, offer FROM waiting ORDER BY rowid"):
            yield secret, json.loads(offer)

    def _do(self, statement: str, *values: str) -> list[Any]:
        try:
            return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise Problem(f"the hall cannot read or write its register: {error}") from None

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()
        self._lock.close()

"""What the hall keeps beside the matches: whose key has which name, and which tables wait for an opponent."""

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engarde_tui.problem import Problem

MOST_NAMES: Final = 3
"""So many names one key can take, so that nobody takes them all."""

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
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._database = sqlite3.connect(path, isolation_level=None)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise Problem(f"{path} cannot be opened: {error}. Choose another folder with --data") from None

    def name_for(self, key: str, name: str) -> str | None:
        """The name as this key has taken it, now at the latest; None where another key has it.

        In whatever case it is written; the first key that comes with a name takes it, unless it has enough.
        """
        row = self._database.execute("SELECT name, key FROM name WHERE name = ?", (name,)).fetchone()
        if row is not None:
            return str(row[0]) if row[1] == key else None
        (taken,) = self._database.execute("SELECT count(*) FROM name WHERE key = ?", (key,)).fetchone()
        if taken >= MOST_NAMES:
            return None
        self._database.execute("INSERT INTO name VALUES (?, ?)", (name, key))
        return name

    def add_waiting(self, secret: str, offer: dict[str, object]) -> None:
        """Keep a table that waits for an opponent."""
        self._database.execute("INSERT INTO waiting VALUES (?, ?)", (secret, json.dumps(offer)))

    def remove_waiting(self, secret: str) -> None:
        """It waits no more."""
        self._database.execute("DELETE FROM waiting WHERE secret = ?", (secret,))

    def waiting(self) -> Iterator[tuple[str, Any]]:
        """The tables that wait for an opponent, in the order they were offered: secret and offer."""
        for secret, offer in self._database.execute("SELECT secret, offer FROM waiting ORDER BY rowid"):
            yield secret, json.loads(offer)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

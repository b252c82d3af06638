"""A hall's file of SQLite that many processes write; the door tells each what the others have changed."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engarde_tui.serve.hall.hall_time import FILE_NOW
from engarde_tui.serve.hall.schema import SCHEMA
from engarde_tui.serve.ringing import ANYTHING, RINGING, TOLD
from engarde_tui.storage.sqlite import DatabaseFile

PATIENCE: Final = 5.0
"""Seconds to wait for another process that is writing; usually it takes milliseconds."""

KEPT_SECONDS: Final = 120.0
"""Seconds for which news are kept; whoever has not looked for longer looks at everything."""


def _making() -> Iterator[str]:
    yield (
        "CREATE TABLE IF NOT EXISTS news"
        " (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, at REAL NOT NULL)"
    )
    for table, columns in RINGING.items():
        told = f" OF {TOLD[table]}" if table in TOLD else ""
        for event, row in (("INSERT", "NEW"), (f"UPDATE{told}", "NEW"), ("DELETE", "OLD")):
            text = "".join(f" || ' ' || {row}.{column}" for column in columns.split(",") if column)
            name = f"ring_{table}_{event.partition(' ')[0].lower()}"
            yield (
                f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {event} ON {table} BEGIN"
                f" INSERT INTO news (text, at) VALUES ('{table}'{text}, {FILE_NOW}); END"
            )


class SharedFile(DatabaseFile):
    """The file, and the news in it."""

    def __init__(self, folder: Path) -> None:
        """The file is in a hall's `folder`."""
        super().__init__(folder, SCHEMA, PATIENCE, sync_later=True)
        # Whoever opens it for all has checked it.
        self._is_trusted = True
        self.ring: Callable[[], None] = lambda: None
        """Called after each transaction."""
        self._last: int | None = None
        """The number of the last news; None before anybody has asked."""

    def open(self) -> None:
        """Open the file, and let changes tell of themselves."""
        self._is_trusted = False
        super().open()
        with super().writing() as connection:
            for statement in _making():
                connection.execute(statement)

    @property
    def is_shared(self) -> bool:
        """True: whoever has come second reads what is new."""
        return True

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction, as `DatabaseFile` does, and ring: others may be to hear of it."""
        with super().writing() as connection:
            yield connection
        self.ring()

    def news(self) -> list[str]:
        """Return what has changed since the last call; the first returns nothing."""
        if self._last is None:
            self._last = self._newest
            return []
        rows = self.select("SELECT id, text FROM news WHERE id > ? ORDER BY id", (self._last,))
        if not rows:
            return []
        # Some may be gone already.
        lost = [ANYTHING] if rows[0][0] > self._last + 1 else []
        self._last = rows[-1][0]
        return [*lost, *(text for _, text in rows)]

    @property
    def _newest(self) -> int:
        for (number,) in self.select("SELECT seq FROM sqlite_sequence WHERE name = 'news'"):
            return int(number)
        return 0

    def forget_news(self) -> None:
        """Drop what everybody has had the time to hear."""
        with super().writing() as connection:
            connection.execute(f"DELETE FROM news WHERE at < {FILE_NOW} - ?", (KEPT_SECONDS,))

"""What the operator has written: the notice in the lobby, and notes to members who have not read them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from engarde_tui.serve.hall.events import Announced
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.stored_words import restored, stored
from engarde_tui.serve.hall.time_rows import LATEST
from engarde_tui.storage.database import Database
from engine.message import Message

MAX_NOTES = 20
"""Notes that one member can have unread; the oldest give way."""

_KEPT: Final = 86400.0
"""Seconds for which an announcement can be read."""


class Note(NamedTuple):
    """What the operator has written to a member."""

    id: int
    text: str
    at: datetime


class OperatorWords:
    """The notice and the notes, in the hall's database.

    Every method raises Problem if the database cannot be read or written.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Read the notice; raises StoreError if it cannot be read. `clock` returns seconds since 1970."""
        self._database = database
        self._clock = clock
        self.notice = ""
        """What the lobby shows; "" for nothing."""
        self._heard = 0
        """The number of the last announcement that was read."""
        self.read()

    def read(self) -> None:
        """Read the notice anew; raises StoreError if it cannot be read."""
        self.notice = ""
        for (text,) in self._database.select("SELECT text FROM notice"):
            self.notice = str(text)

    def put_up(self, notice: str) -> None:
        """Show a notice in the lobby until another one, or "", is put up."""
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM notice")
            if notice:
                connection.execute("INSERT INTO notice VALUES (?)", (notice,))
        self.notice = notice

    def announce(self, words: Message) -> None:
        """Let other processes hear an announcement."""
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM announcement WHERE at < ?", (int(self._clock() - _KEPT),))
            connection.execute(
                "INSERT INTO announcement (at, words) VALUES (?, ?)", (int(self._clock()), stored(words))
            )

    def announced(self) -> list[Announced]:
        """Return what has been announced since the last time, oldest first."""
        with with_register():
            rows = self._database.select(
                "SELECT id, at, words FROM announcement WHERE id > ? ORDER BY id", (self._heard,)
            )
        new = [row for row in rows if row[0] > self._heard]
        self._heard = max((row[0] for row in new), default=self._heard)
        return [Announced(restored(str(words)), datetime.fromtimestamp(at, UTC)) for _, at, words in new]

    def write(self, account: int, text: str) -> None:
        """Keep a note to a member until they have read it."""
        with with_register(), self._database.writing() as connection:
            connection.execute(
                "INSERT INTO operator_note (account, text, at) VALUES (?, ?, ?)",
                (account, text, int(self._clock())),
            )
            connection.execute(
                "DELETE FROM operator_note WHERE account = ? AND id NOT IN"
                " (SELECT id FROM operator_note WHERE account = ? ORDER BY id DESC LIMIT ?)",
                (account, account, MAX_NOTES),
            )

    def unread(self, account: int) -> list[Note]:
        """Return the notes that a member has not read, oldest first."""
        with with_register():
            rows = self._database.select(
                "SELECT id, text, at FROM operator_note WHERE account = ? ORDER BY id", (account,)
            )
        return [
            Note(number, str(text), datetime.fromtimestamp(at, UTC))
            for number, text, at in rows
            if isinstance(at, int) and 0 <= at < LATEST
        ]

    def forget(self, account: int, note: int) -> None:
        """Forget a note that a member has read."""
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM operator_note WHERE id = ? AND account = ?", (note, account))

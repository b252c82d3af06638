"""One-time codes by which a member lets another key own the name."""

import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.seats import LETTERS
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.database import Connection, Database
from engine.message import message

LIFETIME: Final = 600.0
"""Seconds for which a code can be used."""

_LENGTH: Final = 12


class KeyCodes:
    """The codes that can be used, one for each name. The hall's database has only their hashes.

    Every method raises Problem if that cannot be read or written.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since 1970."""
        self._database = database
        self._clock = clock

    def issue(self, name: str, key: str) -> str:
        """Return a new code for a name, as asked for with `key`; the one before can no longer be used."""
        code = "".join(secrets.choice(LETTERS) for _ in range(_LENGTH))
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM key_code WHERE until <= ? OR name = ?", (self._clock(), name))
            connection.execute(
                "INSERT INTO key_code (name, hash, fingerprint, until) VALUES (?, ?, ?, ?)",
                (name, _hash(code), key, self._clock() + LIFETIME),
            )
        return code

    def find(self, code: str) -> tuple[str, str] | None:
        """Return the name that a code stands for and the key that asked for it; None if there is none."""
        with with_register():
            rows = self._database.select(
                "SELECT name, fingerprint FROM key_code WHERE hash = ? AND until > ?",
                (_hash(code), self._clock()),
            )
        return next(((str(name), str(key)) for name, key in rows), None)

    def use(self, connection: Connection, name: str) -> None:
        """Use up the code of a name within a transaction; raises Refusal if somebody else was first."""
        if connection.execute("DELETE FROM key_code WHERE name = ?", (name,)).rowcount != 1:
            raise Refusal(message("this code has just been used: ask for a new one"))

    def withdraw(self, name: str) -> None:
        """Let the code of a name be used no more."""
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM key_code WHERE name = ?", (name,))


def _hash(code: str) -> str:
    return sha256(code.encode()).hexdigest()

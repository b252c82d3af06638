"""Wrong codes, counted by network: whoever leaves and comes back has no new guesses."""

import logging
from collections.abc import Callable
from typing import Final

from engarde_tui.serve.hall.lately import minutes_of
from engarde_tui.serve.hall.network import allowances
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.database import Database
from engine.message import counted

MAX_WRONG_CODES: Final = 20
"""Wrong codes that one network may enter within `FORGOTTEN_AFTER`; a site, what `allowances` says."""

FORGOTTEN_AFTER: Final = 600.0
"""Seconds after which a wrong code counts no longer."""

_LOG: Final = logging.getLogger("engarde.hall")


class Guesses:
    """The wrong codes of each network and site, in the hall's database.

    Every method raises Problem if that cannot be read or written.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since 1970."""
        self._database = database
        self._clock = clock

    def check(self, network: str) -> None:
        """Raise Refusal if the network or its site has entered too many wrong codes lately."""
        now = self._clock()
        for place, allowance in allowances(network).items():
            with with_register():
                rows = self._database.select(
                    "SELECT at FROM wrong_code WHERE place = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
                    (place, now - FORGOTTEN_AFTER, allowance * MAX_WRONG_CODES - 1),
                )
            for (at,) in rows:
                raise Refusal(
                    counted(
                        "too many wrong codes: try again in {number} minute",
                        "too many wrong codes: try again in {number} minutes",
                        minutes_of(at + FORGOTTEN_AFTER - now),
                    )
                )

    def count(self, network: str) -> None:
        """Count a wrong code; log the one after which no more are taken."""
        now, places = self._clock(), allowances(network)
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM wrong_code WHERE at <= ?", (now - FORGOTTEN_AFTER,))
            connection.executemany(
                "INSERT INTO wrong_code (place, at) VALUES (?, ?)", [(place, now) for place in places]
            )
            for place, allowance in places.items():
                found = connection.execute("SELECT count(*) FROM wrong_code WHERE place = ?", (place,))
                if found.fetchone()[0] == allowance * MAX_WRONG_CODES:
                    _LOG.warning("event=refused address=%s reason='wrong codes'", place or "?")

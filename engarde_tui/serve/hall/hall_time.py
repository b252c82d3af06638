"""The hall's time: the seconds for which it has run. Whatever a player may have lost by waiting goes by it.

So time in which the hall does not run counts for nobody: while it is closed, while its database does not
answer, while its machine sleeps or its processes are stopped, and when somebody sets the clock.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.sqlite import DatabaseFile

_LONGEST: Final = 5.0
"""Seconds between two beats of a hall that runs; if there are more, it did not run in between."""

_SERVER_NOW: Final = "extract(epoch FROM clock_timestamp())"
FILE_NOW: Final = "(julianday('now') - 2440587.5) * 86400"
"""The time of day in seconds since 1970, as statements for a file say it."""


def now_in(database: Database) -> str:
    """Return the time of day as statements say it: a server's, as those of several machines can differ."""
    return FILE_NOW if isinstance(database, DatabaseFile) else _SERVER_NOW


class HallTime:
    """The seconds that a hall has run since its database was made; whatever the time of day is set to."""

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`monotonic` returns seconds from any start. Raises StoreError if the database cannot be read."""
        self._database = database
        self._monotonic = monotonic
        self._now = now_in(database)
        self._beaten: float | None = None
        """When it beat last."""
        self._ahead = -monotonic()
        """How far it is ahead of `monotonic`, in seconds."""
        self.read()

    def __call__(self) -> float:
        """Return the seconds until now."""
        return self._monotonic() + self._ahead

    def read(self) -> None:
        """Go by what the hall's processes have noted; raises StoreError if that cannot be read."""
        rows = self._database.select(
            f"SELECT seconds, CASE WHEN {self._now} BETWEEN at AND at + {_LONGEST} THEN {self._now} - at END"
            " FROM running"
        )
        for seconds, since in rows:
            if isinstance(seconds, int | float):
                self._ahead = seconds + float(since or 0) - self._monotonic()

    def beat(self) -> float:
        """Note that the hall runs; return the seconds that it has missed since the last beat.

        Raises Problem, for visitors, if that cannot be noted: what goes by until it can is missed, too.
        """
        missed = 0.0
        with with_register():
            if self._beaten is not None and self._monotonic() - self._beaten > _LONGEST:
                before = self()
                self.read()
                missed = max(before - self(), 0.0)
            if missed > 0 or self._beaten is None:
                # Of this column everybody hears; nobody noticed what was missed before the first beat.
                self._note(f"at = {self._now}, missed = missed + ?", missed)
            else:
                self._note(f"at = {self._now}")
        self._beaten = self._monotonic()
        return missed

    def stop(self) -> None:
        """Note that the hall runs no more; if that fails it is logged, and costs the players nothing."""
        with suppress(StoreError), with_register():
            self._note("at = 0")

    def _note(self, change: str, *values: float) -> None:
        now = self()
        with self._database.writing() as connection:
            # A process of another machine may have gone a little further.
            later = "CASE WHEN seconds < ? THEN ? ELSE seconds END"
            connection.execute(f"UPDATE running SET seconds = {later}, {change}", (now, now, *values))

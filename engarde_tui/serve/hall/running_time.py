"""How long a hall has run in all."""

import time
from collections.abc import Callable
from contextlib import suppress

from engarde_tui.serve.hall.trouble import with_register
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import StoreError


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

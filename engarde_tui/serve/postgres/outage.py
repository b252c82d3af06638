"""The log of a server that cannot be used: short, however often somebody asks it."""

import logging
import time
from collections.abc import Callable
from typing import Final

BETWEEN_LINES: Final = 60.0
"""Seconds between two lines of the log while it lasts."""

_LOG: Final = logging.getLogger("engarde.hall")


class Outage:
    """Logs that a server is lost, then once a minute how often it was asked in vain, and that it is back."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`name` is what the log calls the server's database; `clock` returns seconds from any start."""
        self._name = name
        self._clock = clock
        self._told: float | None = None
        """When the last line was logged; None while the server can be used."""
        self._untold = 0
        """How often it could not be used since then."""

    def note(self, cause: str) -> None:
        """Note that the server could not be used, and why."""
        now = self._clock()
        if self._told is None:
            _LOG.error("event=database-lost database=%r problem=%r", self._name, cause)
        else:
            self._untold += 1
            if now - self._told < BETWEEN_LINES:
                return
            times = self._untold
            _LOG.error("event=database-lost database=%r times=%d problem=%r", self._name, times, cause)
        self._told, self._untold = now, 0

    def end(self) -> None:
        """Note that the server has answered."""
        if self._told is not None:
            _LOG.info("event=database-back database=%r times=%d", self._name, self._untold)
            self._told, self._untold = None, 0

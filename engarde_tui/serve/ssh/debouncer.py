"""Act once for a burst of changes."""

from collections.abc import Callable
from typing import Final, Protocol

QUIET: Final = 0.1
"""Seconds without a change that end a burst."""

MAX_DELAY: Final = 1.0
"""Seconds from the first change until the action runs, even if the burst continues."""


class _Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """The part of an event loop that `Debouncer` uses."""

    def time(self) -> float:
        """Return the time in seconds, from any start."""

    def call_at(self, when: float, callback: Callable[[], object], /) -> _Timer:
        """Call `callback` at the time `when`."""


class Debouncer:
    """Calls `act` when a burst of changes ends, and every `MAX_DELAY` seconds while it lasts."""

    def __init__(self, clock: Clock, act: Callable[[], None]) -> None:
        self._clock = clock
        self._act = act
        self._timer: _Timer | None = None
        self._latest = 0.0
        """The latest time to act for the changes so far, by the clock."""

    def change(self) -> None:
        """Note a change, and start or restart the timer."""
        now = self._clock.time()
        if self._timer is None:
            self._latest = now + MAX_DELAY
        else:
            self._timer.cancel()
        self._timer = self._clock.call_at(min(now + QUIET, self._latest), self._fire)

    def cancel(self) -> None:
        """Discard the changes so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        self._timer = None
        self._act()

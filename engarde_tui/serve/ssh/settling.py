"""What changes many times in a row, and is acted on when it has stopped."""

from collections.abc import Callable
from typing import Final, Protocol

QUIET: Final = 0.1
"""Seconds without a change after which it has stopped."""

LONGEST: Final = 1.0
"""Seconds after the first change in which it is acted on anyway."""


class _Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """What is needed of an event loop."""

    def time(self) -> float:
        """Seconds."""

    def call_at(self, when: float, callback: Callable[[], object], /) -> _Timer:
        """Call back then."""


class Settling:
    """Acts once for a burst of changes: when it has stopped, and every now and then if it does not stop."""

    def __init__(self, clock: Clock, act: Callable[[], None]) -> None:
        self._clock = clock
        self._act = act
        self._timer: _Timer | None = None
        self._latest = 0.0
        """When to act for the changes since the last time, whatever comes."""

    def change(self) -> None:
        """Something has changed."""
        now = self._clock.time()
        if self._timer is None:
            self._latest = now + LONGEST
        else:
            self._timer.cancel()
        self._timer = self._clock.call_at(min(now + QUIET, self._latest), self._fire)

    def cancel(self) -> None:
        """Do not act any more for what has changed so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        self._timer = None
        self._act()

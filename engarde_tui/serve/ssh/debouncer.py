"""Act once for a burst of changes."""

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

QUIET: Final = 0.1
"""Seconds without a change that end a burst."""


class _Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """The part of an event loop that `Debouncer` uses."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> _Timer:
        """Call `callback` in `delay` seconds."""


class Debouncer:
    """Acts when a burst of changes ends."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timer: _Timer | None = None

    def change(self, act: Callable[[], None], quiet: float = QUIET) -> None:
        """Note a change: call `act` once there has been no other for `quiet` seconds."""
        self.cancel()
        self._timer = self._clock.call_later(quiet, partial(self._fire, act))

    def cancel(self) -> None:
        """Discard the changes so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self, act: Callable[[], None]) -> None:
        self._timer = None
        act()

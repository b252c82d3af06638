"""Each network's share of the processor, which all sessions have in common.

Every callback of the event loop is timed, as is long work in other threads, and charged to the network whose
connection or session it serves. A network that has used up its share waits with its input, its new sessions
and its long work until it has some again.
"""

import asyncio
import time
from collections.abc import Callable
from contextvars import Context
from math import inf
from threading import Lock
from typing import Any, Final

from engarde_tui.play.work import SHARE

_BURST_SECONDS: Final = 2
"""Seconds in which a network that has used nothing gets what it may use at once."""

_CALM_SECONDS: Final = 60
"""Seconds without waiting after which it is worth a line in the log that a network waits."""


class LoopTime:
    """A clock that stands still while a callback waits for the processor, or for the disk.

    Of a busy machine the hall gets less than a core: a network may use a part of that, not of the core. While
    another thread of the hall has the processor, time goes on.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, time_used: Callable[[], float] = time.process_time
    ) -> None:
        """`clock` returns seconds from any start, `time_used` those of the processor that the hall has used.

        That is in all threads: what the others do is charged to those for whom they do it.
        """
        self._clock = clock
        self._time_used = time_used
        self._lost = 0.0
        """Seconds during which it stood still."""
        self._began: tuple[float, float] | None = None
        """Both times when the callback began that is running; None between callbacks."""

    def __call__(self) -> float:
        """Return seconds from any start; as long as a callback runs, those at which it began."""
        # Read once: other threads ask too.
        began = self._began
        # What a callback loses is known only at its end, and then the time must not go back.
        return (self._clock() if began is None else began[0]) - self._lost

    def begin(self) -> None:
        """Note that a callback begins."""
        self._began = self._clock(), self._time_used()

    def end(self) -> None:
        """Note that the callback has ended."""
        assert self._began is not None
        began, used = self._began
        self._lost += max(self._clock() - began - (self._time_used() - used), 0.0)
        self._began = None


LOOP_TIME: Final = LoopTime()
"""Of the loop that all sessions share."""


class Share:
    """The processor time that one network may still use: a token bucket."""

    def __init__(
        self, cores: float, clock: Callable[[], float] = LOOP_TIME, wider: "Share | None" = None
    ) -> None:
        """`cores` is the seconds of processor time per second; `clock` returns seconds from any start.

        What is charged to this share is charged to the `wider` one too, and waits for it.
        """
        self.wider = wider
        self._rate = cores
        self._burst = cores * _BURST_SECONDS
        self._clock = clock
        self._left = self._burst
        self._updated = clock()
        self._lock = Lock()
        self._waited = -inf
        """When something last waited."""
        self.used = 0.0
        """Seconds of processor time used so far."""

    def charge(self, seconds: float) -> None:
        """Note that the network has used processor time, even more than it had left; in any thread."""
        with self._lock:
            now = self._clock()
            refilled = self._left + (now - self._updated) * self._rate
            self._left = min(refilled, self._burst) - seconds
            self._updated = now
            self.used += seconds
        if self.wider is not None:
            self.wider.charge(seconds)

    @property
    def wait(self) -> float:
        """Seconds until the network may use the processor again; 0 if it may now."""
        self.charge(0)
        wider = 0.0 if self.wider is None else self.wider.wait
        return max(-self._left / self._rate, wider)

    def note_wait(self) -> bool:
        """Note that something waits; return whether nothing has for some time, in the wider share either."""
        if self.wider is not None:
            return self.wider.note_wait()
        before, self._waited = self._waited, self._clock()
        return self._waited - before > _CALM_SECONDS

    @property
    def is_full(self) -> bool:
        """Whether the network has not used the processor for some time."""
        self.charge(0)
        return self._left >= self._burst


def charged_to(share: Share) -> Context:
    """Return an empty context whose callbacks, tasks and their tasks are charged to a share."""
    context = Context()
    context.run(SHARE.set, share)
    return context


def meter_callbacks(
    on_block: Callable[[float], None],
    time_used: Callable[[], float] = time.thread_time,
    loop_time: LoopTime = LOOP_TIME,
) -> None:
    """Charge the callbacks of all event loops from now on, by the processor time of this thread.

    `on_block` is called with the seconds of each that is charged; `loop_time` is told when each begins and
    ends. asyncio has no hook for this; only its debug mode times callbacks, and only the long ones.
    """
    handle: Any = asyncio.Handle
    run = handle._run
    before = time_used()

    def run_and_charge(self: Any) -> None:
        nonlocal before
        loop_time.begin()
        run(self)
        # Between two callbacks the loop waits, which takes no processor time.
        now = time_used()
        loop_time.end()
        share = self._context.get(SHARE)
        if share is not None:
            share.charge(now - before)
            on_block(now - before)
        before = now

    handle._run = run_and_charge

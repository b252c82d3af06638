"""When the garbage collector runs: a full collection stops all sessions, longer the more objects exist.

Also returns memory to the system. After a full hall the free memory is fragmented; Python's allocator returns
only arenas that are entirely free, while glibc's `malloc_trim` returns every free page.
"""

import asyncio
import ctypes
import gc
import logging
import os
import sys
import time
from contextlib import suppress
from typing import Final

_LOG: Final = logging.getLogger("engarde.hall")

_LIBC: Final = ctypes.CDLL(None)

_IS_GLIBC: Final = hasattr(_LIBC, "malloc_trim")
"""Whether the C library has `malloc_trim`."""

_GEN0_THRESHOLD: Final = 5_000
"""New objects that start a collection of generation 0."""

_GEN1_THRESHOLD: Final = 5
"""Collections of generation 0 that start one of generation 1."""

_CHECK_SECONDS: Final = 10
"""Seconds between two checks whether a full collection is due."""

_SURVIVOR_RATIO: Final = 4
"""Full collection at 4 × survivors.

Reference counting frees nearly everything. A higher ratio costs less work; a lower one means shorter
stops and less memory.
"""

_MIN_ENDED: Final = 10
"""Minimum ended sessions before an early collection."""


class Garbage:
    """Runs a full collection when there are many new objects, and when many or all sessions have ended."""

    def __init__(self) -> None:
        self._ended = 0
        """Sessions ended since the last full collection."""
        self._due = asyncio.Event()
        self._survivors = 0
        """Objects in use after the last full collection."""

    def session_ended(self, left: int) -> None:
        """Count a session that has ended; `left` are still open."""
        self._ended += 1
        if not left or self._ended >= max(_MIN_ENDED, left // 4):
            self._due.set()

    async def keep_collecting(self) -> None:
        """Run full collections until cancelled, in place of Python's own, which are far more frequent."""
        gc.set_threshold(_GEN0_THRESHOLD, _GEN1_THRESHOLD, 1_000_000)
        self._collect()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), _CHECK_SECONDS)
            if self._due.is_set() or new_objects() > _SURVIVOR_RATIO * self._survivors:
                self._collect()

    def _collect(self) -> None:
        self._ended = 0
        self._due.clear()
        began = time.monotonic()
        self._survivors = collect()
        _LOG.debug("event=collect objects=%d seconds=%.3f", self._survivors, time.monotonic() - began)


def collect() -> int:
    """Free all garbage, return memory to the system, and return the number of remaining objects."""
    gc.collect()
    if _IS_GLIBC:
        _LIBC.malloc_trim(0)
    return len(gc.get_objects())


def new_objects() -> int:
    """Return roughly how many objects created since the last full collection are still alive."""
    return gc.get_count()[2] * _GEN0_THRESHOLD * (_GEN1_THRESHOLD + 1)


def reexec_with_system_malloc() -> None:
    """Re-execute the program with glibc's allocator, which is chosen at startup; do nothing elsewhere."""
    if _IS_GLIBC and "PYTHONMALLOC" not in os.environ:
        os.execve(
            sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONMALLOC": "malloc"}
        )

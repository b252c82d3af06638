"""When the garbage collector runs: a full collection stops all sessions, longer the more objects exist.

Screens and apps that have ended let go of their parts, so reference counting frees nearly everything, and
full collections are rare. Those of young objects are frequent and short.

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
from collections.abc import Callable
from contextlib import suppress
from functools import _lru_cache_wrapper
from typing import Any, Final
from weakref import WeakSet

_LOG: Final = logging.getLogger("engarde.hall")

_LIBC: Final = ctypes.CDLL(None)

_IS_GLIBC: Final = hasattr(_LIBC, "malloc_trim")
"""Whether the C library has `malloc_trim`."""

_clear_type_cache: Final[Callable[[], None]] = getattr(sys, "_clear_type_cache", lambda: None)
"""Lets go of the attribute names that were looked up last, up to 4,096 strings; not every Python has it."""

_GEN0_THRESHOLD: Final = 1_000
"""New objects that start a collection of generation 0."""

_GEN1_THRESHOLD: Final = 5
"""Collections of generation 0 that start one of generation 1."""

_CHECK_SECONDS: Final = 600
"""Seconds between two checks whether a full collection is due; to count the objects takes time too."""

_REST_SECONDS: Final = 15
"""Seconds after the last session has ended in which the rest of it ends: connections, closed screens."""

_SURVIVOR_RATIO: Final = 2
"""Full collection at 2 × survivors, but not below `_MIN_OBJECTS`."""

_MIN_OBJECTS: Final = 3_000_000
"""Objects below which no full collection is due; a hundred players use a third of them."""


class Garbage:
    """Runs a full collection when the last session has ended, and when there are very many objects."""

    def __init__(
        self, on_collection: Callable[[int, float], None] = lambda generation, seconds: None
    ) -> None:
        """`on_collection` is called after each, with its generation and the seconds it took."""
        self._on_collection = on_collection
        self._due = asyncio.Event()
        self._survivors = 0
        """Objects in use after the last full collection."""
        self._began = 0.0
        self._caches: WeakSet[_lru_cache_wrapper[Any]] = WeakSet()
        """Held weakly: each database has one, and is closed only when that is gone."""

    def collect_soon(self) -> None:
        """Run a full collection: nobody is here whom it would stop."""
        self._due.set()

    async def keep_collecting(self) -> None:
        """Run full collections until cancelled, in place of Python's own, which are far more frequent."""
        gc.set_threshold(_GEN0_THRESHOLD, _GEN1_THRESHOLD, 1_000_000)
        gc.callbacks.append(self._log)
        try:
            # What is here before the first visitor stays, and need not be looked at again.
            gc.collect()
            self._caches.update(bounded_caches())
            gc.freeze()
            self._collect()
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._due.wait(), _CHECK_SECONDS)
                if self._due.is_set():
                    self._collect()
                    await asyncio.sleep(_REST_SECONDS)
                    self._collect()
                elif objects() > max(_SURVIVOR_RATIO * self._survivors, _MIN_OBJECTS):
                    self._collect()
        finally:
            gc.callbacks.remove(self._log)

    def _collect(self) -> None:
        self._due.clear()
        # A few small values all over the memory would keep most of its pages.
        for each in self._caches:
            each.cache_clear()
        self._survivors = collect()

    def _log(self, phase: str, info: dict[str, Any]) -> None:
        """Log each collection; Python calls this before and after it."""
        now = time.monotonic()
        if phase == "start":
            self._began = now
        else:
            generation, seconds = info["generation"], now - self._began
            self._on_collection(generation, seconds)
            _LOG.debug(
                "event=collect generation=%d seconds=%.3f freed=%d", generation, seconds, info["collected"]
            )


def bounded_caches() -> "list[_lru_cache_wrapper[Any]]":
    """Return the caches of functions that forget; those that keep everything were filled for good."""
    caches = (each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper))
    return [each for each in caches if each.cache_parameters()["maxsize"] is not None]


def collect() -> int:
    """Free all garbage, return memory to the system, and return the number of objects that visitors use."""
    gc.collect()
    _clear_type_cache()
    if _IS_GLIBC:
        _LIBC.malloc_trim(0)
    return objects()


def objects() -> int:
    """Return how many objects there are that the collector looks at, garbage included."""
    return len(gc.get_objects())


def reexec_with_system_malloc() -> None:
    """Re-execute the program with glibc's allocator, which is chosen at startup; do nothing elsewhere."""
    if _IS_GLIBC and "PYTHONMALLOC" not in os.environ:
        os.execve(
            sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONMALLOC": "malloc"}
        )

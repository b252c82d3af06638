"""When the hall looks for garbage: everybody waits meanwhile, the longer the more there is to look through.

Also how the system gets its memory back: what is left of a full hall lies scattered, and Python's allocator
returns only large pieces that are free altogether. That of glibc, asked to, returns every free page.
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

_GIVES_BACK: Final = hasattr(_LIBC, "malloc_trim")
"""This is glibc."""

_YOUNG: Final = 5_000
_YOUNG_LOOKS: Final = 5
"""Python looks through so many new objects, and after so many times through those that were left too."""

_SECONDS: Final = 10
"""Between two checks whether it is time."""

_GROWTH: Final = 4
"""So many times as many objects as were left may come before everything is looked through.

Nearly all of them go by themselves. More is less work, less is a shorter wait for everybody, and less memory.
"""

_SOME_SESSIONS: Final = 10
"""What fewer sessions leave behind can wait."""


class Garbage:
    """Looks through everything when much is new, and when many sessions have ended, or all."""

    def __init__(self) -> None:
        self._ended = 0
        """Sessions since everything was looked through."""
        self._many_have_ended = asyncio.Event()
        self._left = 0
        """Objects that were in use then."""

    def add_session(self, left: int) -> None:
        """A session has ended, and `left` go on."""
        self._ended += 1
        if not left or self._ended >= max(_SOME_SESSIONS, left // 4):
            self._many_have_ended.set()

    async def keep_collecting(self) -> None:
        """Collect it for good, in place of Python, which would look through everything far more often."""
        gc.set_threshold(_YOUNG, _YOUNG_LOOKS, 1_000_000)
        self._collect()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._many_have_ended.wait(), _SECONDS)
            if self._many_have_ended.is_set() or new_objects() > _GROWTH * self._left:
                self._collect()

    def _collect(self) -> None:
        self._ended = 0
        self._many_have_ended.clear()
        began = time.monotonic()
        self._left = collect()
        _LOG.debug("event=collect objects=%d seconds=%.3f", self._left, time.monotonic() - began)


def collect() -> int:
    """Free all garbage, and give the memory back; answers how many objects are left."""
    gc.collect()
    if _GIVES_BACK:
        _LIBC.malloc_trim(0)
    return len(gc.get_objects())


def new_objects() -> int:
    """About how many have come since everything was looked through, and have not gone by themselves."""
    return gc.get_count()[2] * _YOUNG * (_YOUNG_LOOKS + 1)


def begin_with_allocator_that_gives_back() -> None:
    """Begin the program anew where it uses Python's allocator: that is chosen before anything else."""
    if _GIVES_BACK and "PYTHONMALLOC" not in os.environ:
        os.execve(
            sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONMALLOC": "malloc"}
        )

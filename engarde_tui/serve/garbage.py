"""When the hall looks for garbage: everybody waits meanwhile, the longer the more there is to look through.

So only what is new is looked through often, and then set aside; everything seldom, and when sessions have
ended.

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

_SECONDS: Final = 10
"""Between two looks through what is new."""

_GROWTH: Final = 2
"""So many times as many objects as were left may have been set aside before everything is looked through."""

_SOME_SESSIONS: Final = 10
"""What fewer sessions leave behind can wait."""


class Garbage:
    """Looks through what is new again and again; through everything when much has come, or gone."""

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
        """Collect it for good; what is set aside, Python does not look through when it collects by itself."""
        self._collect()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._many_have_ended.wait(), _SECONDS)
            if self._many_have_ended.is_set() or in_use() > _GROWTH * self._left:
                self._collect()
            else:
                began = time.monotonic()
                collect_new()
                _LOG.debug("event=collect-new seconds=%.3f", time.monotonic() - began)

    def _collect(self) -> None:
        self._ended = 0
        self._many_have_ended.clear()
        began = time.monotonic()
        collect()
        self._left = in_use()
        _LOG.debug("event=collect objects=%d seconds=%.3f", self._left, time.monotonic() - began)


def collect() -> None:
    """Free all garbage, give the memory back, and set aside what is left."""
    gc.unfreeze()
    collect_new()
    if _GIVES_BACK:
        _LIBC.malloc_trim(0)


def collect_new() -> None:
    """Free the garbage among what has come since the last time, and set the rest aside."""
    gc.collect()
    gc.freeze()


def in_use() -> int:
    """How many objects have been set aside, and have not gone by themselves since."""
    return gc.get_freeze_count()


def begin_with_allocator_that_gives_back() -> None:
    """Begin the program anew where it uses Python's allocator: that is chosen before anything else."""
    if _GIVES_BACK and "PYTHONMALLOC" not in os.environ:
        os.execve(
            sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONMALLOC": "malloc"}
        )

"""When the hall looks for garbage: everybody waits, the longer the more there is to look through.

Also how the system gets its memory back: what is left of a full hall lies scattered, and Python's allocator
returns only large pieces that are free altogether. That of glibc, asked to, returns every free page.
"""

import asyncio
import ctypes
import gc
import os
import sys
from contextlib import suppress
from typing import Final

_LIBC: Final = ctypes.CDLL(None)

_GIVES_BACK: Final = hasattr(_LIBC, "malloc_trim")
"""This is glibc."""

_SECONDS: Final = 120
"""Between two looks through what is new."""

_LOOKS: Final = 10
"""Every so many looks go through everything."""

_SOME_SESSIONS: Final = 10
"""What fewer sessions leave behind can wait."""


class Garbage:
    """Looks for what is new often and for everything seldom, or when many sessions have ended, or all."""

    def __init__(self) -> None:
        self._ended = 0
        """Sessions since everything was looked through."""
        self._many_have_ended = asyncio.Event()

    def add_session(self, left: int) -> None:
        """A session has ended, and `left` go on."""
        self._ended += 1
        if not left or self._ended >= max(_SOME_SESSIONS, left // 4):
            self._many_have_ended.set()

    async def keep_collecting(self) -> None:
        """Collect it for good, in place of Python, which would look through everything any time."""
        gc.set_threshold(5_000, 5, 1_000_000)
        looks = 0
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._many_have_ended.wait(), _SECONDS)
            looks += 1
            everything = self._many_have_ended.is_set() or looks % _LOOKS == 0
            if everything:
                self._ended = 0
                self._many_have_ended.clear()
            collect(everything)


def collect(everything: bool) -> None:
    """Free what has become garbage since the last time, or from whenever it is."""
    if everything:
        gc.unfreeze()
    gc.collect()
    # What is frozen is not looked through again.
    gc.freeze()
    if everything and _GIVES_BACK:
        _LIBC.malloc_trim(0)


def begin_with_allocator_that_gives_back() -> None:
    """Begin the program anew where it uses Python's allocator: that is chosen before anything else."""
    if _GIVES_BACK and "PYTHONMALLOC" not in os.environ:
        os.execve(
            sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONMALLOC": "malloc"}
        )

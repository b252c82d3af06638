"""Long work, done so that nobody else waits for it; in a hall, within the share of whoever wants it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Executor
from contextvars import ContextVar
from typing import Final, Protocol, TypeVar

_T = TypeVar("_T")


class Share(Protocol):
    """The processor time that one network of a hall may still use."""

    @property
    def wait(self) -> float:
        """Seconds until it may use the processor again; 0 if it may now."""

    def charge(self, seconds: float) -> None:
        """Note that it has used processor time; can be called in any thread."""


SHARE: Final[ContextVar[Share | None]] = ContextVar("share", default=None)
"""Whose processor time the work in this context uses; None at home, where it is free."""

_BATCH: Final = 10
"""Items after which others get their turn: a match takes less than a millisecond to read."""


async def in_batches(items: Iterable[_T]) -> AsyncIterator[tuple[int, _T]]:
    """Yield the items, numbered from 0; give way after every few."""
    for number, item in enumerate(items):
        if number and number % _BATCH == 0:
            await yield_control()
        yield number, item


async def yield_control() -> None:
    """Let others use the processor, and wait until there is a share of it again."""
    await asyncio.sleep(0)
    await _allowed(SHARE.get())


async def in_thread(job: Callable[[], _T], executor: Executor | None = None) -> _T:
    """Return what `job` returns in another thread, once the share allows it; what it uses is charged."""
    share = SHARE.get()
    await _allowed(share)

    def charged() -> _T:
        before = time.thread_time()
        try:
            return job()
        finally:
            if share is not None:
                share.charge(time.thread_time() - before)

    return await asyncio.get_running_loop().run_in_executor(executor, charged)


async def _allowed(share: Share | None) -> None:
    while share is not None and (seconds := share.wait):
        await asyncio.sleep(seconds)

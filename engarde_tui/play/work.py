"""Long work, done so that nobody else waits for it; in a hall, when whoever wants it has a turn."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from contextvars import ContextVar, copy_context
from typing import Final, Protocol, TypeVar

_T = TypeVar("_T")


class Queue(Protocol):
    """Where long work waits until those have had their turns who used the processor less."""

    async def piece(self) -> None:
        """Wait for a turn for what the caller does until it waits again."""

    def charge(self, seconds: float) -> None:
        """Note that another thread has used the processor for so many seconds."""


QUEUE: Final[ContextVar[Queue | None]] = ContextVar("queue", default=None)
"""Where the long work of this context waits; None at home, where nobody else is."""

_BATCH: Final = 10
"""Items after which others get their turn: a match takes less than a millisecond to read."""


async def in_batches(items: Iterable[_T]) -> AsyncIterator[tuple[int, _T]]:
    """Yield the items, numbered from 0; give way after every few."""
    for number, item in enumerate(items):
        if number and number % _BATCH == 0:
            await yield_control()
        yield number, item


async def yield_control() -> None:
    """Let others use the processor."""
    await asyncio.sleep(0)
    if queue := QUEUE.get():
        await queue.piece()


async def in_thread(job: Callable[[], _T], executor: Executor | None = None) -> _T:
    """Return what `job` returns in another thread, which begins in a turn; what it uses is charged.

    It has the context of who asks, and so speaks the same language.
    """
    loop, queue, context = asyncio.get_running_loop(), QUEUE.get(), copy_context()
    if queue is None:
        return await loop.run_in_executor(executor, context.run, job)
    await queue.piece()

    def charged() -> _T:
        before = time.thread_time()
        try:
            return context.run(job)
        finally:
            # The loop may have been closed meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(queue.charge, time.thread_time() - before)

    return await loop.run_in_executor(executor, charged)

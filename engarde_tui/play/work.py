"""Long work, done so that nothing else waits for it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Executor
from contextvars import copy_context
from typing import Final, TypeVar

_T = TypeVar("_T")


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


async def in_thread(job: Callable[[], _T], executor: Executor | None = None) -> _T:
    """Return what `job` returns in another thread.

    It has the context of who asks, and so speaks the same language.
    """
    loop, context = asyncio.get_running_loop(), copy_context()
    return await loop.run_in_executor(executor, context.run, job)

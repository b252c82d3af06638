"""Functions that wait for a thread while the event loop goes on."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar

import pytest

pytest.importorskip("greenlet", reason="needs what a hall on a server needs")
from engarde_tui.serve.postgres.suspending import run, suspendable_task

_WHO: ContextVar[str] = ContextVar("who", default="")


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as threads:
        yield threads


def in_loop(main: Callable[[], Awaitable[None]]) -> None:
    """Run in a loop whose tasks can be suspended."""

    async def begin() -> None:
        loop = asyncio.get_running_loop()
        loop.set_task_factory(suspendable_task)
        await loop.create_task(main())  # type: ignore[arg-type]

    asyncio.run(begin())


def deep(depth: int, job: Callable[[], int], threads: ThreadPoolExecutor) -> int:
    """Call a job below several functions."""
    return run(job, threads) if depth == 0 else deep(depth - 1, job, threads)


def test_others_go_on_while_a_function_waits(threads: ThreadPoolExecutor) -> None:
    may_end = threading.Event()

    def job() -> int:
        assert may_end.wait(60)
        return 7

    async def main() -> None:
        waiting = asyncio.create_task(coroutine())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()
        may_end.set()
        assert await waiting == 7

    async def coroutine() -> int:
        return deep(5, job, threads)

    in_loop(main)


def test_each_task_goes_on_with_its_own_answer_and_context(threads: ThreadPoolExecutor) -> None:
    async def one(number: int) -> int:
        _WHO.set(f"{number}")
        await asyncio.sleep(0)
        found = deep(number, lambda: number * int(_WHO.get()), threads)
        assert _WHO.get() == f"{number}"
        return found

    async def main() -> None:
        assert await asyncio.gather(*map(one, range(20))) == [number**2 for number in range(20)]

    in_loop(main)


def test_an_error_of_the_job_is_raised_where_it_was_asked_for(threads: ThreadPoolExecutor) -> None:
    def fails() -> int:
        raise LookupError("none")

    async def main() -> None:
        with pytest.raises(LookupError, match="none"):
            deep(3, fails, threads)
        assert deep(3, lambda: 1, threads) == 1

    in_loop(main)


def test_a_task_that_is_cancelled_meanwhile_knows_what_became_of_the_job_and_then_ends(
    threads: ThreadPoolExecutor,
) -> None:
    has_begun, may_end, log = threading.Event(), threading.Event(), list[object]()

    def job() -> int:
        has_begun.set()
        assert may_end.wait(60)
        return 7

    async def coroutine() -> None:
        log.append(deep(2, job, threads))
        await asyncio.sleep(0)
        log.append("went on")

    async def main() -> None:
        task = asyncio.create_task(coroutine())
        while not has_begun.is_set():
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert log == [7]

    in_loop(main)


def test_a_time_limit_around_it_still_counts(threads: ThreadPoolExecutor) -> None:
    may_end = threading.Event()

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(coroutine(), 0.01)

    async def coroutine() -> None:
        asyncio.get_running_loop().call_later(0.05, may_end.set)
        deep(1, lambda: int(may_end.wait(60)), threads)
        await asyncio.sleep(0)

    in_loop(main)


@pytest.mark.filterwarnings("error")
def test_a_task_that_is_cancelled_before_it_has_begun_leaves_nothing_behind() -> None:
    async def never() -> None:
        raise AssertionError

    async def main() -> None:
        task = asyncio.create_task(never())
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    in_loop(main)


def test_outside_of_such_a_task_the_job_is_done_at_once(threads: ThreadPoolExecutor) -> None:
    assert run(threading.current_thread, threads) is threading.current_thread()

"""Plain functions that wait for a thread while the event loop goes on.

The hall is written in plain functions, which read its database as they go along. A statement to a server
takes milliseconds, in which nobody else may wait. So each task of the loop runs in a greenlet: a function
that needs the server, however deep, suspends the whole task, as `await` does, but for everything above it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from contextvars import copy_context
from types import coroutine
from typing import Any, Final, TypeVar

from greenlet import getcurrent, greenlet

_T = TypeVar("_T")


class _Runner(greenlet):
    """Runs a coroutine between what it awaits, and what functions below it wait for."""

    def __init__(self, awaited: Coroutine[Any, Any, Any]) -> None:
        super().__init__(self._drive)
        self._awaited: Final = awaited

    def _drive(self, value: Any) -> Any:
        """Send values and errors from the loop to the coroutine, and return what it returns."""
        resume: Callable[[Any], Any] = self._awaited.send
        while True:
            try:
                future = resume(value)
            except StopIteration as stop:
                return stop.value
            try:
                resume, value = self._awaited.send, _loop(self).switch(future)
            except BaseException as error:
                resume, value = self._awaited.throw, error


def _loop(runner: _Runner) -> greenlet:
    """Return what runs the event loop."""
    assert runner.parent is not None
    return runner.parent


@coroutine
def _in_greenlet(awaited: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Run a coroutine so that functions it calls can wait with `run`."""
    runner = _Runner(awaited)
    # Otherwise it would see no context variables.
    runner.gr_context = getcurrent().gr_context
    found = runner.switch(None)
    while not runner.dead:
        try:
            value = yield found
        except BaseException as error:
            found = runner.throw(error)
        else:
            found = runner.switch(value)
    return found


async def _suspendable(awaited: Coroutine[Any, Any, _T]) -> _T:
    found: _T = await _in_greenlet(awaited)
    return found


def suspendable_task(loop: asyncio.AbstractEventLoop, awaited: Any, /, **more: Any) -> asyncio.Task[Any]:
    """Return a task in which functions can wait with `run`: a factory for `loop.set_task_factory`."""
    task = asyncio.Task(_suspendable(awaited), loop=loop, **more)
    # One that is cancelled before it has begun leaves it unused.
    task.add_done_callback(lambda _: awaited.close())
    return task


class Turnstile:
    """Lets one task in at a time, which may come in again; others wait for their turn, first come first."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._inside: _Runner | None = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be inside, alone; outside of a suspendable task nobody can come between anyway."""
        runner = getcurrent()
        if not isinstance(runner, _Runner) or self._inside is runner:
            yield
            return
        _wait(runner, self._lock.acquire())
        self._inside = runner
        try:
            yield
        finally:
            self._inside = None
            self._lock.release()


def run(job: Callable[[], _T], executor: Executor) -> _T:
    """Call `job` in a thread, and return what it returns; only the task that asks waits.

    Called from no such task, it is called here. A task that is cancelled meanwhile ends after the job: what
    became of it is known.
    """
    runner = getcurrent()
    if not isinstance(runner, _Runner):
        return job()
    done = asyncio.get_running_loop().run_in_executor(executor, copy_context().run, job)
    is_cancelled = False
    while not done.done():
        try:
            _wait(runner, asyncio.shield(done))
        except asyncio.CancelledError:
            is_cancelled = True
        except Exception:
            # The job's own, which is raised below.
            pass
    task = asyncio.current_task()
    if is_cancelled and task is not None:
        task.uncancel()
        task.cancel()
    return done.result()


def _wait(runner: _Runner, awaited: Awaitable[Any]) -> None:
    """Let the loop wait for something as a task does that awaits it."""
    steps = awaited.__await__()
    try:
        found = next(steps)
        while True:
            try:
                value = _loop(runner).switch(found)
            except BaseException as error:
                found = steps.throw(error)
            else:
                found = steps.send(value)
    except StopIteration:
        return

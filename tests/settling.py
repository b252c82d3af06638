"""Wait until the program is idle, never for silence: a busy machine is silent while it works.

A test in the program's process calls `settle`. A test at the other end of a terminal types `ASK`, a key that
no keyboard has; inside `answering` the program writes `ANSWER` once all earlier input has been handled and
painted.
"""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from textual import events, screen
from textual.app import App

from engarde_tui.screens.question import QuestionScreen

ASK = "\x1b[57398u"
ANSWER = b"\x1b[20p"
"""A sequence that terminals ignore."""

LONGEST = 90.0
"""Seconds to wait for anything expected before the test fails."""

_waiting = 0
"""Tasks waiting for the loop to be empty; each of them keeps one callback in it."""
_answers: set[asyncio.Task[None]] = set()


class Answers:
    """Removes the answers from a program's output, chunk by chunk."""

    def __init__(self) -> None:
        self.number = 0
        """The number of answers so far."""
        self._held_back = b""

    def take_out(self, data: bytes) -> bytes:
        """Return a chunk without answers; a possible start of one is returned with the next chunk."""
        data = self._held_back + data
        self.number += data.count(ANSWER)
        data = data.replace(ANSWER, b"")
        cut = next((size for size in range(len(ANSWER) - 1, 0, -1) if data.endswith(ANSWER[:size])), 0)
        self._held_back = data[len(data) - cut :]
        return data[: len(data) - cut]


_jobs: set[asyncio.Future[Any]] = set()
"""What other threads work on, for any loop."""
_run_in_executor = asyncio.BaseEventLoop.run_in_executor


def _note_job(loop: asyncio.BaseEventLoop, *given: Any) -> "asyncio.Future[Any]":
    job = _run_in_executor(loop, *given)
    _jobs.add(job)
    job.add_done_callback(_jobs.discard)
    return job


asyncio.BaseEventLoop.run_in_executor = _note_job  # type: ignore[method-assign,assignment]


def _own_jobs() -> list[asyncio.Future[Any]]:
    """Return what other threads work on for this loop."""
    loop = asyncio.get_running_loop()
    return [job for job in _jobs if job.get_loop() is loop]


async def settle(app: App[Any], *, bots: bool = True) -> None:
    """Wait until an app has handled and painted everything.

    With `bots` also until these have answered, and all other threads have done what they were asked for.
    """
    for _ in range(50):
        await _loop_is_empty()
        # An app that has ended hands nothing on any more.
        while getattr(app, "has_input", False) and app.return_code is None:
            await asyncio.sleep(0.001)
            await _loop_is_empty()
        while bots and (awaited := _answers_of_bots(app) + _own_jobs()):
            # They come from threads that the loop does not know about.
            async with asyncio.timeout(LONGEST):
                await asyncio.wait(awaited)
            await _loop_is_empty()
        if app.return_code is not None or not app._screen_stack:
            return
        while app._batch_count:
            # The command palette delays the frame for a moment after it closes.
            await asyncio.sleep(0)
        await _loop_is_empty()
        top, animator = app.screen, app.animator
        if app._resize_event is not None:
            app._check_resize()
        elif animator._animations:
            animator()
        elif not (
            top._layout_required
            or top._scroll_required
            or top._repaint_required
            or top._recompose_required
            or top._dirty_widgets
            or top._callbacks
        ):
            if not top._compositor._dirty_regions:
                return
            top._compositor_refresh()
        else:
            top._on_timer_update()
    raise AssertionError("the screen never settles")


def _answers_of_bots(app: App[Any]) -> list[asyncio.Future[Any]]:
    """Return the pending answers of bots at the app's tables, and of the master in reviews."""
    stack = app._screen_stack
    bots = [vars(top)[asked] for asked in ("_bots", "_reviews") for top in stack if asked in vars(top)]
    return [bot.answer for bot in bots if bot.answer is not None and not bot.answer.done()]


async def _loop_is_empty() -> None:
    """Wait until every task waits for something outside the program."""
    global _waiting
    loop = asyncio.get_running_loop()
    _waiting += 1
    try:
        while True:
            await asyncio.sleep(0)
            if len(loop._ready) < _waiting:  # type: ignore[attr-defined]
                return
    finally:
        _waiting -= 1


@contextmanager
def answering(*, paints_by_itself: bool = True) -> Iterator[None]:
    """Let every app of this process answer `ASK`.

    Without `paints_by_itself` an app paints only urgent frames, and the rest just before it answers, so that
    the number of frames per key does not vary.
    """
    handle, takes = App.on_event, QuestionScreen.takes
    with ExitStack() as stack:
        # A question takes no key that came before it, but this one is no answer.
        stack.enter_context(
            patch.object(QuestionScreen, "takes", lambda *given: _is_asking(given[1]) or takes(*given))
        )
        stack.enter_context(patch.object(App, "on_event", lambda *given: _on_event(handle, *given)))
        if not paints_by_itself:
            stack.enter_context(patch.object(screen, "UPDATE_PERIOD", 1e6))
        yield


def _is_asking(event: events.Event) -> bool:
    return isinstance(event, events.Key) and event.key == "f35"


async def _on_event(handle: Any, app: App[Any], event: events.Event) -> None:
    if _is_asking(event):
        # A task, so that the app keeps running meanwhile.
        task = asyncio.create_task(_answer(app))
        _answers.add(task)
        task.add_done_callback(_answers.discard)
    else:
        await handle(app, event)


async def _answer(app: Any) -> None:
    await settle(app)
    driver: Any = app._driver
    # A stalled line would drop the answer with the frames.
    while app._owes_frame:
        await asyncio.sleep(0.01)
        await settle(app)
    if driver is not None:
        driver.write(ANSWER.decode())

"""Keys, clicks and pastes, handed to the app one by one, however fast they come."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, Final

from textual.events import Event, InputEvent, Key, MouseEvent, MouseMove, Paste
from textual.message import Message
from textual.screen import Screen

from engarde_tui.terminal.textual_private import (
    NO_STROKES,
    OpenApp,
    OwnScreen,
    draw_now,
    free_closed,
    is_at_rest,
    is_ending,
    lay_out,
)

_IMPATIENT: Final = 20
"""Looks at a busy app without a pause between them."""
_PAUSE: Final = 0.005
"""Seconds between two looks after that."""

_MOST: Final = 1000
"""Input that waits before no more is read: somebody pastes where no paste is expected."""

_WAY_OUT: Final = frozenset({"escape", "ctrl+c", "ctrl+q"})
"""Keys that do not wait for a screen to be ready: they leave it."""


def is_input(message: Message) -> bool:
    """Return whether a message is what somebody did at the terminal, not yet on its way to a widget."""
    return isinstance(message, InputEvent | Paste) and not message.is_forwarded


class InputQueue:
    """Lets each key, click and paste wait until all that the one before asked for has been done.

    So it belongs to the screen that the ones before have led to, as if it had been typed later.
    """

    def __init__(self, app: OpenApp, hand_on: Callable[[Event], object]) -> None:
        """Give input to `hand_on` once it is due."""
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[Event] = deque()
        self._work: asyncio.Task[None] | None = None
        self._look: asyncio.Task[None] | None = None
        """Waits until all is done."""
        self._calls: list[Callable[[], None]] = []
        """What is to be called then."""
        self._context: Context | None = None
        """That of the app; whoever brings input may be in another app's. None until the app has begun."""
        self._is_pausing = False
        self._is_burst = False
        """Whether the input handed on last came before the one before it had been handled."""
        self._has_ended = False

    @property
    def is_handing_on(self) -> bool:
        """Whether more input is to be handled at once: what the last one has changed need not be drawn."""
        return (bool(self._waiting) or self._is_burst) and not self._is_pausing

    @property
    def is_empty(self) -> bool:
        """Whether no input waits."""
        return not self._waiting

    @property
    def is_full(self) -> bool:
        """Whether so much waits that no more is to be read for now."""
        return len(self._waiting) >= _MOST

    @property
    def waits_for_screen(self) -> bool:
        """Whether what waits does so for a screen that is not ready, and that a key may leave."""
        return bool(self._waiting) and self._is_pausing

    def add(self, event: Event) -> None:
        """Queue input, but no shift or lock alone; of movements of the mouse in a row only the last one."""
        if self._has_ended or (isinstance(event, Key) and event.key in NO_STROKES):
            return
        if isinstance(event, MouseMove) and self._waiting and isinstance(self._waiting[-1], MouseMove):
            self._waiting.pop()
        self._waiting.append(event)
        self._go_on()

    def begin(self) -> None:
        """Hand on what comes, in the current context, which is to be the app's own."""
        self._context = copy_context()
        self._go_on()

    def _go_on(self) -> None:
        if self._context is not None and self._waiting and (self._work is None or self._work.done()):
            loop = asyncio.get_running_loop()
            self._work = loop.create_task(self._hand_on_all(), context=self._context)

    def end(self) -> None:
        """Drop all input, from now on too: the app has ended."""
        self._has_ended = True
        self._waiting.clear()
        for task in (self._work, self._look):
            if task is not None:
                task.cancel()
        self._call_all()

    def when_done(self, call: Callable[[], None]) -> None:
        """Call something once all is done that was asked of the app so far, or the app has ended.

        It is called earlier if a key waits for a screen that is not ready: that can take long.
        """
        self._calls.append(call)
        if self._has_ended:
            self._call_all()
        elif self._look is None or self._look.done():
            loop = asyncio.get_running_loop()
            self._look = loop.create_task(self._look_until_done(), context=self._context)

    def _call_all(self) -> None:
        calls, self._calls = self._calls, []
        for call in calls:
            call()

    async def _look_until_done(self) -> None:
        """Look until all that waits has been handed on, and the screen on top is at rest, whichever it is."""
        before: tuple[Screen[Any], int] | None = None
        looks = 0
        while self._calls and not is_ending(self._app):
            asked = len(self._calls)
            await self._app_has_caught_up()
            top = self._app.screen if self._app.screen_stack else None
            if self.waits_for_screen:
                break
            if top is None or self._waiting or not is_at_rest(top) or lay_out(top):
                before, looks = None, looks + 1
                await asyncio.sleep(_PAUSE if looks > _IMPATIENT else 0)
            elif before == (top, asked):
                free_closed(self._app)
                break
            else:
                before = top, asked
        self._call_all()

    async def _hand_on_all(self) -> None:
        self._is_burst = False
        try:
            while self._waiting:
                await self._hand_on_waiting()
                if self._is_burst:
                    await self._app_has_caught_up()
                    await self._app_has_caught_up()
        except Exception as error:
            # Nobody awaits this task.
            self._app.crash(error)
        self._is_burst = False

    async def _hand_on_waiting(self) -> None:
        before: Screen[Any] | None = None
        looks = 0
        while self._waiting:
            await self._app_has_caught_up()
            if is_ending(self._app):
                self._waiting.clear()
                break
            top = self._ready_screen()
            if top is None:
                before, looks = None, looks + 1
                self._is_pausing = looks > _IMPATIENT
                await asyncio.sleep(_PAUSE if self._is_pausing else 0)
            elif top is not before:
                # What its widgets have just done may still be on its way to the app.
                before = top
            else:
                before, looks, self._is_pausing = None, 0, False
                event = self._waiting.popleft()
                self._is_burst = self._is_burst or bool(self._waiting)
                if isinstance(event, Key) and isinstance(top, OwnScreen):
                    event = top.meant(event)
                if self._is_inside(event) and (not isinstance(top, OwnScreen) or top.takes(event)):
                    self._hand_on(event)

    def _is_inside(self, event: Event) -> bool:
        """Return whether input happened inside the window, which may have become smaller since."""
        return not isinstance(event, MouseEvent) or self._app.size.region.contains(event.x, event.y)

    async def _app_has_caught_up(self) -> None:
        """Wait until the app has handled all messages that it has got so far."""
        caught_up = asyncio.Event()
        self._app.call_in_turn(caught_up.set)
        await caught_up.wait()

    def _ready_screen(self) -> Screen[Any] | None:
        """Return the screen on top if it has done all that it has to do, else None.

        One that is at rest, but still gets together what it shows, can be left.
        """
        top = self._app.screen
        if not is_at_rest(top) or lay_out(top):
            return None
        if isinstance(top, OwnScreen) and not top.is_ready:
            while any(isinstance(event, Key) and event.key in _WAY_OUT for event in self._waiting):
                event = self._waiting[0]
                if isinstance(event, Key) and event.key in _WAY_OUT:
                    return top
                self._waiting.popleft()
            draw_now(top)
            return None
        return top

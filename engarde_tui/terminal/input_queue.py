"""Keys, clicks and pastes, handed to the app one by one, however fast they come."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, Final

from textual.events import Event, InputEvent, Key, MouseEvent, MouseMove, Paste
from textual.message import Message
from textual.screen import Screen

from engarde_tui.terminal.own_screen import OwnScreen
from engarde_tui.terminal.textual_private import (
    MODIFIER_FUNCTIONAL_KEYS,
    OpenApp,
    draw_now,
    is_at_rest,
    lay_out,
)

NO_STROKES: Final = frozenset({"caps_lock", "scroll_lock", "num_lock"} | MODIFIER_FUNCTIONAL_KEYS)
"""Keys that only change what others mean; some terminals tell of them, too."""

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


def is_ending(app: OpenApp) -> bool:
    """Return whether an app is about to end, or has ended: nothing is to be done any more."""
    return app.return_code is not None or not app.screen_stack


class InputQueue:
    """Lets each key, click and paste wait until all that the one before asked for has been done.

    So it belongs to the screen that the ones before have led to, as if it had been typed later. What they
    have changed is drawn once no more waits.
    """

    def __init__(self, app: OpenApp, hand_on: Callable[[Event], object]) -> None:
        """Give input to `hand_on` once it is due."""
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[Event] = deque()
        self._calls: list[Callable[[], None]] = []
        """What is to be called once all is done."""
        self._work: asyncio.Task[None] | None = None
        self._context: Context | None = None
        """That of the app; whoever brings input may be in another app's. None until the app has begun."""
        self._has_ended = False

    @property
    def is_empty(self) -> bool:
        """Whether no input waits."""
        return not self._waiting

    @property
    def is_full(self) -> bool:
        """Whether so much waits that no more is to be read for now."""
        return len(self._waiting) >= _MOST

    def add(self, event: Event) -> None:
        """Queue input, but no shift or lock alone; of movements of the mouse in a row only the last one."""
        if self._has_ended or (isinstance(event, Key) and event.key in NO_STROKES):
            return
        if isinstance(event, MouseMove) and self._waiting and isinstance(self._waiting[-1], MouseMove):
            self._waiting.pop()
        self._waiting.append(event)
        self._go_on()

    def when_done(self, call: Callable[[], None]) -> None:
        """Call something once all is done and drawn that was asked of the app so far, or the app has ended.

        It is called earlier if a key waits for a screen that is not ready: that can take long.
        """
        self._calls.append(call)
        if self._has_ended:
            self._call_all()
        else:
            self._go_on()

    def begin(self) -> None:
        """Hand on what comes, in the current context, which is to be the app's own."""
        self._context = copy_context()
        self._go_on()

    def end(self) -> None:
        """Drop all input, from now on too: the app has ended."""
        self._has_ended = True
        self._waiting.clear()
        if self._work is not None:
            self._work.cancel()
        self._call_all()

    def _call_all(self) -> None:
        calls, self._calls = self._calls, []
        for call in calls:
            call()

    def _go_on(self) -> None:
        has_work = self._waiting or self._calls
        if self._context is not None and has_work and (self._work is None or self._work.done()):
            self._work = asyncio.get_running_loop().create_task(self._hand_on_all(), context=self._context)

    async def _hand_on_all(self) -> None:
        try:
            while (top := await self._screen_at_rest()) is not None:
                if not self._waiting:
                    draw_now(top)
                    self._call_all()
                    if not (self._waiting or self._calls):
                        return
                elif self._is_ready(top):
                    self._hand_on_to(top, self._waiting.popleft())
                else:
                    draw_now(top)
                    self._call_all()
                    await asyncio.sleep(_PAUSE)
        except Exception as error:
            # Nobody awaits this task.
            self._app.crash(error)
        self._call_all()

    async def _screen_at_rest(self) -> Screen[Any] | None:
        """Return the screen on top once all that was asked for has been done; None if the app ends."""
        before: Screen[Any] | None = None
        looks = 0
        while True:
            caught_up = asyncio.Event()
            self._app.call_later(caught_up.set)
            await caught_up.wait()
            if is_ending(self._app):
                self._waiting.clear()
                return None
            top = self._app.screen
            if is_at_rest(top) and not lay_out(top):
                if top is before:
                    return top
                # What its widgets have just done may still be on its way to the app.
                before = top
            else:
                before, looks = None, looks + 1
                await asyncio.sleep(_PAUSE if looks > _IMPATIENT else 0)

    def _is_ready(self, top: Screen[Any]) -> bool:
        """Return whether a screen takes what waits; until it is ready, only a key that leaves it."""
        if isinstance(top, OwnScreen) and not top.is_ready:
            ways_out = [event for event in self._waiting if isinstance(event, Key) and event.key in _WAY_OUT]
            while ways_out and self._waiting[0] is not ways_out[0]:
                self._waiting.popleft()
            return bool(ways_out)
        return True

    def _hand_on_to(self, top: Screen[Any], event: Event) -> None:
        if isinstance(event, MouseEvent) and not self._app.size.region.contains(event.x, event.y):
            # The window has become smaller since.
            return
        if isinstance(top, OwnScreen):
            event = top.meant(event) if isinstance(event, Key) else event
            if not top.takes(event):
                return
        self._hand_on(event)

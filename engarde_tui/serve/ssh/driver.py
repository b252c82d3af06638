"""What stands between an app and a terminal at the other end of an SSH channel."""

import asyncio
import contextvars
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, Protocol, TextIO

from textual import constants, events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

from engarde_tui.serve.ssh.settling import Settling
from engarde_tui.terminal.textual_private import UncachedParser, set_driver_size

SMALLEST: Final = (1, 1)
LARGEST: Final = (300, 100)
"""Columns and rows that a picture is made for, however large a terminal says it is."""

# No kitty keys: they would survive a lost connection. No report of every motion of the mouse: it would flood.
_START: Final = "\x1b[?1049h\x1b[?25l\x1b[?1004h\x1b[?2004h\x1b[?7l\x1b[?2026$p"
_STOP: Final = "\x1b[?2004l\x1b[?7h\x1b[?1004l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?1049l\x1b[?25h"
_MOUSE: Final = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"

_TAKEN: Final = 16
"""Bytes of input that are taken at once."""

_PAUSE: Final = 0.005
"""Seconds until more are taken, or the next key; who types or pastes a name does not notice."""

_LONGEST_PASTE: Final = 1000
_LONGEST_SEQUENCE: Final = 10_000
"""Characters that may make one message; more are no message of ours."""

_KEPT: Final = "\t\n\r"
"""What of a paste is kept beside what can be printed; characters that turn the direction cannot."""


class Channel(Protocol):
    """What the driver needs of an SSH channel."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def pause_reading(self) -> None:
        """Let the other end wait."""

    def resume_reading(self) -> None:
        """Take input again."""


class SSHDriver(Driver):
    """Writes to an SSH channel and reads from it, in the event loop that all sessions share."""

    def __init__(
        self,
        app: App[Any],
        *,
        channel: Channel,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._program = app
        self._event_loop = asyncio.get_running_loop()
        self._channel = channel
        self._takes_mouse = mouse
        self._wanted = size or (80, 24)
        """The size of the terminal, for which the app may not have drawn yet."""
        self._resizing = Settling(self._event_loop, self._take_size)
        # What comes from the channel has to be handled as this app's, whose context is the present one.
        self._context = contextvars.copy_context()
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = UncachedParser()
        self._escape: asyncio.TimerHandle | None = None
        self._pending: list[str] = []
        self._flushing: asyncio.Handle | None = None
        self._unanswered = 0
        """Characters that have not made a message yet."""
        self._stalled = False
        self._dropped = False
        self._held_back = b""
        self._messages: deque[Message] = deque()
        """Keys that wait until the app has handled the one before: it may lead to where they belong."""
        self._resuming: asyncio.TimerHandle | None = None
        self._reads = True
        self.last_input = self._event_loop.time()
        """When something last came from the player, by the clock of the loop."""

    # --- output ---

    def write(self, data: str) -> None:
        """Send soon; while the line is stalled nothing is kept, since the picture is sent anew afterwards."""
        if self._stalled:
            self._dropped = True
        else:
            self._send(data)

    def _send(self, data: str) -> None:
        self._pending.append(data)
        if self._flushing is None:
            self._flushing = self._event_loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send what has been written, all at once."""
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        if self._pending:
            data = "".join(self._pending).encode("utf-8", "replace")
            self._pending.clear()
            with suppress(BrokenPipeError):
                self._channel.write(data)

    def stall(self) -> None:
        """The line takes no more for now."""
        self._stalled = True

    def flow(self) -> None:
        """The line takes data again: what it has missed is a whole new picture."""
        self._stalled = False
        if self._dropped:
            self._dropped = False
            self._run(self._redraw)

    def _redraw(self) -> None:
        redraw: Callable[[], None] | None = getattr(self._program, "action_redraw", None)
        if redraw is not None and self._program.is_running:
            self._program.call_later(redraw)

    # --- input ---

    def feed(self, data: bytes) -> None:
        """Take what the terminal has sent, no faster than the app handles it; the rest has to wait."""
        self.last_input = self._event_loop.time()
        self._held_back += data
        if self._resuming is None:
            self._take()

    def _take(self) -> None:
        self._resuming = None
        if not self._reads:
            self._held_back = b""
            self._messages.clear()
        elif not self._is_busy:
            if not self._messages:
                taken, self._held_back = self._held_back[:_TAKEN], self._held_back[_TAKEN:]
                text = self._decode(taken)
                # To the parser, nothing is the end of everything; and half a character is nothing yet.
                if text:
                    self._parse(text)
            if self._messages:
                self._run(self.process_message, self._messages.popleft())
        if self._held_back:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()
        if self._held_back or self._messages:
            self._resuming = self._event_loop.call_later(_PAUSE, self._take)

    @property
    def _is_busy(self) -> bool:
        """The app has not handled all that came before: some keys make much work, for all who play here."""
        app = self._program
        nodes = [app, *app.screen_stack[-1:], *([app.focused] if app.screen_stack and app.focused else ())]
        return any(node.message_queue_size for node in nodes)

    def _parse(self, text: str) -> None:
        if self._escape is not None:
            self._escape.cancel()
            self._escape = None
        self._unanswered += len(text)
        try:
            for message in self._parser.feed(text):
                self._unanswered = 0
                self._messages.append(message)
        except Exception:
            # Whatever it was that the parser fails on, it is no key of ours.
            self._parser = UncachedParser()
        if self._unanswered > _LONGEST_SEQUENCE:
            # A paste that never ends would be kept for ever.
            self._parser, self._unanswered = UncachedParser(), 0
        # An escape may be a key of its own, or the beginning of another one's sequence.
        self._escape = self._event_loop.call_later(constants.ESCAPE_DELAY * 1.1, self._tick)

    def _tick(self) -> None:
        self._escape = None
        self._messages.extend(self._parser.tick())
        if self._resuming is None:
            self._take()

    def process_message(self, message: Message) -> None:
        """Pass on what a terminal may say; how large it is, only the SSH channel tells."""
        match message:
            case events.Resize() | InBandWindowResize():
                return
            case events.Paste():
                kept = (char for char in message.text[:_LONGEST_PASTE] if char.isprintable() or char in _KEPT)
                message = events.Paste("".join(kept))
        super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Hand a message to the app, whose loop this is."""
        self._program.post_message(message)

    def _run(self, what: Callable[..., None], *arguments: object) -> None:
        """Do something in the context of this session's app."""
        self._context.run(what, *arguments)

    def resize(self, columns: int, rows: int) -> None:
        """The terminal has another size: draw for it once it stays, since each picture makes much work."""
        self._wanted = clamped(columns, rows)
        if self._reads:
            self._resizing.change()

    def _take_size(self) -> None:
        if set_driver_size(self, *self._wanted):
            self._run(self._send_size)

    def _send_size(self) -> None:
        size = Size(*self._wanted)
        self.send_message(events.Resize(size, size))

    # --- begin and end ---

    def start_application_mode(self) -> None:
        """Take over the terminal, also while the line is stalled: no picture brings that later."""
        self._send(_START + (_MOUSE if self._takes_mouse else ""))
        self.flush()
        set_driver_size(self, *self._wanted)
        self._send_size()

    def disable_input(self) -> None:
        """Whatever is typed from now on counts for nothing."""
        self._reads = False
        for timer in (self._escape, self._resuming):
            if timer is not None:
                timer.cancel()
        self._escape = self._resuming = None
        self._resizing.cancel()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was, also at the end of a stall."""
        self.disable_input()
        self._send(_STOP)
        self.flush()

    @property
    def can_suspend(self) -> bool:
        """There is no shell behind it."""
        return False

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: it would open on the server."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Do nothing: it would be written on the server."""


def clamped(columns: int, rows: int) -> tuple[int, int]:
    """A size that a picture can be made for."""
    return (
        min(max(columns, SMALLEST[0]), LARGEST[0]),
        min(max(rows, SMALLEST[1]), LARGEST[1]),
    )

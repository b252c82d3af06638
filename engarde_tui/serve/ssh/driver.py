"""Textual's driver for a terminal at the other end of an SSH channel, whose sizes it takes once they rest."""

import asyncio
import contextvars
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, Literal, Protocol, TextIO

from textual import constants, events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from engarde_tui.serve.ssh.turns import End, Lane, Turn
from engarde_tui.shell import Shell
from engarde_tui.terminal.encoding import UTF_8
from engarde_tui.terminal.input import InputParser
from engarde_tui.terminal.textual_private import set_driver_size

QUIET: Final = 0.1
"""Seconds without a change that end a burst."""


class _Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """The part of an event loop that `Debouncer` uses."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> _Timer:
        """Call `callback` in `delay` seconds."""


class Debouncer:
    """Acts when a burst of changes ends."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timer: _Timer | None = None

    def change(self, act: Callable[[], None], quiet: float = QUIET) -> None:
        """Note a change: call `act` once there has been no other for `quiet` seconds."""
        self.cancel()
        self._timer = self._clock.call_later(quiet, partial(self._fire, act))

    def cancel(self) -> None:
        """Discard the changes so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self, act: Callable[[], None]) -> None:
        self._timer = None
        act()


MIN_SIZE: Final = (1, 1)
MAX_SIZE: Final = (300, 100)
"""The smallest and largest size the app draws, in columns and rows."""

# No kitty keyboard protocol: it would outlive a lost connection. No mouse motion: it floods slow links.
_START: Final = "\x1b[?1049h\x1b[?25l\x1b[?1004h\x1b[?2004h\x1b[?7l\x1b[?2026$p"
_MOUSE: Final = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
_NO_MOUSE: Final = "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
_STOP: Final = f"\x1b[?2004l\x1b[?7h\x1b[?1004l{_NO_MOUSE}\x1b[?1049l\x1b[?25h"

_CHUNK: Final = 16
"""Bytes of input processed at once."""

_BUSY_PAUSE: Final = 0.005
"""Seconds between two looks at an app that takes no input yet."""


class Channel(Protocol):
    """The part of an SSH channel that the driver uses."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def pause_reading(self) -> None:
        """Stop taking input."""

    def resume_reading(self) -> None:
        """Take input again."""


class SSHDriver(Driver):
    """Writes to an SSH channel and reads from it, in the event loop that all sessions share."""

    def __init__(
        self,
        app: Shell,
        *,
        channel: Channel,
        lane: Lane,
        encoding: str = UTF_8,
        on_answer: Callable[[float], None] = lambda seconds: None,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """`encoding` is that of the input. `on_answer` is called with the seconds from a key to its answer.

        That is the first bytes after it, or that it has been handled, if that changes nothing.
        """
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._program = app
        self._event_loop = asyncio.get_running_loop()
        self._channel = channel
        self._lane = lane
        """Where input and what it changes wait for their turn."""
        self._on_answer = on_answer
        self._asked: tuple[events.Key, float] | None = None
        """A key that has had no answer yet, and when it came, in seconds by the clock of events."""
        self._takes_mouse = mouse
        self._terminal_size = size or (80, 24)
        """The terminal's columns and rows; the app may not have drawn for them yet."""
        self._resizing = Debouncer(self._event_loop)
        # Callbacks of the channel run outside the app's context, which is the current one here.
        self._context = contextvars.copy_context()
        self._parser = InputParser(encoding=encoding)
        self._escape: asyncio.TimerHandle | None = None
        self._ticking: Turn | None = None
        """The turn in which an escape becomes a key, unless more comes."""
        self._pending_output: list[str] = []
        self._flushing: asyncio.Handle | None = None
        self._stalled = False
        self._dropped = False
        self._pending_input = b""
        self._came = 0.0
        """When the first of it came, in seconds by the clock of events."""
        self._messages: deque[Message] = deque()
        """Keys waiting for the app to handle the one before, which may open the screen they are meant for."""
        self._is_asking = False
        """Whether input waits for its turn."""
        self._resuming: asyncio.TimerHandle | None = None
        """The next look at a busy app."""
        self._reading = True
        self.last_input = self._event_loop.time()
        """The time of the last input, by the loop's clock, in seconds."""

    # --- output ---

    def write(self, data: str) -> None:
        """Send soon; drop the data during a stall, since the whole screen is redrawn afterwards."""
        if self._stalled:
            self._dropped = True
        else:
            self._send(data)

    def _send(self, data: str) -> None:
        self._pending_output.append(data)
        if self._flushing is None:
            self._flushing = self._event_loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send all pending output at once."""
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        if self._pending_output:
            data = "".join(self._pending_output).encode("utf-8", "replace")
            self._pending_output.clear()
            with suppress(BrokenPipeError):
                self._channel.write(data)
            self._answer()

    def _answer(self) -> None:
        if self._asked is not None:
            self._on_answer(time.monotonic() - self._asked[1])
            self._asked = None

    def stall(self) -> None:
        """Drop output until `flow`."""
        self._stalled = True

    def flow(self) -> None:
        """Send output again; redraw the screen if any was dropped."""
        self._stalled = False
        if self._dropped:
            self._dropped = False
            self._lane.ask(self._redraw)

    def _redraw(self, end: End) -> None:
        redraw: Callable[[], None] | None = getattr(self._program, "action_redraw", None)
        if redraw is not None and self._program.is_running:
            self._program.call_later(redraw)
            self._program.when_done(end)
        else:
            end()

    # --- input ---

    def feed(self, data: bytes) -> None:
        """Queue the terminal's input, to be processed no faster than the app can handle it."""
        self.last_input = self._event_loop.time()
        if not self._pending_input:
            self._came = time.monotonic()
        self._pending_input += data
        self._go_on()

    def _go_on(self) -> None:
        """Ask for a turn for what the terminal has sent, unless some of it waits already."""
        if (self._pending_input or self._messages) and not self._is_asking and self._resuming is None:
            self._is_asking = True
            self._lane.ask(self._process_input)
        if self._pending_input:
            self._channel.pause_reading()
        else:
            # The channel may feed more immediately.
            self._channel.resume_reading()

    def _resume(self) -> None:
        self._resuming = None
        self._go_on()

    def _process_input(self, end: End) -> None:
        """Pass on one message of the terminal; the turn ends once all is painted that it changes."""
        self._is_asking = False
        if not self._reading:
            self._pending_input = b""
            self._messages.clear()
        elif not self._program.takes_input:
            self._resuming = self._event_loop.call_later(_BUSY_PAUSE, self._resume)
        else:
            if not self._messages:
                taken, self._pending_input = self._pending_input[:_CHUNK], self._pending_input[_CHUNK:]
                self._parse(taken)
            if self._messages:
                message = self._messages.popleft()
                self._run_in_context(self.process_message, message)
                self._program.when_done(partial(self.message_handled, message, end))
                end = _nothing
        end()
        self._go_on()

    def _parse(self, data: bytes) -> None:
        self._stop_ticking()
        for message in self._parser.feed(data):
            # A question may have come since, which it does not answer.
            message.time = self._came
            self._messages.append(message)
        if self._parser.is_waiting:
            self._tick_later()

    def _stop_ticking(self) -> None:
        if self._escape is not None:
            self._escape.cancel()
        if self._ticking is not None:
            self._ticking.end()
        self._escape = self._ticking = None

    def _tick_later(self) -> None:
        # An escape may be a key or the start of a sequence.
        self._escape = self._event_loop.call_later(constants.ESCAPE_DELAY * 1.1, self._ask_to_tick)

    def _ask_to_tick(self) -> None:
        # The rest of the sequence may be waiting in the connection, and comes first then.
        self._escape = None
        self._ticking = self._lane.ask(self._tick)

    def _tick(self, end: End) -> None:
        self._ticking = None
        if self._pending_input:
            # The rest of the sequence may be waiting here.
            self._tick_later()
        else:
            self._messages.extend(self._parser.tick())
            if self._parser.is_waiting:
                self._tick_later()
        end()
        self._go_on()

    def process_message(self, message: Message) -> None:
        """Pass a message on."""
        if isinstance(message, events.Key):
            self._asked = message, message.time
        super().process_message(message)

    def message_handled(self, message: Message, end: End) -> None:
        """End the turn of a message: the app has painted what it has changed."""
        end()
        if self._asked is not None and self._asked[0] is message and not self._pending_output:
            self._answer()

    def send_message(self, message: Message) -> None:
        """Post a message to the app, which runs on this loop."""
        self._program.post_message(message)

    def _run_in_context(self, function: Callable[..., None], *arguments: object) -> None:
        self._context.run(function, *arguments)

    def resize(self, columns: int, rows: int) -> None:
        """Note a new size; redraw once it stops changing, since each redraw is costly."""
        self._terminal_size = clamped(columns, rows)
        if self._reading:
            self._resizing.change(self._apply_size)

    def _apply_size(self) -> None:
        self._lane.ask(self._take_size)

    def _take_size(self, end: End) -> None:
        if self._reading and set_driver_size(self, *self._terminal_size):
            self._run_in_context(self._send_size)
            self._program.when_done(end)
        else:
            end()

    def _send_size(self) -> None:
        size = Size(*self._terminal_size)
        self.send_message(events.Resize(size, size))

    # --- begin and end ---

    def start_application_mode(self) -> None:
        """Set the terminal up, even during a stall: a redraw does not include it."""
        self._send(_START + (_MOUSE if self._takes_mouse else "") + self._program.questions())
        self.flush()
        set_driver_size(self, *self._terminal_size)
        self._send_size()

    def take_mouse(self, takes: bool) -> None:
        """Take the mouse, or leave it to the terminal."""
        self._takes_mouse = takes
        self._send(_MOUSE if takes else _NO_MOUSE)

    def disable_input(self) -> None:
        """Ignore all input from now on."""
        self._reading = False
        self._stop_ticking()
        if self._resuming is not None:
            self._resuming.cancel()
            self._resuming = None
        self._resizing.cancel()

    def stop_application_mode(self) -> None:
        """Restore the terminal, even during a stall."""
        self.disable_input()
        self._send(_STOP)
        self.flush()

    @property
    def can_suspend(self) -> bool:
        """Always False: there is no shell to return to."""
        return False

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the URL would open on the server."""

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
        """Do nothing: the file would be written on the server."""


def _nothing() -> None: ...


def clamped(columns: int, rows: int) -> tuple[int, int]:
    """Return the nearest size from `MIN_SIZE` to `MAX_SIZE`."""
    return (
        min(max(columns, MIN_SIZE[0]), MAX_SIZE[0]),
        min(max(rows, MIN_SIZE[1]), MAX_SIZE[1]),
    )

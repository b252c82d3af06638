"""The terminal that the program is started in, maybe at the far end of a slow, stalled or lost line."""

import asyncio
import os
import select
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final

from textual.drivers.linux_driver import LinuxDriver

from engarde_tui.terminal.line import Line
from engarde_tui.terminal.textual_private import XTermParser, end_update

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
"""The signals that end the program in good order, with the exit status 128 + number."""

_KITTY_KEYS: Final = ("\x1b[>", "\x1b[<")
"""How the sequences begin that turn the keyboard protocol of kitty on and off."""

_INSTEAD: Final = {
    # Report the mouse while a button is down, not every motion: nothing follows it.
    "\x1b[?1003h": "\x1b[?1002h",
    "\x1b[?1003l": "\x1b[?1002l",
    "\x1b[?1015h": "",
    "\x1b[?1015l": "",
    # Sizes come by signal.
    "\x1b[?2048$p": "",
}
"""What is written in place of a sequence of Textual's."""


class TerminalDriver(LinuxDriver):
    """Textual's driver, but no terminal can stop or fill it, and the program ends with the line.

    From the first byte to the last, every end restores the terminal. It asks for less than Textual: for no
    motion of the mouse, for sizes only by signal, and over SSH not for kitty's keyboard protocol, in which
    nobody could type `reset` after a lost connection.
    """

    def __init__(
        self,
        app: Any,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._program = app
        self._event_loop = asyncio.get_running_loop()
        self._context = copy_context()
        self._line: Line | None = None
        self._draws = False
        """What is written is part of a picture, not a setting of the terminal."""
        self._must_restore = False
        """The terminal has been changed, and not been restored to the end."""
        self._closes = False
        self._is_remote = "SSH_CONNECTION" in os.environ
        output = sys.__stdout__
        assert output is not None
        self._output, self._encoding = output.fileno(), output.encoding
        signal.signal(signal.SIGCONT, self._wake)

    def write(self, data: str) -> None:
        """Write as soon as the line takes it; Textual's own writer has nothing to do."""
        data = _INSTEAD.get(data, data)
        if self._line is None or not data or (self._is_remote and data.startswith(_KITTY_KEYS)):
            return
        self._line.write(data.encode(self._encoding, "replace"), picture=self._draws)

    def start_application_mode(self) -> None:
        """Take the terminal over; from before the first byte, signals end the program in good order only."""
        for number in _ENDINGS:
            self._event_loop.add_signal_handler(number, self._end, number)
        if self._line is not None:
            # The program was stopped by a signal that it does not hear: others have used the terminal since.
            self.suspend_application_mode()
        self._line = Line(
            self._output, lambda: self._soon(self._draw_anew), lambda: self._soon(self._hang_up)
        )
        self._must_restore = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._draws = True

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was; what it may still show counts no more."""
        self._draws = False
        if self._line is not None:
            self._line.stop_pictures()
        # The last picture may have been left in the middle.
        self.write("\x1b[0m")
        end_update(self._program)
        super().stop_application_mode()
        self._must_restore = False

    def close(self) -> None:
        """Write nothing any more; restore the terminal first where an error kept that from happening."""
        self._closes = True
        try:
            if self._must_restore:
                self.stop_application_mode()
        finally:
            super().close()
            if self._line is not None:
                self._line.end()
                self._line = None
            self._closes = False

    def _wake(self, *signals: object) -> None:
        """Take the terminal over again; not while the program ends: a terminal that closes sends this too."""
        if not self._closes and self._program.return_code is None:
            self.resume_application_mode()

    def run_input_thread(self) -> None:
        """Read keys until the program or the line ends."""
        parser = XTermParser()
        # A terminal with another encoding than ours is no reason to end.
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], 0.1)
            if ready:
                try:
                    data = os.read(self.fileno, 4096)
                except OSError:
                    data = b""
                if not data:
                    self._soon(self._hang_up)
                    return
                for message in parser.feed(decode(data)):
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)

    def _soon(self, act: Callable[[], None]) -> None:
        """Do it in the app's thread and context, unless the app has ended."""
        with suppress(RuntimeError):
            self._event_loop.call_soon_threadsafe(act, context=self._context)

    def _draw_anew(self) -> None:
        if self._line is not None and self._draws:
            self._line.start_anew()
            self._program.action_redraw()

    def _hang_up(self) -> None:
        self._end(signal.SIGHUP)

    def _end(self, number: signal.Signals) -> None:
        """End with the status that a shell gives for this signal."""
        self._program.exit(None, 128 + number)

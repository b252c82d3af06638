"""The driver of a local terminal, which may be at the end of a slow, stalled or lost line."""

import asyncio
import os
import select
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any, Final

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from engarde_tui.terminal.input import InputParser
from engarde_tui.terminal.layer.output_queue import OutputQueue
from engarde_tui.terminal.layer.textual_internals import end_update, switch_mouse
from engarde_tui.terminal.stopping import hide_before_stop

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
"""Signals that end the program cleanly, with exit status 128 + number."""

_KITTY_KEYS: Final = ("\x1b[>", "\x1b[<")
"""Prefixes of the sequences that turn kitty's keyboard protocol on and off."""

_INSTEAD: Final = {
    # Report mouse motion only while a button is down: nothing uses the rest.
    "\x1b[?1003h": "\x1b[?1002h",
    "\x1b[?1003l": "\x1b[?1002l",
    "\x1b[?1015h": "",
    "\x1b[?1015l": "",
    # Window sizes come by SIGWINCH.
    "\x1b[?2048$p": "",
}
"""Replacements for sequences that Textual writes."""


class TerminalDriver(LinuxDriver):
    """Textual's driver, except that a stalled terminal cannot block it, and a lost one ends the program.

    From the first byte on, every exit restores the terminal. It requests less than Textual: no mouse motion,
    sizes only by signal, and over SSH no kitty keyboard protocol, in which nobody could type `reset` after a
    lost connection.
    """

    def __init__(
        self,
        app: Any,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        # Before the first message of a size, Textual would ask the terminal of the standard input.
        super().__init__(app, debug=debug, mouse=mouse, size=size or shutil.get_terminal_size())
        self._program = app
        self._event_loop = asyncio.get_running_loop()
        self._context = copy_context()
        self._output: OutputQueue | None = None
        self._draws = False
        """Whether writes are parts of a frame, not settings of the terminal."""
        self._must_restore = False
        """Whether the terminal has been changed and not fully restored."""
        self._has_started = False
        self._is_remote = "SSH_CONNECTION" in os.environ
        output = sys.__stdout__
        assert output is not None
        self._terminal, self._encoding = output.fileno(), output.encoding
        # Textual acts on these two anywhere in its own work, also while it starts or ends.
        hide_before_stop(app)
        self._event_loop.add_signal_handler(signal.SIGCONT, self._wake)

    def write(self, data: str) -> None:
        """Queue `data` for the line, bypassing Textual's own writer thread."""
        data = _INSTEAD.get(data, data)
        if self._output is None or not data or (self._is_remote and data.startswith(_KITTY_KEYS)):
            return
        self._output.write(data.encode(self._encoding, "replace"), is_frame=self._draws)

    def start_application_mode(self) -> None:
        """Set the terminal up; before the first byte, install the handlers that let signals exit cleanly."""
        self._has_started = True
        for number in _ENDINGS:
            self._event_loop.add_signal_handler(number, self._end, number)
        if self._output is not None:
            # We were stopped by SIGSTOP, which cannot be handled: others have used the terminal since.
            self.suspend_application_mode()
        self._output = OutputQueue(
            self._terminal, lambda: self._call_soon(self._redraw), lambda: self._call_soon(self._hang_up)
        )
        self._must_restore = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(self._program.questions())
        self._draws = True

    def stop_application_mode(self) -> None:
        """Restore the terminal; frames not yet written are dropped."""
        self._draws = False
        if self._output is not None:
            self._output.drop_frames()
        # The last frame may have been cut off.
        self.write("\x1b[0m")
        end_update(self._program)
        super().stop_application_mode()
        self._must_restore = False

    def take_mouse(self, takes: bool) -> None:
        """Take the mouse, or leave it to the terminal."""
        switch_mouse(self, takes)

    def close(self) -> None:
        """Stop writing, after restoring the terminal if an error has prevented that."""
        try:
            if self._must_restore:
                self.stop_application_mode()
        finally:
            super().close()
            if self._output is not None:
                self._output.end()
                self._output = None

    def _wake(self) -> None:
        """Set the terminal up again on SIGCONT, but not during exit: a closing terminal sends SIGCONT too."""
        if self._has_started and self._program.return_code is None:
            self.resume_application_mode()

    def run_input_thread(self) -> None:
        """Read input until the program ends or the terminal is lost; an error is a crash as any other."""
        try:
            self._read_input()
        except Exception as error:
            self._call_soon(partial(_raise, error))

    def _read_input(self) -> None:
        parser = InputParser(encoding=sys.stdin.encoding)
        while not self.exit_event.is_set():
            if self._program.is_flooded:
                self.exit_event.wait(0.1)
                continue
            ready, _, _ = select.select([self.fileno], [], [], 0.1)
            if ready:
                try:
                    data = os.read(self.fileno, 4096)
                except OSError:
                    data = b""
                if not data:
                    self._call_soon(self._hang_up)
                    return
                messages = parser.feed(data)
            else:
                messages = parser.tick()
            for message in messages:
                self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Post a message to the app, in its own thread."""
        # Textual starts a task for each, which takes as long as to handle most of them.
        self._call_soon(lambda: self._program.post_message(message))

    def _call_soon(self, act: Callable[[], None]) -> None:
        """Schedule `act` in the app's thread and context, unless the app has ended; an error ends the app."""
        with suppress(RuntimeError):
            self._event_loop.call_soon_threadsafe(self._act, act, context=self._context)

    def _act(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:
            self._program.crash(error)

    def _redraw(self) -> None:
        if self._output is not None and self._draws:
            self._output.resume_frames()
            self._program.action_redraw()

    def _hang_up(self) -> None:
        self._end(signal.SIGHUP)

    def _end(self, number: signal.Signals) -> None:
        """Exit with the status that shells use for this signal."""
        self._program.exit(None, 128 + number)


def _raise(error: Exception) -> None:
    raise error

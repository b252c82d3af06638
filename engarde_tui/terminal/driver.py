"""The driver of the terminal, which may be at the end of a slow, stalled or lost line."""

import asyncio
import os
import select
import shutil
import signal
import sys
import termios
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from engarde_tui.terminal.input import InputParser
from engarde_tui.terminal.stopping import hide_before_stop

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
"""Signals that end the program cleanly, with exit status 128 + number."""

_TICK: Final = 0.1
"""Seconds between two looks whether the end of a sequence is lost, or what was typed has been handled."""

_PATIENCE: Final = 0.3
"""Seconds to wait at exit before the line counts as stalled."""

_MOUSE: Final = ("\x1b[?1000", "\x1b[?1002", "\x1b[?1006")
"""The modes in which a mouse is reported."""

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


class Output:
    """What is written to a terminal without ever waiting for it, while a loop runs."""

    def __init__(self, fileno: int, flows_again: Callable[[], None], lost: Callable[[], None]) -> None:
        """Call `flows_again` once nothing waits any more, `lost` if the line is cut."""
        self._fileno = _unblocking(fileno)
        self._loop = asyncio.get_running_loop()
        self._flows_again, self._lost = flows_again, lost
        self._waiting = b""
        self._settings = 0
        """How many of the bytes that wait are, or come before, settings of the terminal."""

    @property
    def is_stalled(self) -> bool:
        """Whether the line takes nothing more for now."""
        return bool(self._waiting)

    def write(self, data: bytes, *, is_frame: bool) -> None:
        """Write `data` as soon as the line takes it."""
        is_free = not self._waiting
        self._waiting += data
        self._settings = self._settings if is_frame else len(self._waiting)
        if is_free and self._write_more():
            self._loop.add_writer(self._fileno, self._go_on)

    def drop_frame(self) -> None:
        """Drop what waits of a frame, but for the rest of a sequence that has been begun."""
        end = self._waiting.find(b"\x1b", self._settings)
        self._waiting = self._waiting[:end] if end >= 0 else self._waiting

    def _go_on(self) -> None:
        if not self._write_more():
            self._loop.remove_writer(self._fileno)
            self._flows_again()

    def _write_more(self) -> bool:
        """Write what the line takes; return whether more waits."""
        try:
            written = os.write(self._fileno, self._waiting) if self._waiting else 0
        except BlockingIOError:
            return True
        except OSError:
            written = len(self._waiting)
            self._lost()
        self._waiting, self._settings = self._waiting[written:], max(self._settings - written, 0)
        return bool(self._waiting)

    def end(self) -> None:
        """Write what waits; give up on a stalled line."""
        self._loop.remove_writer(self._fileno)
        self._lost = lambda: None
        for has_stalled in (False, True):
            if has_stalled and self._waiting:
                # Only frames can fill the terminal; discard them to make room for what restores it. If ctrl+s
                # has stopped it, it goes on after a stop of our own.
                with suppress(termios.error):
                    termios.tcflush(self._fileno, termios.TCOFLUSH)
                    termios.tcflow(self._fileno, termios.TCOOFF)
                    termios.tcflow(self._fileno, termios.TCOON)
            while self._waiting and select.select([], [self._fileno], [], _PATIENCE)[1]:
                self._write_more()
        os.close(self._fileno)


def _unblocking(fileno: int) -> int:
    """Return the same terminal, reopened so that no write blocks; a plain duplicate if that is not allowed.

    Changing the descriptor itself would change it for everyone who shares it, such as the shell.
    """
    try:
        return os.open(os.ttyname(fileno), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return os.dup(fileno)


class TerminalDriver(LinuxDriver):
    """Textual's driver, except that a stalled terminal cannot block it, and a lost one ends the program.

    From the first byte on, every exit restores the terminal. It requests less than Textual: no mouse motion,
    sizes only by signal, and over SSH no kitty keyboard protocol, in which nobody could type `reset` after a
    lost connection.
    """

    _is_ticking = False
    """Whether it will be looked whether the end of a sequence is lost."""

    def __init__(
        self, app: Any, *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        # Before the first message of a size, Textual would ask the terminal of the standard input.
        super().__init__(app, debug=debug, mouse=True, size=size or shutil.get_terminal_size())
        self._program = app
        self._takes_mouse = mouse
        self._event_loop = asyncio.get_running_loop()
        self._parser = InputParser(encoding=sys.stdin.encoding)
        self._output: Output | None = None
        self._draws = False
        """Whether writes are parts of a frame, not settings of the terminal."""
        self._must_restore = False
        """Whether the terminal has been changed and not fully restored."""
        self._has_started = False
        self._is_remote = "SSH_CONNECTION" in os.environ
        app.terminal = self
        # Textual acts on these two anywhere in its own work, also while it starts or ends.
        hide_before_stop(app)
        self._event_loop.add_signal_handler(signal.SIGCONT, self._wake)

    def takes_frame(self) -> bool:
        """Return whether the line has taken the last frame; if not, what waits of that is dropped."""
        if self._output is None or not self._output.is_stalled:
            return True
        self._output.drop_frame()
        return False

    def write(self, data: str) -> None:
        """Write `data` as soon as the line takes it, bypassing Textual's own writer thread."""
        data = _INSTEAD.get(data, data)
        is_left_out = (data.startswith(_MOUSE) and not self._takes_mouse) or (
            data.startswith(_KITTY_KEYS) and self._is_remote
        )
        if self._output is not None and not is_left_out:
            assert sys.__stdout__ is not None
            self._output.write(data.encode(sys.__stdout__.encoding, "replace"), is_frame=self._draws)

    def start_application_mode(self) -> None:
        """Set the terminal up; before the first byte, install the handlers that let signals exit cleanly."""
        self._has_started = True
        for number in _ENDINGS:
            self._event_loop.add_signal_handler(number, self._end, number)
        if self._output is not None:
            # We were stopped by SIGSTOP, which cannot be handled: others have used the terminal since.
            self.suspend_application_mode()
        assert sys.__stdout__ is not None
        self._output = Output(sys.__stdout__.fileno(), self._program.flows_again, self._hang_up)
        self._must_restore = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(self._program.questions())
        self._draws = True
        self.listen()

    def stop_application_mode(self) -> None:
        """Restore the terminal; what waits of a frame is dropped."""
        self._draws = False
        self.takes_frame()
        # The last frame may have been cut off, in a synchronized update.
        self.write("\x1b[0m\x1b[?2026l")
        super().stop_application_mode()
        self._must_restore = False

    def take_mouse(self, takes: bool) -> None:
        """Take the mouse, or leave it to the terminal."""
        self._takes_mouse = True
        for mode in _MOUSE:
            self.write(f"{mode}{'h' if takes else 'l'}")
        self._takes_mouse = takes

    def disable_input(self) -> None:
        """Read no more."""
        self._event_loop.remove_reader(self.fileno)
        super().disable_input()

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
        """Leave reading to the loop."""

    def listen(self) -> None:
        """Read what is typed from now on."""
        self._event_loop.add_reader(self.fileno, self._read)

    def _read(self) -> None:
        if self._program.is_flooded:
            self._event_loop.remove_reader(self.fileno)
            self._event_loop.call_later(_TICK, self.listen)
            return
        try:
            data = os.read(self.fileno, 4096)
        except OSError:
            data = b""
        if data:
            self._take(self._parser.feed(data))
        else:
            self._event_loop.remove_reader(self.fileno)
            self._hang_up()

    def _take(self, messages: Iterable[Message]) -> None:
        try:
            for message in messages:
                self.process_message(message)
        except Exception as error:
            # As any other in the app; the loop would go on.
            self._program.crash(error)
        if self._parser.is_waiting and not self._is_ticking:
            self._is_ticking = True
            self._event_loop.call_later(_TICK, self._tick)

    def _tick(self) -> None:
        self._is_ticking = False
        self._take(self._parser.tick())

    def send_message(self, message: Message) -> None:
        """Post a message to the app; Textual starts a task for each."""
        self._program.post_message(message)

    def _hang_up(self) -> None:
        self._end(signal.SIGHUP)

    def _end(self, number: signal.Signals) -> None:
        """Exit with the status that shells use for this signal."""
        self._program.exit(None, 128 + number)

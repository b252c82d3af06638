"""The terminal that the program is started in, maybe at the far end of a slow, stalled or lost line."""

import os
import select
import signal
import sys
import termios
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import copy_context
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, Final, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from engarde_tui.app import EngardeApp

MOST_WAITING: Final = 64_000
"""Bytes that may wait for the line, beyond what is written next."""

_PIECE: Final = 4096
"""Bytes to write at once, so that the rest of a picture can still be left out."""

_PATIENCE: Final = 0.3
"""Seconds in which a line takes what restores the terminal, or else has stalled."""

_KITTY_KEYS: Final = ("\x1b[>", "\x1b[<")
"""How the sequences begin that turn the keyboard protocol of kitty on and off."""


class Line:
    """Writes in a thread of its own, so that a terminal that takes nothing stops nobody.

    Pictures may be left out. Where too much would wait, none is written any more, not even the rest of one,
    until `start_anew`: the terminal never gets a picture that is long out of date.
    """

    def __init__(self, fileno: int, flows_again: Callable[[], None], lost: Callable[[], None]) -> None:
        """Both are called in the thread: once the line takes pictures again, and when it has been cut."""
        self._fileno = _unblocking(fileno)
        self._flows_again = flows_again
        self._lost = lost
        self._waiting: deque[tuple[bytes, bool]] = deque()
        """What to write, and whether it is a picture."""
        self._size = 0
        self._takes_pictures = True
        self._owes_picture = False
        self._ends = False
        self._changed = Condition()
        # A daemon, since one that is stuck must not keep the process.
        self._thread = Thread(target=self._run, name="engarde-output", daemon=True)
        self._thread.start()

    def write(self, data: bytes, *, picture: bool) -> None:
        """Write as soon as the line takes it."""
        with self._changed:
            if picture and not self._takes_pictures:
                return
            if picture and not self._has_room_for(data):
                self._owes_picture = True
                self.stop_pictures()
            else:
                self._waiting.append((data, picture))
                self._size += len(data)
            self._changed.notify()

    def _has_room_for(self, data: bytes) -> bool:
        return not self._waiting or self._size - len(self._waiting[0][0]) + len(data) <= MOST_WAITING

    def stop_pictures(self) -> None:
        """Leave out all pictures that are not on the line yet, and those to come."""
        with self._changed:
            self._takes_pictures = False
            self._waiting = deque(item for item in self._waiting if not item[1])
            self._size = sum(len(data) for data, _ in self._waiting)

    def start_anew(self) -> None:
        """Write pictures again; the next one has to show everything."""
        self._takes_pictures = True

    def end(self) -> None:
        """Write what waits, as far as the line takes it soon."""
        with self._changed:
            self._ends = True
            self._changed.notify()
        self._thread.join(_PATIENCE)
        if self._thread.is_alive():
            # What the terminal has not read yet is only a picture; without it, there is room to restore it.
            with suppress(termios.error):
                termios.tcflush(self._fileno, termios.TCOFLUSH)
            self._thread.join(_PATIENCE)

    def _run(self) -> None:
        try:
            while (item := self._next()) is not None:
                data, picture = item
                for piece in _pieces(data):
                    if picture and not self._takes_pictures:
                        break
                    self._write(piece)
        except OSError:
            self._lost()
        finally:
            os.close(self._fileno)

    def _next(self) -> tuple[bytes, bool] | None:
        with self._changed:
            while not self._waiting:
                if self._ends:
                    return None
                if self._owes_picture:
                    self._owes_picture = False
                    self._flows_again()
                self._changed.wait()
            item = self._waiting.popleft()
            self._size -= len(item[0])
            return item

    def _write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._fileno, data) :]
            except BlockingIOError:
                # Nothing tells that the terminal has been emptied from this side.
                select.select([], [self._fileno], [], 0.1)


def _unblocking(fileno: int) -> int:
    """The same terminal, opened once more so that no write waits; as it is where that is not allowed.

    To change it as it is would change it for all that use it, the shell among them.
    """
    try:
        return os.open(os.ttyname(fileno), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return os.dup(fileno)


def _pieces(data: bytes) -> Iterator[bytes]:
    """What to write at once; each piece begins with an escape sequence, so that any may be the last."""
    while len(data) > _PIECE and (end := data.rfind(b"\x1b", 1, _PIECE)) > 0:
        yield data[:end]
        data = data[end:]
    yield data


class TerminalDriver(LinuxDriver):
    """Textual's driver, but no terminal can stop or fill it, and the program ends with the line.

    It asks for less, too: for no motion of the mouse, since nothing follows it; for sizes only by signal;
    over SSH not for kitty's keyboard protocol, in which nobody could type `reset` after a lost connection.
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
        self._line: Line | None = None
        self._draws = False
        """What is written is part of a picture, not a setting of the terminal."""
        self._closes = False
        self._is_remote = "SSH_CONNECTION" in os.environ
        self._context = copy_context()
        output = sys.__stdout__
        assert output is not None
        self._output, self._encoding = output.fileno(), output.encoding

    def write(self, data: str) -> None:
        """Write as soon as the line takes it; Textual's own writer has nothing to do."""
        if self._line is None or (self._is_remote and data.startswith(_KITTY_KEYS)):
            return
        self._line.write(data.encode(self._encoding, "replace"), picture=self._draws)

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        if self._line is not None:
            # The program was stopped by a signal that it does not hear: others have used the terminal since.
            self.suspend_application_mode()
        self._line = Line(
            self._output, lambda: self._soon(self._draw_anew), lambda: self._soon(self._hang_up)
        )
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._draws = True

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was; what it may still show counts no more."""
        self._draws = False
        if self._line is not None:
            self._line.stop_pictures()
        # The last picture may have been left in the middle.
        self.write("\x1b[0m")
        self._app._end_update()
        super().stop_application_mode()

    def close(self) -> None:
        """Write nothing any more."""
        self._closes = True
        super().close()
        if self._line is not None:
            self._line.end()
            self._line = None
        self._closes = False

    def _sigcont_application(self, *signals: object) -> None:
        """Take the terminal over again; not while the program ends: a terminal that closes sends this too."""
        if not self._closes and not self._app._exit:
            super()._sigcont_application(*signals)

    def run_input_thread(self) -> None:
        """Read keys until the program or the line ends."""
        parser = XTermParser(self._debug)
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

    def _enable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1002h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000l\x1b[?1002l\x1b[?1006l")

    def _query_in_band_window_resize(self) -> None:
        pass

    def _soon(self, act: Callable[[], None]) -> None:
        """Do it in the app's thread and context, unless the app has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act, context=self._context)

    def _draw_anew(self) -> None:
        if self._line is not None and self._draws:
            self._line.start_anew()
            cast("EngardeApp", self._app).action_redraw()

    def _hang_up(self) -> None:
        self._app.exit(None, 128 + signal.SIGHUP)

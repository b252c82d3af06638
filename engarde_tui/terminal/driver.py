"""The terminal that the program is started in, maybe at the far end of a slow, stalled or lost line."""

import os
import select
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, Protocol, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from engarde_tui.terminal.line import Line

_KITTY_KEYS: Final = ("\x1b[>", "\x1b[<")
"""How the sequences begin that turn the keyboard protocol of kitty on and off."""


class Redraws(Protocol):
    """An app that can write its whole screen again."""

    def action_redraw(self) -> None:
        """Write everything anew."""


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
            cast(Redraws, self._app).action_redraw()

    def _hang_up(self) -> None:
        self._app.exit(None, 128 + signal.SIGHUP)

"""Bytes between a channel and the files of a visitor's process; whoever is slow holds up nobody else."""

import asyncio
import fcntl
import os
import pty
import struct
import termios
from collections.abc import Callable
from contextlib import suppress
from typing import Final

_PIECE: Final = 16 * 1024
"""Bytes read at once."""


class Reader:
    """Passes on what a process writes, until that ends."""

    def __init__(self, descriptor: int, take: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        """Call `take` with each piece, and `on_end` once nobody writes any more; the file is closed then."""
        self._descriptor = descriptor
        self._take = take
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        os.set_blocking(descriptor, False)
        self.has_ended = False
        self._is_paused = False
        self._loop.add_reader(descriptor, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, _PIECE)
        except BlockingIOError:
            return
        except OSError:
            # So a terminal says that nobody has it open any more.
            data = b""
        if data:
            self._take(data)
        else:
            self.close()
            self._on_end()

    def pause(self, is_paused: bool) -> None:
        """Read nothing for a while, or go on."""
        if not self.has_ended and is_paused != self._is_paused:
            self._is_paused = is_paused
            if is_paused:
                self._loop.remove_reader(self._descriptor)
            else:
                self._loop.add_reader(self._descriptor, self._read)

    def close(self) -> None:
        """Read no more."""
        if not self.has_ended:
            self.has_ended = True
            self._loop.remove_reader(self._descriptor)
            os.close(self._descriptor)


class Writer:
    """Passes on what a client types, as fast as the process takes it."""

    def __init__(self, descriptor: int, pause: Callable[[bool], None]) -> None:
        """Write to a file, which is closed at the end; let the client send nothing while much waits."""
        self._descriptor = os.dup(descriptor)
        self._pause = pause
        self._loop = asyncio.get_running_loop()
        os.set_blocking(self._descriptor, False)
        self._waiting = bytearray()
        self._ends = False
        self._is_closed = False

    def write(self, data: bytes) -> None:
        """Write as soon as the process takes it."""
        if self._is_closed or self._ends:
            return
        was_empty = not self._waiting
        self._waiting += data
        if was_empty:
            self._flush()

    def _flush(self) -> None:
        try:
            written = os.write(self._descriptor, self._waiting)
        except BlockingIOError:
            written = 0
        except OSError:
            self.close()
            return
        del self._waiting[:written]
        if self._waiting:
            self._pause(True)
            self._loop.add_writer(self._descriptor, self._flush)
            return
        self._loop.remove_writer(self._descriptor)
        self._pause(False)
        if self._ends:
            self.close()

    def end(self) -> None:
        """Close it once all is written."""
        self._ends = True
        if not self._waiting:
            self.close()

    def close(self) -> None:
        """Write no more."""
        if not self._is_closed:
            self._is_closed = True
            self._waiting.clear()
            self._loop.remove_writer(self._descriptor)
            os.close(self._descriptor)


def open_terminal(columns: int, rows: int) -> tuple[int, int]:
    """Return both ends of a new terminal: the door's, and the process's."""
    ours, theirs = pty.openpty()
    set_size(ours, columns, rows)
    modes = termios.tcgetattr(theirs)
    modes[0] |= getattr(termios, "IUTF8", 0x4000)
    # There is no shell to go back to.
    for key in (termios.VSUSP, termios.VQUIT):
        modes[6][key] = b"\0"
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    return ours, theirs


def set_size(terminal: int, columns: int, rows: int) -> None:
    """Let a terminal have this size; whoever uses it hears of that."""
    with suppress(OSError):
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

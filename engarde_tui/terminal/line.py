"""The line to the terminal, written in a thread of its own: one that takes nothing stops nobody."""

import os
import select
import termios
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Condition, Thread
from typing import Final

MOST_WAITING: Final = 64_000
"""Bytes that may wait for the line, beyond what is written next."""

_PIECE: Final = 4096
"""Bytes to write at once, so that the rest of a picture can still be left out."""

_PATIENCE: Final = 0.3
"""Seconds in which a line takes what restores the terminal, or else has stalled."""


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

"""Output to the terminal in a thread of its own, so that a stalled terminal blocks nothing else."""

import os
import select
import termios
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Condition, Thread
from typing import Final

MOST_WAITING: Final = 64_000
"""Bytes that may be queued behind the item being written."""

_PIECE: Final = 4096
"""Bytes per write, so that the rest of a frame can still be dropped."""

_PATIENCE: Final = 0.3
"""Seconds to wait at exit before the line counts as stalled."""


class OutputQueue:
    """Writes to the terminal in a thread of its own, so that a stalled terminal blocks nothing else.

    Frames may be dropped: once too much is queued, none is written, not even the rest of one, until
    `resume_frames`. So the terminal never gets a frame that is long out of date.
    """

    def __init__(self, fileno: int, flows_again: Callable[[], None], lost: Callable[[], None]) -> None:
        """Call `flows_again` once the queue is empty after frames were dropped, `lost` if the line is cut.

        Both are called in the writing thread.
        """
        self._fileno = _unblocking(fileno)
        self._flows_again = flows_again
        self._lost = lost
        self._waiting: deque[tuple[bytes, bool]] = deque()
        """Data to write, and whether it is part of a frame."""
        self._size = 0
        self._takes_frames = True
        self._owes_frame = False
        self._ends = False
        self._changed = Condition()
        # A daemon thread, as one that is stuck must not keep the process alive.
        self._thread = Thread(target=self._run, name="engarde-output", daemon=True)
        self._thread.start()

    def write(self, data: bytes, *, is_frame: bool) -> None:
        """Queue `data`; a frame is dropped if too much is queued."""
        with self._changed:
            if is_frame and not self._takes_frames:
                return
            if is_frame and not self._has_room_for(data):
                self._owes_frame = True
                self.drop_frames()
            else:
                self._waiting.append((data, is_frame))
                self._size += len(data)
            self._changed.notify()

    def _has_room_for(self, data: bytes) -> bool:
        return not self._waiting or self._size - len(self._waiting[0][0]) + len(data) <= MOST_WAITING

    def drop_frames(self) -> None:
        """Drop all frames in the queue, and those to come until `resume_frames`."""
        with self._changed:
            self._takes_frames = False
            self._waiting = deque(item for item in self._waiting if not item[1])
            self._size = sum(len(data) for data, _ in self._waiting)

    def resume_frames(self) -> None:
        """Accept frames again; the next one must be a full repaint."""
        self._takes_frames = True

    def end(self) -> None:
        """Write what is queued and stop the thread; give up on a stalled line."""
        with self._changed:
            self._ends = True
            self._changed.notify()
        self._thread.join(_PATIENCE)
        if self._thread.is_alive():
            # Only frames can fill the terminal; discard them to make room for what restores it. If ctrl+s has
            # stopped it, it goes on after a stop of our own.
            with suppress(termios.error):
                termios.tcflush(self._fileno, termios.TCOFLUSH)
                termios.tcflow(self._fileno, termios.TCOOFF)
                termios.tcflow(self._fileno, termios.TCOON)
            self._thread.join(_PATIENCE)

    def _run(self) -> None:
        try:
            while (item := self._next()) is not None:
                data, is_frame = item
                for piece in _pieces(data):
                    if is_frame and not self._takes_frames:
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
                if self._owes_frame:
                    self._owes_frame = False
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
                # select does not wake when tcflush discards the output, hence the timeout.
                select.select([], [self._fileno], [], 0.1)


def _unblocking(fileno: int) -> int:
    """Return the same terminal, reopened so that no write blocks; a plain duplicate if that is not allowed.

    Changing the descriptor itself would change it for everyone who shares it, such as the shell.
    """
    try:
        return os.open(os.ttyname(fileno), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return os.dup(fileno)


def _pieces(data: bytes) -> Iterator[bytes]:
    """Yield the data in pieces that end before an escape sequence, so that any may be the last."""
    while len(data) > _PIECE and (end := data.rfind(b"\x1b", 1, _PIECE)) > 0:
        yield data[:end]
        data = data[end:]
    yield data

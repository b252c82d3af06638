"""Find damage in a database file before anything is written to it, once for each state of a large file."""

import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

_LARGE: Final = 2_000_000
"""Bytes of a file whose check takes about 10 ms, as much as a frame; some 700 matches."""

_TRUSTED: Final = 24 * 60 * 60
"""Seconds for which a check of a large file is trusted: disks also lose bits where nobody writes."""

_LONGEST_NOTE: Final = 500
_LONGEST_DAMAGE: Final = 100


def state_of(path: Path) -> str:
    """Return text that differs after every change of a database file or of its log.

    It is "" if the file is empty or cannot be found.
    """
    parts = []
    for part in (path, path.with_name(f"{path.name}-wal")):
        with suppress(OSError):
            found = part.stat()
            if found.st_size:
                # Tools that copy a file can set the time of its last change, but not that of its status.
                parts.append(f"{found.st_ino}-{found.st_size}-{found.st_ctime_ns}")
    return " ".join(parts)


def is_large(path: Path) -> bool:
    """Return whether a check takes so long that the screen would stand still."""
    try:
        return path.stat().st_size > _LARGE
    except OSError:
        return False


class Checks:
    """What is known of one database file; of a large one also by the next process, for a day.

    That is noted in a file beside it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._note = path.with_suffix(".checked")
        self._state: str | None = None
        """The state in which the file was checked, or in which this process has left it since."""
        self._damage = ""
        """What is wrong with it in that state; "" if nothing is."""
        self._at = 0
        """When it was checked, in seconds since 1970."""

    @property
    def is_settled(self) -> bool:
        """Whether it is known if the file, as it is now, is damaged."""
        return self._is_known(state_of(self._path))

    def _is_known(self, state: str) -> bool:
        if self._state != state and is_large(self._path):
            self._recall(state)
        return self._state == state

    def damage(self, connect: Callable[[], sqlite3.Connection]) -> str:
        """Return what is wrong with the file, "" if nothing is; check it by a new connection if necessary.

        Raises sqlite3.Error, also if it is so damaged that it cannot be checked.
        """
        state = state_of(self._path)
        if not self._is_known(state):
            at = int(time.time())
            with closing(connect()) as database:
                ((answer,),) = database.execute("PRAGMA quick_check(1)").fetchall()
            # The first line only says which database it is.
            damage = "" if answer == "ok" else str(answer).splitlines()[-1][:_LONGEST_DAMAGE]
            self._state, self._damage, self._at = state, damage, at
            self._remember()
        return self._damage

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Keep what is known while this process changes the file, if nobody else has changed it before."""
        is_as_left = self._state == state_of(self._path)
        yield
        if is_as_left:
            self._state = state_of(self._path)

    @contextmanager
    def closing(self) -> Iterator[None]:
        """Keep what is known, also for the next process, while this one closes the file."""
        with self.changing():
            yield
        if self.is_settled:
            self._remember()

    def _recall(self, state: str) -> None:
        """Take over what another process has noted of this state."""
        with suppress(OSError, ValueError):
            descriptor = os.open(self._note, os.O_RDONLY | os.O_NONBLOCK)
            with open(descriptor, encoding="ascii") as file:
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    at, _, checked = file.read(_LONGEST_NOTE).partition(" ")
                    if checked == state and 0 <= time.time() - int(at) < _TRUSTED:
                        self._state, self._damage, self._at = state, "", int(at)

    def _remember(self) -> None:
        """Note for other processes that the file is whole; without the note they check it again."""
        if self._state and not self._damage and is_large(self._path):
            with suppress(OSError):
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK
                with open(os.open(self._note, flags, 0o600), "w", encoding="ascii") as file:
                    file.write(f"{self._at} {self._state}")

"""Locks between processes, freed by the system however a process ends."""

import fcntl
import os
from pathlib import Path


class LockFile:
    """A file of which each byte is a lock; opened at the first use, once per process.

    Every method raises OSError where the file system does not let it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._taken: set[int] = set()

    def take(self, byte: int) -> bool:
        """Take a lock for ourselves alone; answers whether nobody has it, this process included."""
        if byte in self._taken:
            return False
        descriptor = self._open()
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except (BlockingIOError, PermissionError):
            return False
        self._taken.add(byte)
        return True

    def wait_for(self, byte: int) -> None:
        """Take a lock for ourselves alone, waiting until others have freed it."""
        fcntl.lockf(self._open(), fcntl.LOCK_EX, 1, byte)
        self._taken.add(byte)

    def share(self, byte: int) -> None:
        """Keep others from taking a lock for themselves alone, waiting until none has."""
        fcntl.lockf(self._open(), fcntl.LOCK_SH, 1, byte)

    def has_taken(self, byte: int) -> bool:
        """This process has the lock for itself alone."""
        return byte in self._taken

    def free(self, byte: int) -> None:
        """Let go of a lock, if we have it."""
        if self._descriptor is not None:
            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, byte)
        self._taken.discard(byte)

    def close(self) -> None:
        """Let go of all locks."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        self._taken.clear()

    def _open(self) -> int:
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        return self._descriptor

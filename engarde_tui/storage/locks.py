"""Locks between processes; the system frees them however a process ends."""

import fcntl
import os
from pathlib import Path


class LockFile:
    """A file whose every byte is a lock; opened at the first use, once per process.

    Every method raises OSError if the file system fails.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._taken: set[int] = set()

    def take(self, byte: int) -> bool:
        """Take an exclusive lock; return False if anyone has it, including this process."""
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
        """Take an exclusive lock, waiting until others free it."""
        fcntl.lockf(self._open(), fcntl.LOCK_EX, 1, byte)
        self._taken.add(byte)

    def share(self, byte: int) -> None:
        """Take a shared lock, waiting until nobody has it exclusively."""
        fcntl.lockf(self._open(), fcntl.LOCK_SH, 1, byte)

    def has_taken(self, byte: int) -> bool:
        """Return whether this process has the lock exclusively."""
        return byte in self._taken

    def free(self, byte: int) -> None:
        """Release a lock, if this process has it; if that fails, this process can still take it again."""
        self._taken.discard(byte)
        if self._descriptor is not None:
            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, byte)

    def close(self) -> None:
        """Release all locks."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        self._taken.clear()

    def _open(self) -> int:
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        return self._descriptor

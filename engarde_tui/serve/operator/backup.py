"""Copy a running hall into one file: its database as of one moment, and the host key."""

import os
import tarfile
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.storage.database import Database
from engine.message import message

DATABASE: Final = "hall.db"
"""The copy of the database, a file of SQLite whatever it is kept in: a hall can open it, or import it."""

KEY: Final = "host_key"


class Backup:
    """A hall as it was when this was made; another thread may write it to a file."""

    def __init__(self, folder: Path, database: Database) -> None:
        """Begin to read; raises Problem if that fails. `folder` has the host key."""
        self._folder = folder
        self._snapshot = database.snapshot()

    def write(self, target: Path) -> int:
        """Write the copy to a new file that only its owner can read; return its size in bytes.

        Raises Problem, leaving no file behind, if the file exists or cannot be written, or a copy is damaged.
        """
        try:
            descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except OSError as error:
            raise Problem(
                message("{file} cannot be made: {error}", file=target, error=error.strerror)
            ) from None
        try:
            with (
                open(descriptor, "wb") as file,
                tempfile.TemporaryDirectory(prefix=".engarde-", dir=target.parent) as beside,
            ):
                self._pack(file.fileno(), self._copies(Path(beside)))
                file.flush()
                os.fsync(file.fileno())
            return target.stat().st_size
        except BaseException as error:
            with suppress(OSError):
                target.unlink()
            if isinstance(error, OSError | tarfile.TarError):
                raise Problem(
                    message("{file} cannot be written: {error}", file=target, error=f"{error}")
                ) from error
            raise

    def _copies(self, folder: Path) -> list[Path]:
        """Copy the database into a folder of nobody else's; return the paths of all that is to be kept."""
        self._snapshot.write(folder / DATABASE)
        return [folder / DATABASE, self._folder / KEY]

    @staticmethod
    def _pack(descriptor: int, paths: Sequence[Path]) -> None:
        with open(descriptor, "wb", closefd=False) as file, tarfile.open(fileobj=file, mode="w") as archive:
            for path in paths:
                entry = archive.gettarinfo(path, path.name)
                entry.mode, entry.uid, entry.gid, entry.uname, entry.gname = 0o600, 0, 0, "", ""
                with path.open("rb") as content:
                    archive.addfile(entry, content)

    def close(self) -> None:
        """Stop reading."""
        self._snapshot.close()

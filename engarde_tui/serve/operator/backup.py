"""Copy a running hall into one file: its database as of one moment, and the host key."""

import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from engarde_tui.play.problem import Problem

DATABASE: Final = "hall.db"
"""What is copied by SQLite."""

KEY: Final = "host_key"


class Backup:
    """The database of a hall as it was when this was made; another thread may write it to a file."""

    def __init__(self, folder: Path) -> None:
        """Begin to read; raises Problem if that fails. Other writers are not held up."""
        self._folder = folder
        uri = f"file:{quote(str(folder / DATABASE))}?mode=ro"
        try:
            with ExitStack() as stack:
                self._database = stack.enter_context(
                    closing(sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False))
                )
                self._database.execute("BEGIN")
                # Only the first query fixes what the transaction sees.
                self._database.execute("SELECT count(*) FROM sqlite_master").fetchall()
                stack.pop_all()
        except sqlite3.Error as error:
            raise Problem(f"{folder / DATABASE} cannot be read: {error}") from error

    def write(self, target: Path) -> int:
        """Write the copy to a new file that only its owner can read; return its size in bytes.

        Raises Problem, leaving no file behind, if the file exists or cannot be written, or a copy is damaged.
        """
        try:
            descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except OSError as error:
            raise Problem(f"{target} cannot be made: {error.strerror}") from None
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
            if isinstance(error, OSError | sqlite3.Error | tarfile.TarError):
                raise Problem(f"{target} cannot be written: {error}") from error
            raise

    def _copies(self, folder: Path) -> list[Path]:
        """Copy the database into a folder of nobody else's; return the paths of all that is to be kept."""
        path = folder / DATABASE
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(path, isolation_level=None)) as copy:
            self._database.backup(copy)
            # Otherwise part of it could stay in a file of its own.
            copy.execute("PRAGMA journal_mode = DELETE")
            if copy.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                raise Problem(f"{DATABASE} is damaged: the copy is not complete")
        return [path, self._folder / KEY]

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
        self._database.close()

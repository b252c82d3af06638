"""What a power cut would leave of a database."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest


class Disk:
    """Has what was synced of a database, and nothing else."""

    def __init__(self, database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Take what is synced from now on to a new `folder`."""
        folder.mkdir()
        self._database, self._copy = database, folder / "copy.db"
        self.threads: list[threading.Thread] = []
        """Those that have waited for the disk."""
        monkeypatch.setattr(os, "fsync", self._sync)

    def _sync(self, file: int) -> None:
        self.threads.append(threading.current_thread())
        for ending in ("", "-wal"):
            shutil.copyfile(f"{self._database}{ending}", f"{self._copy}{ending}")

    def rows(self, table: str) -> list[tuple[object, ...]]:
        """Return what is left in a table."""
        with closing(sqlite3.connect(self._copy)) as database:
            return database.execute(f"SELECT * FROM {table}").fetchall()

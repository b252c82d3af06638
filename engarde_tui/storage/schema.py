"""Kinds of database files: how to recognise them, and their versions."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from engarde_tui.paths import ELSEWHERE
from engarde_tui.storage.errors import RESTORE, DamagedStoreError, StoreError
from engine.message import message

Migration = str | Callable[[sqlite3.Connection], object]
"""SQL statements without a semicolon inside them, or a function; runs inside a transaction."""


class Schema(NamedTuple):
    """One kind of file: its marks, and the migrations between its versions."""

    file: str
    """File name in the data folder."""
    application_id: int
    """SQLite's application_id of our files; never 0, which means unmarked."""
    migrations: tuple[Migration, ...]
    """The steps from each version to the next; the first makes version 1 from an empty file."""
    unmarked: frozenset[str] = frozenset()
    """The tables of files of version 0, from before files were marked."""
    is_made_late: bool = False
    """Only the first write makes the file; until then whoever reads finds nothing in it."""
    shared: bool = True
    """Several processes may have the file open at once."""
    around: Callable[[sqlite3.Connection, Path], AbstractContextManager[object]] = lambda *_: nullcontext()
    """Called with a file that is about to be migrated, and its path; the migration runs inside."""

    def version_of(self, database: sqlite3.Connection, path: Path) -> int:
        """Return the version of the file at `path`, 0 for an empty one.

        Raises StoreError if a newer program wrote it, DamagedStoreError if it is damaged or of another kind.
        """
        mark, version = _pragma(database, "application_id"), _pragma(database, "user_version")
        if mark != self.application_id:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE sql <> ''")}
            if mark or version or not tables <= self.unmarked:
                raise DamagedStoreError(
                    message(
                        "{path} is a file of another program, or damaged: {advice}", path=path, advice=RESTORE
                    )
                )
        if version < 0:
            raise DamagedStoreError(
                message(
                    "{path} is damaged (its version is {version}): {advice}",
                    path=path,
                    version=version,
                    advice=RESTORE,
                )
            )
        if version > len(self.migrations):
            raise StoreError(
                message(
                    "{path} was written by a newer engarde, or is damaged (version {version}):"
                    " use the newer one, or {elsewhere}",
                    path=path,
                    version=version,
                    elsewhere=ELSEWHERE,
                )
            )
        return version

    def migrate(self, database: sqlite3.Connection, version: int) -> None:
        """Migrate a file from `version` to the latest in one transaction; raises sqlite3.Error on failure."""
        if version == len(self.migrations):
            return
        database.execute("BEGIN IMMEDIATE")
        for migration in self.migrations[version:]:
            if callable(migration):
                migration(database)
            else:
                for statement in migration.split(";"):
                    database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(self.migrations)}")
        database.execute(f"PRAGMA application_id = {self.application_id}")
        database.execute("COMMIT")


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])

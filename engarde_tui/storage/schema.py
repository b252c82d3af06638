"""Kinds of database files: how to recognise them, and their versions."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from engarde_tui.paths import ELSEWHERE
from engarde_tui.storage.errors import RESTORE, StoreError
from engine.message import Message, message


class Schema(NamedTuple):
    """One kind of file: its marks, its tables, and the steps between its versions."""

    file: str
    """File name in the data folder."""
    application_id: int
    """SQLite's application_id of our files; never 0, which means unmarked."""
    tables: str
    """The statements that make version `first` from an empty file; no semicolon inside one."""
    first: int
    """The version that 0.2.0 wrote; what came before was never released, and is not read."""
    steps: tuple[str, ...] = ()
    """The statements from each version to the next, as `tables`."""

    @property
    def version(self) -> int:
        """The latest version."""
        return self.first + len(self.steps)

    def after(self, version: int) -> list[str]:
        """Return the statements that lead from a version, or from 0 for an empty database, to the latest."""
        assert version == 0 or self.first <= version <= self.version
        texts = (self.tables, *self.steps) if version == 0 else self.steps[version - self.first :]
        return [statement for text in texts for statement in text.split(";") if statement.strip()]

    def version_of(self, database: sqlite3.Connection, path: Path) -> int:
        """Return the version of the file at `path`, 0 for an empty one.

        Raises StoreError if a newer program wrote it, or one of before 0.2.0, or if it is damaged or of
        another kind.
        """
        # At one moment, as another process may be making the file.
        database.execute("SAVEPOINT looking")
        mark, version = _pragma(database, "application_id"), _pragma(database, "user_version")
        ((tables,),) = database.execute("SELECT count(*) FROM sqlite_master WHERE sql <> ''")
        database.execute("RELEASE looking")
        if mark != self.application_id and (mark or version or tables):
            raise StoreError(
                message(
                    "{path} is a file of another program, or damaged: {advice}", path=path, advice=RESTORE
                )
            )
        if version < 0:
            raise StoreError(
                message(
                    "{path} is damaged (its version is {version}): {advice}",
                    path=path,
                    version=version,
                    advice=RESTORE,
                )
            )
        if version:
            self.check(version, str(path), ELSEWHERE)
        return version

    def check(self, version: int, name: str, elsewhere: Message) -> None:
        """Raise StoreError if a newer program wrote what is named so, or one of before 0.2.0."""
        if version < self.first:
            raise StoreError(
                message(
                    "{path} was written by an engarde of before 0.2.0: export what you need with that one, or"
                    " {elsewhere}",
                    path=name,
                    elsewhere=elsewhere,
                )
            )
        if version > self.version:
            raise StoreError(
                message(
                    "{path} was written by a newer engarde, or is damaged (version {version}):"
                    " use the newer one, or {elsewhere}",
                    path=name,
                    version=version,
                    elsewhere=elsewhere,
                )
            )

    def migrate(self, database: sqlite3.Connection, path: Path) -> None:
        """Migrate a file to the latest version in one transaction.

        Raises sqlite3.Error on failure, StoreError as `version_of`.
        """
        if self.version_of(database, path) == self.version:
            return
        database.execute("BEGIN IMMEDIATE")
        # Another process may have been quicker.
        for statement in self.after(self.version_of(database, path)):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {self.version}")
        database.execute(f"PRAGMA application_id = {self.application_id}")
        database.execute("COMMIT")


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])

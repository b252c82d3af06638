"""The rows of a hall's register, read and tampered with."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.schema import schema
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.en_garde import PRESETS

VERSION_0 = Path(__file__).parents[2] / "data" / "hall-v0.sql"
"""A file from before it had a version: two names, and the tables of two members and a guest that wait."""

ANNA, CLARA = "SHA256:anna", "SHA256:clara"
TERMS = TableTerms(PRESETS["ferti-advanced"], 2, "left", listed=True)


def write_version(folder: Path, version: int, *statements: str) -> None:
    """Write a file of an earlier version, by the steps that led to it."""
    latest = schema()
    earlier = latest._replace(migrations=latest.migrations[:version], around=lambda *_: nullcontext())
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "hall.db", isolation_level=None)) as database:
        earlier.migrate(database, earlier.version_of(database, folder / "hall.db"))
        for statement in statements:
            database.execute(statement)
    assert pragma(folder, "user_version") == version


def write_version_7(folder: Path, names: dict[str, str], *statements: str) -> None:
    """Write the file of the version before all lay in one file, in which these names have these keys."""
    owned = (f"INSERT INTO name VALUES ('{name}', '{key}', 0, 0)" for name, key in names.items())
    write_version(folder, 7, *owned, *statements)


def write_version_0(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "hall.db")) as database:
        database.executescript(VERSION_0.read_text())


Opening = Callable[[], Hall]


def tamper(folder: Path, statement: str, *values: object) -> None:
    """Change the register behind the back of the hall."""
    with closing(sqlite3.connect(folder / "hall.db")) as database, database:
        database.execute(statement, values)


def rows(folder: Path, query: str, file: str = "hall.db") -> list[tuple[object, ...]]:
    """What a query finds on the disk."""
    with closing(sqlite3.connect(folder / file)) as database:
        database.text_factory = bytes
        return database.execute(query).fetchall()


def pragma(folder: Path, name: str) -> int:
    with closing(sqlite3.connect(folder / "hall.db")) as database:
        return int(database.execute(f"PRAGMA {name}").fetchone()[0])


def waiting(hall: Hall) -> list[tuple[str, str]]:
    """The names at the tables that wait."""
    return [table.seats.names for table in hall.tables.all if table.waits]

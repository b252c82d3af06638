"""The rows of a hall's register, read and tampered with."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.en_garde import PRESETS

_RELEASED = Path(__file__).parents[2] / "data" / "hall-21.sql"
"""A hall of 0.2.0: two members, and a table of each that waits."""

ANNA, CLARA = "SHA256:anna", "SHA256:clara"
TERMS = TableTerms(PRESETS["ferti-advanced"], 2, "left", listed=True)


def write_released(folder: Path) -> None:
    """Write the file of 0.2.0."""
    with closing(sqlite3.connect(folder / "hall.db")) as database:
        database.executescript(_RELEASED.read_text())


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

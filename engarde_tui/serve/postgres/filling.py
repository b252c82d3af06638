"""Make the tables of a hall in PostgreSQL, empty or from a file of SQLite, and bring them up to date."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from engarde_tui.serve.postgres.bell import hang_bell
from engarde_tui.serve.postgres.sql import in_order
from engarde_tui.storage.database import Connection
from engarde_tui.storage.schema import Schema
from engarde_tui.storage.sqlite import DatabaseFile
from engine.message import message

_ELSEWHERE: Final = message("choose another database with --database")

_BATCH: Final = 1000
"""Rows that are copied at once."""


def fill_empty(connection: Connection, schema: Schema) -> None:
    """Make the tables of a new hall. The steps that lead to them are SQLite's, so it takes them."""
    with TemporaryDirectory(prefix="engarde-") as folder:
        new = DatabaseFile(Path(folder), schema)
        try:
            new.open()
            tables = _tables(new)
            for name in in_order(tables):
                connection.execute(tables[name])
                _copy(new.select, connection, name, _columns(new, name))
            for (sql,) in new.select("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql <> ''"):
                connection.execute(sql)
        finally:
            new.close()
    hang_bell(connection)
    connection.execute("CREATE TABLE engarde_version (version INTEGER NOT NULL)")
    connection.execute("INSERT INTO engarde_version VALUES (?)", (schema.version,))


def fill(connection: Connection, source: DatabaseFile, schema: Schema) -> None:
    """Make the tables, with everything in a file; raises StoreError if that cannot be read."""
    fill_empty(connection, schema)
    source.open()
    tables = _tables(source)
    for name in in_order(tables):
        if name == "summary":
            # Made anew from the matches.
            continue
        connection.execute(f"DELETE FROM {name}")
        _copy(source.select, connection, name, _columns(source, name))
    for name, number in source.select("SELECT name, seq FROM sqlite_sequence WHERE name <> 'news'"):
        # So that no number is given twice, not even that of a deleted match.
        connection.execute("SELECT setval(pg_get_serial_sequence(?, 'id'), ?, false)", (name, number + 1))


def _tables(file: DatabaseFile) -> dict[str, str]:
    """Return the tables of a file, each with the statement that makes it."""
    made = file.select("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql <> ''")
    return {name: sql for name, sql in made if name != "news" and not name.startswith("sqlite_")}


def _columns(file: DatabaseFile, name: str) -> list[str]:
    return [column for _, column, *_ in file.select(f"PRAGMA table_info({name})")]


def _copy(
    select: Callable[[str], list[Any]], connection: Connection, name: str, columns: Sequence[str]
) -> None:
    """Copy the rows of a table."""
    names = ", ".join(f'"{column}"' for column in columns)
    rows = select(f"SELECT {names} FROM {name}")
    for first in range(0, len(rows), _BATCH):
        connection.executemany(
            f"INSERT INTO {name} ({names}) VALUES ({', '.join('?' * len(columns))})",
            rows[first : first + _BATCH],
        )


def empty_into(path: Path, select: Callable[[str], list[Any]], schema: Schema) -> None:
    """Make a file with everything that `select` finds; raises StoreError if it cannot be written."""
    target = DatabaseFile(path.parent, schema._replace(file=path.name))
    target.open()
    try:
        tables = _tables(target)
        columns = {name: _columns(target, name) for name in tables}
        with target.writing() as connection:
            for name in in_order(tables):
                connection.execute(f"DELETE FROM {name}")
                _copy(select, connection, name, columns[name])
                if "AUTOINCREMENT" in tables[name]:
                    ((last,),) = select(f"SELECT last_value FROM {name}_id_seq")
                    connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
                    connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, last))
    finally:
        target.close()
    # Otherwise part of it could stay in files of its own.
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")


def migrate(connection: Connection, schema: Schema, name: str) -> None:
    """Bring the tables to the latest version; raises StoreError as `Schema.check`."""
    ((version,),) = connection.execute("SELECT version FROM engarde_version")
    schema.check(version, name, _ELSEWHERE)
    for statement in schema.after(version):
        connection.execute(statement)
    if version < schema.version:
        hang_bell(connection)
    connection.execute("UPDATE engarde_version SET version = ?", (schema.version,))

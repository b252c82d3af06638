"""Move a hall from its file into a PostgreSQL database."""

import sqlite3
from itertools import count
from os.path import exists
from pathlib import Path

from engarde_tui.language import tr
from engarde_tui.paths import ELSEWHERE
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import decimal
from engarde_tui.serve.hall.register import note_server, on_server
from engarde_tui.serve.hall.schema import SCHEMA
from engarde_tui.storage.sqlite import DatabaseFile
from engine.message import message


def import_hall(folder: Path, url: str) -> str:
    """Copy everything from the hall in `folder` into an empty database, and rename its file.

    So nobody opens the old hall by mistake. Return what to say. Raises Problem if there is no hall, it is
    open or damaged, or the database cannot be written or has a hall already.
    """
    source = DatabaseFile(folder, SCHEMA)
    if not exists(source.path):
        raise Problem(message("no hall is kept in {folder}: choose its folder with --data", folder=folder))
    try:
        source.open()
        _be_alone(source)
        ((members, matches),) = source.select(
            "SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM match)"
        )
        server = on_server(url)
        try:
            server.fill(source)
        finally:
            server.close()
    finally:
        source.close()
    note_server(folder, server.name)
    asides = (folder / f"hall-moved-{number}.db" for number in count(1))
    aside = source.path.rename(next(aside for aside in asides if not exists(aside)))
    return tr(
        "Copied {members} members and {matches} matches to {database}; the file is {file} now. Open the hall"
        " with --database and the same --data, which has its key.",
        members=decimal(f"{members:,}"),
        matches=decimal(f"{matches:,}"),
        database=server.name,
        file=aside.name,
    )


def _be_alone(file: DatabaseFile) -> None:
    """Let no other process write to the file until it is closed; raises Problem if one has it open."""
    connection = file.connection()
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        # This takes what no other one may have at the same time.
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        raise Problem(
            message(
                "{path} is open in another process: close that one, or {elsewhere}",
                path=file.path,
                elsewhere=ELSEWHERE,
            )
        ) from None

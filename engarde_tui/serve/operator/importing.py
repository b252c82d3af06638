"""Move a hall from its file into a PostgreSQL database."""

from pathlib import Path

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.register import on_server
from engarde_tui.serve.hall.schema import schema
from engarde_tui.storage.sqlite import DatabaseFile


def import_hall(folder: Path, url: str) -> str:
    """Copy everything from the hall in `folder`, which stays as it is, into an empty database.

    Return what to say. Raises Problem if there is no hall, it is open or damaged, or the database cannot be
    written or has a hall already.
    """
    source = DatabaseFile(folder, schema())
    if not source.path.exists():
        raise Problem(f"no hall is kept in {folder}: choose its folder with --data")
    try:
        source.open()
        source.check()
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
    return (
        f"Copied {members:,} members and {matches:,} matches to {server.name}."
        f" Open the hall there with --database and the same --data, which has its key."
    )

"""Load the tables from before a restart."""

import logging
from typing import Final, NamedTuple

from engarde_tui.play.problem import Problem, printable
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import House, Table
from engarde_tui.serve.hall.table_rows import StoredTable, WaitingTable
from engarde_tui.serve.hall.table_terms import Kind, TableTerms

_LOG: Final = logging.getLogger("engarde.hall")


class LoadedTable(NamedTuple):
    """A table from before a restart."""

    table: Table
    waiting: WaitingTable | None
    """How it is stored; None if it does not wait."""


def load_tables(house: House, register: Register, *, goes_on: bool) -> list[LoadedTable]:
    """Return the tables of unfinished matches, then the waiting ones, each oldest first.

    If the hall `goes_on` in other processes, times run there.
    Rows that cannot be read are logged and stay on disk, for a version that can read them. Raises Problem if
    the file cannot be read.
    """
    ids = register.store.ids(unfinished_only=True)
    stored, times = register.tables.of_matches(ids), register.times.all()
    # Before they are read: what is added meanwhile is read again.
    last = register.store.last_entries(ids) if register.tables.are_shared else {}
    tables = []
    for match_id in ids:
        row = stored.get(match_id)
        if row is not None and row.kind != Kind.ALONE:
            table = match_table(house, register, match_id, row)
            if table is not None:
                table.match.looked_at = last.get(match_id)
                if table.time is not None and not goes_on:
                    table.time.load(match_id, times.get(match_id), table.clock.to_move)
                elif table.time is not None and match_id in times:
                    table.time.follow(times[match_id])
                tables.append(LoadedTable(table, None))
    for waiting in register.tables.waiting():
        if isinstance(waiting, WaitingTable):
            tables.append(LoadedTable(waiting_table(house, waiting), waiting))
        else:
            number, error = waiting
            _LOG.warning("event=set-aside waiting=%d problem=%r", number, printable(f"{error}")[:100])
    return tables


def match_table(house: House, register: Register, match_id: int, row: StoredTable) -> Table | None:
    """Return the table of a stored match; None if the match is over or cannot be read."""
    try:
        record = register.store.record(match_id)
    except Problem as problem:
        _LOG.error("event=unreadable match=%d problem=%r", match_id, str(problem))
        return None
    match = record.match
    if match.winner is not None:
        return None
    if row.secret is None:
        _LOG.warning("event=set-aside match=%d problem=%r", match_id, "a damaged secret")
        return None
    terms = TableTerms.of(record, listed=row.kind == Kind.LISTED)
    table = Table(house, row.secret, terms, match.names, row.accounts)
    table.row = row.row
    table.match.load(match_id, record)
    table.seats.deleted |= row.deleted
    return table


def waiting_table(house: House, waiting: WaitingTable) -> Table:
    nobody = ("", ""), (None, None)
    table = Table(house, waiting.secret, waiting.terms, *nobody, challenged=waiting.challenged)
    table.row, table.is_declined = waiting.row, waiting.is_declined
    table.seats.give(waiting.seat, waiting.host, waiting.account)
    table.set_word(waiting.seat, waiting.word)
    return table

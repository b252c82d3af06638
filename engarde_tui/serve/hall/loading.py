"""Load the tables from before a restart."""

import logging
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engarde_tui.play.problem import Problem, printable
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import House, Table
from engarde_tui.serve.hall.table_rows import WaitingTable
from engarde_tui.serve.hall.table_terms import Kind, TableTerms

_IN_ALL_HEADERS: Final = "Left"
"""A header line that every match has."""

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
    # Before they are read: what is added meanwhile is read again.
    last = register.store.last_entries(ids)
    if not goes_on:
        register.times.resume(register.hall_time())
    times, tables = register.times.all(), list[LoadedTable]()
    for table in match_tables(house, register, ids):
        assert table.match.id is not None
        table.match.looked_at = last.get(table.match.id)
        if table.time is not None and table.match.id in times:
            table.time.follow(times[table.match.id])
        elif table.time is not None and not table.time.is_clock and not goes_on:
            table.time.start(table.match.id, table.clock.to_move)
        tables.append(LoadedTable(table, None))
    for waiting in register.tables.waiting():
        if isinstance(waiting, WaitingTable):
            tables.append(LoadedTable(waiting_table(house, waiting), waiting))
        else:
            number, error = waiting
            _LOG.warning("event=set-aside waiting=%d problem=%r", number, printable(f"{error}")[:100])
    return tables


def match_tables(house: House, register: Register, ids: Sequence[int]) -> Iterator[Table]:
    """Yield the tables of those of these matches that are played at one, are not over and can be read."""
    rows = register.tables.of_matches(ids)
    at_tables = [match_id for match_id in ids if match_id in rows and rows[match_id].kind != Kind.ALONE]
    headers = register.store.headers(_IN_ALL_HEADERS, at_tables)
    for match_id, match in zip(at_tables, register.store.listed(at_tables), strict=True):
        row = rows[match_id]
        if isinstance(match, Problem):
            _LOG.error("event=unreadable match=%d problem=%r", match_id, str(match))
        elif row.secret is None:
            _LOG.warning("event=set-aside match=%d problem=%r", match_id, "a damaged secret")
        elif match.winner is None:
            terms = TableTerms.of(match, headers.get(match_id, {}), listed=row.kind == Kind.LISTED)
            table = Table(house, row.secret, terms, match.names, row.accounts)
            table.row = row.row
            table.match.load(match)
            table.seats.deleted |= row.deleted
            yield table


def waiting_table(house: House, waiting: WaitingTable) -> Table:
    nobody = ("", ""), (None, None)
    table = Table(house, waiting.secret, waiting.terms, *nobody, challenged=waiting.challenged)
    table.row, table.is_declined = waiting.row, waiting.is_declined
    table.seats.give(waiting.seat, waiting.host, waiting.account)
    table.set_word(waiting.seat, waiting.word)
    return table

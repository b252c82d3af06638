"""Tables as they are stored."""

import logging
from collections.abc import Iterator, Mapping
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import House, Table
from engarde_tui.serve.hall.table_rows import StoredTable, WaitingTable
from engarde_tui.serve.hall.table_terms import Kind, TableTerms

_IN_ALL_HEADERS: Final = "Left"
"""A header line that every match has."""

_LOG: Final = logging.getLogger("engarde.hall")


def match_tables(house: House, register: Register, rows: Mapping[int, StoredTable]) -> Iterator[Table]:
    """Yield the tables of those of these matches that are played at one, are not over and can be read."""
    if not rows:
        return
    # First: what is added meanwhile is read again.
    last = register.store.last_entries(rows)
    at_tables = [match_id for match_id, row in rows.items() if row.kind != Kind.ALONE]
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
            table.match.looked_at = last.get(match_id)
            table.seats.deleted |= row.deleted
            yield table


def waiting_table(house: House, offer: WaitingTable) -> Table:
    """Return a table that waits."""
    return Table(house, offer.secret, offer.terms, ("", ""), (None, None), offer=offer)

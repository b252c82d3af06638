"""Where a hall may differ from its database, asked of all tables at once: there can be thousands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engarde_tui.serve.hall.match import HallMatch
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table_rows import WaitingTable

if TYPE_CHECKING:
    from engarde_tui.serve.hall.hall import Hall


def waiting_as_stored(hall: "Hall") -> set[int]:
    """Return the rows of the tables that wait here as the database says."""
    same: set[int] = set()
    with with_register():
        stored = [one for one in hall.register.tables.waiting() if isinstance(one, WaitingTable)]
    for waiting in stored:
        table = None if waiting.row is None else hall.tables.of_row(waiting.row)
        if waiting.row is not None and table is not None and table.waits:
            here = table.is_declined, table.words[waiting.seat]
            if here == (waiting.is_declined, waiting.word):
                same.add(waiting.row)
    return same


def changed_matches(hall: "Hall") -> Iterator[tuple[HallMatch, int]]:
    """Yield the matches to whose journals something may have been added, and the number of the last entry."""
    matches = {table.match.id: table.match for table in hall.tables.all if table.match.id is not None}
    with with_register():
        last = hall.register.store.last_entries(matches)
    for match_id, number in last.items():
        if matches[match_id].looked_at != number:
            yield matches[match_id], number


def changed_times(hall: "Hall") -> Iterator[int]:
    """Yield the numbers of the matches whose stored times are others than those here."""
    with with_register():
        stored = hall.register.times.all()
    for match_id, time in stored.items():
        table = hall.tables.of_match(match_id)
        if table is not None and table.time is not None and table.time.differs(time):
            yield match_id


def changed_signs(hall: "Hall") -> Iterator[int]:
    """Yield the rows of the tables where others have put something, or taken it away."""
    stored = hall.workers.all_signs()
    for table in hall.tables.all:
        if table.row is not None and table.signs.standing != stored.get(table.row, {}):
            yield table.row

"""Load the tables from before a restart."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engarde_tui.fair.commitment import SECRET
from engarde_tui.play.problem import Problem, printable
from engarde_tui.serve.hall.hall_line import ALONE, HALL, LISTED, NOBODY, HallLine, name_and_releases
from engarde_tui.serve.hall.own_matches import MatchIds
from engarde_tui.serve.hall.register import Note, Register, WaitingRow
from engarde_tui.serve.hall.table import House, Table
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.waiting import Waiting
from engarde_tui.storage.store import Store
from engine.game import Seat
from engine.record import Record

_LOG: Final = logging.getLogger("engarde.hall")


_LISTED: Final = 5
"""Members that a message names."""


class LoadedTable(NamedTuple):
    """A table from before a restart."""

    table: Table
    row: WaitingRow | None
    """Its row in the register; None if it does not wait."""


def load_tables(
    house: House, register: Register, match_ids: Mapping[str, MatchIds], disowns_unknown: bool = False
) -> list[LoadedTable]:
    """Return the tables of unfinished matches, then the waiting ones, each oldest first.

    Fill in the `match_ids` of each member's matches.

    Rows that cannot be read are logged and stay on disk, for a version that can read them. Waiting rows of
    guests, of names that were released, and of matches that have started, are removed. Raises Problem if a
    whole file cannot be read, or if the register does not know all members who have matches: whoever came
    first would be one of them. With `disowns_unknown` nobody can be them any more.
    """
    lines = {match_id: HallLine.parse(words) for match_id, words in house.store.header_values(HALL).items()}
    ids = house.store.ids(unfinished_only=True)
    for match_id, played in lines.items():
        for member in played.members:
            if member not in ("", NOBODY):
                match_ids[member].all.add(match_id)
    if unknown := register.names.unknown(match_ids):
        if not disowns_unknown:
            raise _unknown_members(unknown, register, house.store)
        register.names.disown(unknown)
        for member in unknown:
            _LOG.warning("event=disowned member=%s", member)
    owner = register.names.owner()
    tables = []
    deleted = register.all_noted(Note.DELETED)
    for match_id in ids:
        line = lines.get(match_id)
        if line is not None and line.kind == ALONE:
            match_ids[line.left].solo.append(match_id)
        elif line is not None:
            table = _match_table(house, match_id, line, owner)
            if table is not None:
                table.seats.deleted |= {seat for seat in Seat if (line.members[seat], match_id) in deleted}
                tables.append(LoadedTable(table, None))
    begun = {line.secret for line in lines.values()}
    obsolete = []
    for row in register.waiting():
        try:
            secret, waiting = _parse(row)
        except ValueError as error:
            _LOG.warning("event=set-aside waiting=%d problem=%r", row.number, printable(f"{error}")[:100])
            continue
        if secret in begun or all(owner(player) == NOBODY for player in waiting.players):
            obsolete.append(row)
        else:
            tables.append(LoadedTable(Table(house, secret, *waiting), row))
    register.forget(obsolete)
    return tables


def _unknown_members(unknown: Sequence[str], register: Register, store: Store) -> Problem:
    """Return the problem of members who have matches and no name, and what to do."""
    first = [name_and_releases(member)[0] for member in unknown[:_LISTED]]
    more = len(unknown) - len(first)
    who = f"{', '.join(first)} and {more} more" if more else ", ".join(first)
    return Problem(
        f"{register.database.path} does not know the owners of matches in {store.database.path} ({who}):"
        " restore both from the same backup, or start with --disown, and nobody owns these matches any more"
    )


def _match_table(house: House, match_id: int, line: HallLine, owner: Callable[[str], str]) -> Table | None:
    """Return the table of a stored match; None if the match is over or closed, or cannot be read.

    `owner` returns what stands for a member now.
    """
    record = _readable(house.store, match_id)
    if record is None or record.match.winner is not None:
        return None
    if record.match.former_rule:
        _LOG.info("event=closed match=%d problem=%r", match_id, record.match.former_rule)
        return None
    if not line.kind:
        _LOG.warning("event=set-aside match=%d problem=%r", match_id, "its Hall line is damaged")
        return None
    match = record.match
    terms = TableTerms.of(record, listed=line.kind == LISTED)
    players = owner(line.left), owner(line.right)
    table = Table(house, line.secret, terms, match.names, players)
    table.match.load(match_id, match.view(None))
    return table


def _readable(store: Store, match_id: int) -> Record | None:
    try:
        return store.record(match_id)
    except Problem as problem:
        _LOG.error("event=unreadable match=%d problem=%r", match_id, str(problem))
        return None


def _parse(row: WaitingRow) -> tuple[str, Waiting]:
    """Return a waiting table's secret, terms and player; raises ValueError, naming the damage."""
    waiting = Waiting.parse(row.text)
    if not (isinstance(row.secret, str) and SECRET.fullmatch(row.secret)):
        raise ValueError("a damaged secret")
    return row.secret, waiting

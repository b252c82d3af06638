"""Who is in the hall, and what each of them does."""

from enum import Enum, auto
from typing import NamedTuple

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engine.game import Seat


class Does(Enum):
    """What somebody does at a table that everybody in the lobby may know of, or elsewhere."""

    WAITS = auto()
    PLAYS = auto()
    HAS_PLAYED = auto()
    WATCHES = auto()
    AT_HIDDEN_TABLE = auto()
    """At a table that only people with the code find."""
    ELSEWHERE = auto()


class Person(NamedTuple):
    """Somebody who is here, in all windows together."""

    visitor: Visitor
    """The window with the last key."""
    does: Does
    table: Table | None
    """Where; None if nobody else may know."""
    seat: Seat | None
    """The person's own at that table."""
    idle: int
    """As `Visitor.idle`."""


def people_here(hall: Hall, reader: Visitor) -> list[Person]:
    """Return who is here, the reader's friends first, the reader last, all others as they came."""
    windows: dict[str, list[Visitor]] = {}
    for visitor in hall.visitors:
        windows.setdefault(visitor.name, []).append(visitor)
    tables = {visitor: table for table in hall.tables.with_people for visitor in table.visitors}
    people = [_person(hall, found, tables) for found in windows.values()]
    return sorted(
        people,
        key=lambda person: (
            person.visitor.name == reader.name,
            person.visitor.account not in reader.friends,
        ),
    )


def _person(hall: Hall, windows: list[Visitor], tables: dict[Visitor, Table]) -> Person:
    newest = max(windows, key=lambda visitor: visitor.pressed)
    # At a table in any window counts before what is done in another one.
    at_table = next((visitor for visitor in (newest, *windows) if visitor in tables), None)
    table = None if at_table is None else tables[at_table]
    idle = newest.idle(hall.clock())
    if at_table is None or table is None:
        return Person(newest, Does.ELSEWHERE, None, None, idle)
    if not table.terms.listed:
        return Person(newest, Does.AT_HIDDEN_TABLE, None, None, idle)
    seat = table.seats.of(at_table)
    if table.waits:
        does = Does.WAITS
    elif seat is None:
        does = Does.WATCHES
    else:
        does = Does.HAS_PLAYED if table.is_over else Does.PLAYS
    return Person(newest, does, table, seat, idle)

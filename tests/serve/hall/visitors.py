"""What visitors of a hall do in several tests."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.table_rows import StoredTable, TableRows
from engarde_tui.serve.hall.table_terms import Kind, TableTerms
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.storage.errors import StoreError
from engine.en_garde import PRESETS, Match, Seat

ANNA, BRUNO, CARLA = "SHA256:anna", "SHA256:bruno", "SHA256:carla"
TERMS = TableTerms(PRESETS["ferti-advanced"], 2, "left", listed=True)
BY_CODE = TableTerms(PRESETS["abacus-basic"], 1, "right", listed=False)


class Clock:
    """Goes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


Opening = Callable[..., Hall]


def own_matches(hall: Hall, name: str) -> OwnMatches:
    """The matches of the member of this name, as `own_account`."""
    return hall.own_matches(own_account(hall, name))


def stored(hall: Hall, match: Match, *names: str, secret: str = "0" * 64) -> int:
    """Begin a match of these members at a listed table that the hall does not know of; return its number."""
    left, right = (own_account(hall, name) for name in names)

    def enter(connection: sqlite3.Connection, match_id: int) -> None:
        TableRows.enter(connection, match_id, StoredTable(Kind.LISTED, secret, (left, right), frozenset()))

    journal = hall.store.begin(match, enter=enter)
    return journal.id


def own_account(hall: Hall, name: str) -> int:
    """The account of the member of this name, whose key is one of the above or like them."""
    return hall.register.names.claim(f"SHA256:{name.lower()}", name).account


def heard_on(hall: Hall, topic: str) -> list[object]:
    """What is published on a topic from now on."""
    events: list[object] = []
    hall.bus.subscribe(topic, events.append)
    return events


def opened(
    hall: Hall, host: Visitor, guest: Visitor, terms: TableTerms = TERMS
) -> tuple[HallClient, HallClient]:
    """A table where `host` sits on the left and `guest` has joined on the right, both there."""
    table = hall.create(host, terms, Seat.LEFT)
    assert hall.join(guest, table.code) is table
    return table.sit(host), table.sit(guest)


def play_on(*clients: HallClient, actions: int = 1) -> None:
    """Play the first legal action so many times, whoever is to act; deal where a round is over."""
    for _ in range(actions):
        acting = next((client for client in clients if client.view.round.legal), None)
        if acting is None:
            clients[0].next_round(clients[0].match.revision)
        else:
            acting.play(acting.view.round.legal[0], acting.match.revision)


def killed(hall: Hall) -> None:
    """End a hall without a word, and let it be missed."""
    with suppress(StoreError), hall.register.database.writing() as connection:
        connection.execute("DELETE FROM worker WHERE id = ?", (hall.workers.id,))
    # What the system does for a process that is killed.
    hall.store.close()
    hall.register.close()


def fail(*_: object, **__: object) -> None:
    """As a disk does that is full."""
    raise Problem("the disk is full")


def finished(hall: Hall, *visitors: Visitor) -> Table:
    """A match of these two, played to its end."""
    left, right = opened(hall, *visitors)
    while left.view.winner is None:
        play_on(left, right)
    return left.hall_table

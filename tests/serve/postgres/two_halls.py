"""Two halls that share a database, as two processes do, each told what the other has changed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue

from serve.hall.visitors import ANNA, BRUNO, TERMS, Clock, play_on
from settling import LONGEST

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register, shared_database
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.workers import Workers
from engarde_tui.serve.postgres.bell import Bell
from engarde_tui.serve.postgres.database import PostgresDatabase
from engarde_tui.serve.ringing import ANYTHING
from engine.game import Seat


class TwoHalls:
    """Two halls on one database, with one clock that goes only when it is told to."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.clock = Clock()
        self._folder = folder
        self._news = SimpleQueue[str]()
        self._bell: Bell | None = None
        self._door: SharedFile | None = None
        if not url:
            self._door = SharedFile(folder)
            self._door.open()
            self._door.news()
        self.is_rung = True
        self._numbers = count(1)
        self.halls: list[Hall] = []
        self.one, self.other = self.open(), self.open()

    def open(self) -> Hall:
        """Open one more hall."""
        database = shared_database(self._folder, self.url)
        database.open()
        if self._bell is None and isinstance(database, PostgresDatabase):
            self._bell = Bell(database.address, self._news.put)
            assert self._news.get(timeout=LONGEST) == ANYTHING
        register = Register(self._folder, database=database, clock=self.clock, monotonic=self.clock)
        hall = Hall(register, absence=60, clock=self.clock)
        self.halls.append(hall)
        return hall

    def end(self) -> None:
        """Close all."""
        for hall in [*self.halls]:
            self.close(hall)
        if self._bell is not None:
            self._bell.end()
        if self._door is not None:
            self._door.close()

    def _heard(self) -> list[str]:
        """What has been changed since the last time, by anybody."""
        news = [] if self._door is None else self._door.news()
        with suppress(Empty):
            if self._bell is not None:
                news.append(self._news.get(timeout=0.05))
                while True:
                    news.append(self._news.get_nowait())
        return news

    def close(self, hall: Hall) -> None:
        """Close one of them."""
        self.halls.remove(hall)
        hall.close()

    def die(self, hall: Hall) -> None:
        """Let one of them end without a word, and be missed."""
        self.halls.remove(hall)
        (worker,) = lease_of(hall)
        hall.register.close()
        self.change("UPDATE worker SET seen = 0 WHERE id = ?", worker)

    def change(self, statement: str, *values: object) -> None:
        """Change rows behind the backs of all."""
        with self.halls[0].register.database.writing() as connection:
            connection.execute(statement, values)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Let all follow each other until a condition holds."""
        deadline = time.monotonic() + LONGEST
        while not condition():
            assert time.monotonic() < deadline, "timed out"
            news = self._heard()
            for hall in self.halls:
                workers_of(hall).hear(news)
                workers_of(hall).follow()

    def break_bell(self) -> None:
        """Let nobody hear of anything from now on: all there is to do is look at everything."""
        self.is_rung = False

    def settle(self) -> None:
        """Let all follow each other until everybody knows everything."""
        # As a keeper notes it every second.
        self.one.register.hall_time.stop()
        if not self.is_rung:
            # Nobody hears of anything.
            self._heard()
        # What one hears of may make it do something.
        for _ in range(2):
            if self.is_rung:
                self._hear_all()
            else:
                for hall in self.halls:
                    workers_of(hall).follow_all()

    def _hear_all(self) -> None:
        """Bells ring in the order of what they tell: who has heard of a notice has heard of all before it."""
        notice = f"notice {next(self._numbers)}"
        self.change("DELETE FROM notice")
        self.change("INSERT INTO notice VALUES (?)", notice)
        self.wait_until(lambda: all(hall.register.operator_words.notice == notice for hall in self.halls))

    def begun(
        self, terms: TableTerms = TERMS, right_key: str | None = BRUNO
    ) -> tuple[HallClient, HallClient]:
        """A match of anna, on the left in the one, and bruno, on the right in the other, both there."""
        anna, bruno = self.one.admit("anna", ANNA), self.other.admit("bruno", right_key)
        table = self.one.create(anna, terms, Seat.LEFT)
        self.settle()
        there = self.other.join(bruno, table.code)
        self.settle()
        clients = table.sit(anna), there.sit(bruno)
        self.settle()
        return clients

    def finished(
        self, terms: TableTerms = TERMS, right_key: str | None = BRUNO
    ) -> tuple[HallClient, HallClient]:
        """The same, played to its end."""
        left, right = self.begun(terms, right_key)
        while left.view.winner is None:
            play_on(left, right)
            self.settle()
        return left, right


@contextmanager
def two_halls(url: str, folder: Path) -> Iterator[TwoHalls]:
    """Open two halls on an empty database."""
    both = TwoHalls(url, folder)
    try:
        yield both
    finally:
        both.end()


def workers_of(hall: Hall) -> Workers:
    """What a hall knows of the others."""
    return hall.workers


def lease_of(hall: Hall) -> list[int]:
    """The numbers of a hall's process: that whose lease it renews."""
    database = hall.register.database
    with database.writing() as connection:
        connection.execute("UPDATE worker SET seen = seen - 1")
        before = dict(connection.execute("SELECT id, seen FROM worker").fetchall())
    workers_of(hall).renew()
    after = dict(database.select("SELECT id, seen FROM worker"))
    return [number for number, seen in after.items() if seen > before.get(number, 0) + 0.5]


def same(table: Table, hall: Hall) -> Table:
    """The same table as another hall knows it."""
    found = hall.tables.with_code(table.code)
    assert found is not None
    return found


def entries(hall: Hall, match_id: int = 1) -> list[str]:
    """The journal of a match, in order."""
    rows = hall.register.database.select(
        "SELECT text FROM entry WHERE match = ? ORDER BY number", (match_id,)
    )
    return [str(text) for (text,) in rows]


def acting(*clients: HallClient) -> tuple[HallClient, HallClient]:
    """Whoever is to act, and the other one."""
    one, other = clients
    return (one, other) if one.view.round.legal else (other, one)


def play_first(client: HallClient) -> None:
    """Play the first legal action."""
    client.play(client.view.round.legal[0], client.match.revision)


def agree(*clients: HallClient) -> bool:
    """Whether all show the same match, and the journal has it."""
    views = [client.match.view(None) for client in clients]
    table = clients[0].hall_table
    assert table.match.id is not None
    return all(view == views[0] for view in (*views, *(client.hall_table.view for client in clients)))

"""What the processes of a hall know of each other: all of it is read from the database they share."""

import json
import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall_time import now_in
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.signs import Sign
from engarde_tui.serve.hall.stored_words import restored, stored
from engarde_tui.serve.hall.table_rows import AMONG, SEATS, among_values
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.ringing import ANYTHING
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.sqlite import DatabaseFile
from engine.message import Message

LEASE: Final = 8.0
"""Seconds after which a process that has said nothing is taken for dead, and its people for gone."""

RENEWAL: Final = 2.0
"""Seconds after which a process renews its lease."""

_FIELDS: Final = ("name", "login", "key", "account", "network", "came", "lost", "pastime")
"""What others know of a visitor as it is."""

_LOG: Final = logging.getLogger("engarde.hall")


Keys = Collection[int] | None
"""The numbers of the rows that have changed; None if any can have."""

_WITH_TABLES: Final = {"seat": "hall_table", "waiting": "hall_table"}
"""What is looked at with the table that it belongs to."""


class Following(Protocol):
    """Follows what other processes have changed."""

    def arrive(self, visitor: Visitor) -> None:
        """Somebody has come to another process."""

    def move(self, visitor: Visitor, places: list[tuple[int, str]]) -> None:
        """Somebody there is at these tables instead of those before, or has got or lost seats."""

    def depart(self, visitor: Visitor) -> None:
        """Somebody there has left."""

    def send_away(self, visitor: Visitor, why: Message) -> None:
        """Somebody's visit here is to end."""

    def look(self, what: str, keys: Keys) -> None:
        """Rows of a table of the database have changed."""

    def look_at_all(self) -> None:
        """Anything may have changed."""


class Workers:
    """This process among those of a hall: its people are told to the others, and theirs to it.

    A process that has not renewed its lease in time is forgotten by the next one that looks.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        machine: str = "",
        visit: tuple[int, int] | None = None,
        worker: int | None = None,
    ) -> None:
        """`clock` returns seconds from any start; `machine` is where this process runs, as host:port.

        It goes on as the `worker` of a number, if one is given. With a `visit` this is the process of one
        visitor: its number among those of the worker that keeps the lease for them all. Raises Problem if the
        database cannot be used.
        """
        self._database = database
        self._is_server = not isinstance(database, DatabaseFile)
        self._now = now_in(database)
        self._visit = visit
        self.machine = machine
        self._clock = clock
        self.wake: Callable[[], None] = lambda: None
        """Called when `follow` has something to do."""
        self.on_move: Callable[[], None] = lambda: None
        """Called when somebody here may be elsewhere, or at a match that has begun."""
        self._news: deque[str] = deque()
        self._id = 0
        self._following: Following
        self._shared: dict[Visitor, tuple[int, str]] = {}
        """Each visitor's number here, and what the others were told last."""
        self._others: dict[tuple[int, int], Visitor] = {}
        self._gone: list[int] = []
        """The numbers of those who have left, but whose rows are there."""
        self.is_first = visit is None and self._is_only_one()
        """Whether the hall was closed before this process opened it."""
        self._id, before = (worker or self._new_lease(), 1) if visit is None else visit
        self._visits = before - 1

    @contextmanager
    def _telling(self) -> Iterator[Connection]:
        """Write what a crash of the server may take back, so that nobody waits for its disk."""
        with with_register(), self._database.writing() as connection:
            if self._is_server:
                connection.execute("SET LOCAL synchronous_commit = off")
            yield connection

    def begin(self, following: Following) -> None:
        """Look at all there is, and follow it from now on; raises StoreError if it cannot be read."""
        self._following = following
        self._follow_presences(None)
        following.look_at_all()

    def _is_only_one(self) -> bool:
        """Whether no other process has renewed its lease in time."""
        with with_register():
            return not self._database.select(
                f"SELECT 1 FROM worker WHERE seen >= {self._now} - ? AND id <> ?", (LEASE, self._id)
            )

    @property
    def other_machines(self) -> list[str]:
        """The other machines at which the hall is open, as host:port; none if that cannot be read."""
        with suppress(Problem), with_register():
            rows = self._database.select(
                f"SELECT DISTINCT machine FROM worker WHERE seen >= {self._now} - ? ORDER BY machine",
                (LEASE,),
            )
            return [machine for (machine,) in rows if machine not in ("", self.machine)]
        return []

    @property
    def id(self) -> int:
        """The number of the worker that keeps the lease."""
        return self._id

    def _new_lease(self, number: int | None = None) -> int:
        with self._telling() as connection:
            if number is not None:
                connection.execute(
                    f"INSERT INTO worker (id, seen, machine) VALUES (?, {self._now}, ?)",
                    (number, self.machine),
                )
                return number
            found = connection.execute(
                f"INSERT INTO worker (seen, machine) VALUES ({self._now}, ?)", (self.machine,)
            ).lastrowid
        assert found is not None
        return found

    # --- telling ---

    def greet(self, visitor: Visitor) -> None:
        """Tell the others of a visitor who has come, from now on."""
        self._visits += 1
        self._shared[visitor] = self._visits, ""
        self.share(visitor)

    def share(self, visitor: Visitor) -> None:
        """Tell the others who a visitor is and where; what fails is told with the next lease."""
        number, before = self._shared.get(visitor, (0, ""))
        if not number:
            # They have left meanwhile.
            return
        text = self._text(visitor)
        self._shared[visitor] = number, text
        if text == before:
            return
        self.on_move()
        try:
            with self._telling() as connection:
                connection.execute(
                    "INSERT INTO presence (worker, visit, text) VALUES (?, ?, ?)"
                    " ON CONFLICT (worker, visit) DO UPDATE SET text = excluded.text",
                    (self._id, number, text),
                )
        except Problem:
            self._shared[visitor] = number, ""

    def forget(self, visitor: Visitor) -> None:
        """Tell the others that a visitor has left; what fails is told with the next lease."""
        if visitor.lost:
            # Also how: the opponent may claim the match.
            self.share(visitor)
        self._gone.append(self._shared.pop(visitor)[0])
        if not visitor.lost:
            with suppress(Problem), with_register():
                self._delete_gone()

    def _delete_gone(self) -> None:
        if not self._gone:
            return
        with self._database.writing() as connection:
            for number in self._gone:
                connection.execute("DELETE FROM presence WHERE worker = ? AND visit = ?", (self._id, number))
        self._gone = []

    def send_away(self, visitor: Visitor, why: Message) -> None:
        """Let the visit of somebody at another process end; raises Problem if it cannot be told."""
        for key in [key for key, other in self._others.items() if other is visitor]:
            if key in self._others:
                with self._telling() as connection:
                    connection.execute(
                        "UPDATE presence SET away = ? WHERE worker = ? AND visit = ?", (stored(why), *key)
                    )

    def sign(self, row: int, what: str, side: str, text: str | None) -> None:
        """Tell the others what stands at a table, None if nothing does; what fails they do not hear."""
        with suppress(Problem), self._telling() as connection:
            if text is None:
                connection.execute(
                    "DELETE FROM sign WHERE hall_table = ? AND what = ? AND side = ?", (row, what, side)
                )
            else:
                connection.execute(
                    "INSERT INTO sign (hall_table, what, side, text) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT (hall_table, what, side) DO UPDATE SET text = excluded.text",
                    (row, what, side, text),
                )

    def forget_signs(self, row: int) -> None:
        """Let nothing stand at a table any more but where the rematch is; what fails concerns nobody."""
        with suppress(Problem), self._telling() as connection:
            connection.execute(
                "DELETE FROM sign WHERE hall_table = ? AND what <> ?", (row, Sign.SUCCESSOR.value)
            )

    def signs(self, among: Keys) -> dict[int, dict[tuple[str, str], str]]:
        """Return what stands at each of these tables where anything does, by its row."""
        rows = self._database.select(
            f"SELECT hall_table, what, side, text FROM sign WHERE hall_table {AMONG}",
            among_values(among),
        )
        found: dict[int, dict[tuple[str, str], str]] = {}
        for row, what, side, text in rows:
            found.setdefault(row, {})[what, side] = text
        return found

    def _text(self, visitor: Visitor) -> str:
        """Return what others know of a visitor."""
        return json.dumps(
            {
                **{field: getattr(visitor, field) for field in _FIELDS},
                "idle": visitor.idle(self._clock()),
                "seats": sorted((secret, seat.label) for secret, seat in visitor.seats),
                "places": visitor.places,
                "machine": self.machine,
            }
        )

    # --- leases ---

    def renew(self) -> None:
        """Say that this process runs, and forget those that have not for too long.

        Raises Problem if the database cannot be used.
        """
        if self._visit is not None:
            self._renew_visit()
            return
        with with_register():
            # An outage stops all: whoever comes back first must leave the others time to come back.
            is_late = self._database.select(
                f"SELECT 1 FROM worker WHERE id = ? AND seen < {self._now} - ?", (self._id, LEASE)
            )
            with self._telling() as connection:
                renewed = connection.execute(
                    f"UPDATE worker SET seen = {self._now} WHERE id = ?", (self._id,)
                ).rowcount
            if not renewed:
                # The others have taken this one for dead: it stood still. Its visits know its number.
                self._new_lease(self._id)
                self._shared = {visitor: (number, "") for visitor, (number, _) in self._shared.items()}
            self._delete_gone()
            dead: list[tuple[int]] = []
            if renewed and not is_late:
                with self._telling() as connection:
                    dead = connection.execute(
                        f"DELETE FROM worker WHERE seen < {self._now} - ? RETURNING id", (LEASE,)
                    ).fetchall()
        for (worker,) in dead:
            lost = [key for key in self._others if key[0] == worker]
            _LOG.warning("event=people-lost windows=%d", len(lost))
            self._lose(lost)
        for visitor in [*self._shared]:
            self.share(visitor)

    def _renew_visit(self) -> None:
        """Tell again what could not be told."""
        with with_register():
            self._delete_gone()
        for visitor in [*self._shared]:
            self.share(visitor)

    def forget_visit(self, visit: int) -> None:
        """Tell the others that the process of a visitor has ended: lost, unless it has told so itself."""
        with with_register(), self._database.writing() as connection:
            key = self._id, visit
            found = "SELECT text FROM presence WHERE worker = ? AND visit = ?"
            for (text,) in connection.execute(found, key).fetchall():
                lost = json.dumps({**json.loads(text), "lost": True})
                connection.execute(
                    "UPDATE presence SET text = ? WHERE worker = ? AND visit = ?", (lost, *key)
                )
                # Once the others have heard how.
                self._gone.append(visit)
        self._lose([(self._id, visit)])

    def forget_visits_but(self, alive: Collection[int], last: int) -> None:
        """Forget the visits up to that of a number whose processes have ended unheard."""
        for worker, visit in [*self._others]:
            if worker == self._id and visit <= last and visit not in alive:
                self.forget_visit(visit)

    def close(self) -> None:
        """Tell the others that nobody is here any more."""
        if self._visit is None:
            with suppress(Problem), self._telling() as connection:
                connection.execute("DELETE FROM worker WHERE id = ?", (self._id,))

    # --- hearing ---

    def hear(self, news: Iterable[str]) -> None:
        """Take what others have changed, for the next `follow`."""
        self._news.extend(news)
        self.wake()

    def follow(self) -> None:
        """Follow what others have changed since the last time, each thing once, as it was rung last.

        If something cannot be read, which is in the log, everything is looked at the next time.
        """
        heard = dict[str, list[str]]()
        while self._news:
            what, _, key = self._news.popleft().partition(" ")
            what = _WITH_TABLES.get(what, what)
            heard[what] = [*heard.pop(what, []), key]
        try:
            if ANYTHING in heard:
                self.follow_all()
            else:
                for what, keys in heard.items():
                    self._follow(what, keys)
        except Problem:
            self._news.append(ANYTHING)
        if heard:
            self.on_move()

    def follow_all(self) -> None:
        """Look at everything: news can get lost. Raises Problem if the database cannot be used."""
        with with_register():
            self._follow_presences(None)
            self._following.look_at_all()

    def _follow(self, what: str, keys: list[str]) -> None:
        with with_register():
            if what == "presence":
                visits = (key.split() for key in keys)
                self._follow_presences({(int(worker), int(visit)) for worker, visit in visits})
            else:
                self._following.look(what, {int(key) for key in keys if key.isdecimal()})

    def _follow_presences(self, keys: Collection[tuple[int, int]] | None) -> None:
        statement = "SELECT worker, visit, text, away FROM presence"
        if keys is None:
            rows = self._database.select(statement)
        else:
            one = f"{statement} WHERE worker = ? AND visit = ?"
            rows = [row for key in keys for row in self._database.select(one, key)]
        there = {(worker, visit): found for worker, visit, *found in rows}
        gone = [key for key in ([*self._others] if keys is None else keys) if key not in there]
        self._lose(gone)
        for visitor, (number, _) in [*self._shared.items()]:
            if (self._id, number) in gone:
                # Another process has taken them for gone.
                self._shared[visitor] = number, ""
                self.share(visitor)
        for key, found in there.items():
            self._follow_presence(key, *found)

    def _follow_presence(self, key: tuple[int, int], text: str, away: str) -> None:
        worker, visit = key
        if worker == self._id:
            own = next((visitor for visitor, (number, _) in self._shared.items() if number == visit), None)
            if own is not None and away:
                self._following.send_away(own, restored(away))
            if own is not None:
                return
        found: dict[str, Any] = json.loads(text)
        # A process of another version may tell less, or more.
        pressed = self._clock() - 60 * found.get("idle", 0)
        places = [(row, role) for row, role in found.get("places", ())]
        visitor = self._others.get(key)
        is_new = visitor is None
        if visitor is None:
            visitor = self._others[key] = Visitor(found["name"], found["login"], is_elsewhere=True)
        for field in _FIELDS:
            setattr(visitor, field, found.get(field, getattr(visitor, field)))
        visitor.machine = found.get("machine", "")
        visitor.seats = {(secret, SEATS[side]) for secret, side in found.get("seats", ())}
        if is_new:
            self._following.arrive(visitor)
        visitor.pressed = pressed
        self._following.move(visitor, places)
        if visitor.lost:
            self._lose([key])

    def _lose(self, keys: Iterable[tuple[int, int]]) -> None:
        for key in list(keys):
            visitor = self._others.pop(key, None)
            if visitor is not None:
                self._following.depart(visitor)

"""The hall: who is in it, and which tables there are. Knows neither SSH nor screens."""

import logging
import time
from collections.abc import Callable, Container, Iterator
from contextlib import suppress

from engarde_tui.match.commitment import SECRET, new_secret
from engarde_tui.match.problem import Problem, printable
from engarde_tui.serve.hall.hall_line import BY_CODE, HALL, LISTED, NOBODY, HallLine
from engarde_tui.serve.hall.register import Register, WaitingRow
from engarde_tui.serve.hall.table import HallTable, Offer
from engarde_tui.serve.hall.visitor import GUEST, NAME, Refusal, Visitor
from engarde_tui.serve.hall.waiting import Waiting
from engarde_tui.storage.store import Store
from engine.en_garde import Seat
from engine.match import MAX_NAME
from engine.record import Record

_LOG = logging.getLogger("engarde.hall")

_MOST_TABLES = 8
"""Tables that one visitor can have waiting at once."""

_MOST_WRONG_CODES = 20

_MOST_LEFT = 1000
"""So many of the matches that guests have left, the latest, they can come back to: nobody else ends them."""


class Hall:
    """Everything that goes on; one store for all matches."""

    def __init__(
        self,
        store: Store,
        register: Register,
        *,
        absence: float = 180,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A match can be claimed from a player who has been away for `absence` seconds.

        All tables that were open before are again. Raises Problem where the store cannot be read.
        """
        self.store = store
        self.register = register
        self.absence = absence
        self.clock = clock
        self.visitors: list[Visitor] = []
        self.lobby: list[Visitor] = []
        """Who is told when a table changes."""
        self._tables: dict[str, HallTable] = {}
        self._bring_back()

    # --- who ---

    def admit(self, name: str, key: str | None) -> Visitor:
        """Whoever has connected with a name, and a key or none; nobody is turned away for the name."""
        wanted = name if NAME.fullmatch(name) else "guest"
        why = ""
        if wanted != name:
            why = f"names have 1 to {MAX_NAME - 1} letters, digits, _ or -"
        elif key is not None:
            try:
                return self._let_in(Visitor(self.register.name_for(key, name), member=True))
            except Refusal as refusal:
                why = f"{refusal}"
        return self._let_in(Visitor(self._guest_name(wanted), member=False, why_guest=why))

    def _let_in(self, visitor: Visitor) -> Visitor:
        self.visitors.append(visitor)
        self.tell_lobby()
        return visitor

    def _guest_name(self, wanted: str) -> str:
        taken = {visitor.name for visitor in self.visitors} | {
            name for table in self._tables.values() for name in table.names
        }
        for number in range(1, 10_000):
            ending = "" if number == 1 else str(number)
            name = f"{GUEST}{wanted[: MAX_NAME - len(GUEST) - len(ending)]}{ending}"
            if name not in taken:
                return name
        raise Refusal("there are too many guests of that name")

    def dismiss(self, visitor: Visitor) -> None:
        """Whoever has gone."""
        self.visitors.remove(visitor)
        while visitor in self.lobby:
            self.leave_lobby(visitor)
        for table in list(self._tables.values()):
            table.dismiss(visitor)
            if table.is_played and not table.visitors:
                self.rest(table)
            if table.waits and not visitor.member and table.seat_of(visitor) is not None:
                # A guest who has gone may never come back to it; what stays on disk goes with the next start.
                with suppress(Problem):
                    self.register.remove_waiting(table.secret)
                self._close(table)
        self.tell_lobby()

    @property
    def people(self) -> int:
        """How many are here; who has two windows counts once."""
        return len({visitor.name for visitor in self.visitors})

    def enter_lobby(self, visitor: Visitor) -> None:
        """Tell a visitor of all tables."""
        self.lobby.append(visitor)

    def leave_lobby(self, visitor: Visitor) -> None:
        """Tell a visitor no more."""
        if visitor in self.lobby:
            self.lobby.remove(visitor)

    def tell_lobby(self) -> None:
        """Something has changed that the lobby shows."""
        for visitor in tuple(self.lobby):
            visitor.changed()

    # --- tables ---

    def own_tables(self, visitor: Visitor) -> list[HallTable]:
        """The tables where a visitor can go on, those first where the opponent is, then the newest."""
        own = [table for table in reversed(self._tables.values()) if table.calls(visitor)]
        return sorted(own, key=lambda table: not table.visitors)

    def open_tables(self, visitor: Visitor) -> Iterator[HallTable]:
        """The tables that wait for somebody else."""
        return (
            table
            for table in self._tables.values()
            if table.waits and table.offer.listed and table.seat_of(visitor) is None
        )

    def running_tables(self, visitor: Visitor) -> Iterator[HallTable]:
        """The matches of others that can be watched."""
        return (
            table
            for table in self._tables.values()
            if table.is_played and not table.is_over and table.offer.listed and table.seat_of(visitor) is None
        )

    def create(self, visitor: Visitor, offer: Offer, seat: Seat) -> HallTable:
        """A table with this visitor at `seat`, which waits for an opponent; raises Refusal for too many."""
        waiting = [table for table in self.own_tables(visitor) if table.waits]
        if len(waiting) >= _MOST_TABLES:
            raise Refusal(f"you have {len(waiting)} tables waiting: withdraw one of them first")
        names, players = ["", ""], [NOBODY, NOBODY]
        names[seat], players[seat] = visitor.name, visitor.recorded
        table = HallTable(self, new_secret(), offer, (names[0], names[1]), (players[0], players[1]))
        if not visitor.member:
            visitor.seats.add((table.secret, seat))
        self.register.add_waiting(table.secret, Waiting(offer, table.names, table.players).text)
        self._tables[table.code] = table
        self.tell_lobby()
        return table

    def join(self, visitor: Visitor, code: str) -> HallTable:
        """The table that a code leads to; a free seat there is the visitor's now, or that of a seat's code.

        Raises Refusal where there is no such table, or for who tries out one code after the other.
        """
        if visitor.wrong_codes >= _MOST_WRONG_CODES:
            raise Refusal("too many wrong codes: leave the hall and come back")
        wanted = "".join(code.split()).replace("-", "").lower()
        for table in self._tables.values():
            for seat in Seat:
                if table.names[seat] and table.successor is None and table.is_seat_code(seat, wanted):
                    visitor.seats.add((table.secret, seat))
                    return table
        found = self._tables.get(wanted)
        if found is None:
            visitor.wrong_codes += 1
            raise Refusal(f"no table has the code {code[:20]!r}")
        if found.waits and found.seat_of(visitor) is None:
            self._take_seat(found, visitor)
        return found

    def _take_seat(self, table: HallTable, visitor: Visitor) -> None:
        seat = table.free_seat
        assert seat is not None
        if visitor.name in table.names:
            raise Refusal("you cannot fence with yourself")
        names, players = list(table.names), list(table.players)
        names[seat], players[seat] = visitor.name, visitor.recorded
        before = table.names, table.players
        table.names, table.players = (names[0], names[1]), (players[0], players[1])
        try:
            table.begin()
        except Problem:
            table.names, table.players = before
            raise
        if not visitor.member:
            visitor.seats.add((table.secret, seat))
        # The match has begun: should its offer stay on disk, that counts at the next start.
        with suppress(Problem):
            self.register.remove_waiting(table.secret)
        table.tell()

    def withdraw(self, table: HallTable) -> None:
        """A table waits no more; raises Problem where it would come back at the next start."""
        if table.waits and self.is_open(table):
            self.register.remove_waiting(table.secret)
            self._close(table)

    def _close(self, table: HallTable) -> None:
        self._tables.pop(table.code, None)
        table.tell()
        self.tell_lobby()

    def is_open(self, table: HallTable) -> bool:
        """The table has not been withdrawn, nor its match ended."""
        return table.code in self._tables

    def follow(self, table: HallTable, offer: Offer) -> HallTable:
        """A new table with the same players."""
        new = HallTable(self, new_secret(), offer, table.names, table.players)
        new.begin()
        new.inherit_codes(table)
        self._tables[new.code] = new
        for visitor in self.visitors:
            visitor.seats |= {(new.secret, seat) for seat in Seat if (table.secret, seat) in visitor.seats}
        return new

    def rest(self, table: HallTable) -> None:
        """Nobody is at the table any more."""
        over = table.is_over
        table.rest()
        if over:
            self._tables.pop(table.code, None)
        self._forget_guests()
        self.tell_lobby()

    def _forget_guests(self) -> None:
        left = [
            code
            for code, table in self._tables.items()
            if table.players == (NOBODY, NOBODY) and not table.waits and not table.visitors
        ]
        for code in left[:-_MOST_LEFT]:
            del self._tables[code]

    def table_of_match(self, id: int) -> HallTable | None:
        """The table where a stored match is played."""
        return next((table for table in self._tables.values() if table.id == id), None)

    def _bring_back(self) -> None:
        """Open the tables of unfinished matches and those that wait; raises Problem.

        What cannot be read stays where it is, for a version that can.
        """
        lines = {id: HallLine.parse(words) for id, words in self.store.header_values(HALL).items()}
        for id in self.store.ids(unfinished_only=True):
            if id in lines:
                self._bring_back_match(id, lines[id])
        self._forget_guests()
        begun = {line.secret for line in lines.values()}
        rows = self.register.waiting()
        self.register.forget([row for row in rows if not self._bring_back_offer(row, begun)])

    def _bring_back_match(self, id: int, line: HallLine) -> None:
        record = _readable(self.store, id)
        if record is None or record.match.winner is not None:
            return
        if not line.kind:
            _LOG.warning("event=set-aside match=%d problem=%r", id, "its Hall line is damaged")
        elif line.kind in (LISTED, BY_CODE):
            match = record.match
            offer = Offer(match.rules, match.target, match.first.label, listed=line.kind == LISTED)
            table = HallTable(self, line.secret, offer, match.names, line.members)
            table.id, table.view = id, match.view(None)
            self._tables[table.code] = table

    def _bring_back_offer(self, row: WaitingRow, begun: Container[object]) -> bool:
        """Whether the offer stays: its match has not `begun`, and it is not of a guest, who is gone."""
        try:
            secret, waiting = row.secret, Waiting.parse(row.text)
            if not (isinstance(secret, str) and SECRET.fullmatch(secret)):
                raise ValueError("a damaged secret")
        except ValueError as error:
            _LOG.warning("event=set-aside waiting=%d problem=%r", row.number, printable(f"{error}")[:100])
            return True
        if secret in begun or waiting.players == (NOBODY, NOBODY):
            return False
        table = HallTable(self, secret, *waiting)
        self._tables[table.code] = table
        return True

    def close(self) -> None:
        """Put all matches back."""
        for table in list(self._tables.values()):
            table.rest()
        self.register.close()
        self.store.close()


def _readable(store: Store, id: int) -> Record | None:
    try:
        return store.record(id)
    except Problem as problem:
        _LOG.error("event=unreadable match=%d problem=%r", id, str(problem))
        return None

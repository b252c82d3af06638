"""The hall: who is in it, and which tables there are."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from engarde_tui.match.commitment import new_secret
from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.events import LobbyChanged
from engarde_tui.serve.hall.hall_line import NOBODY
from engarde_tui.serve.hall.loading import load_tables
from engarde_tui.serve.hall.offer import Offer
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import NAME, Refusal, Visitor, guest_name
from engarde_tui.serve.hall.waiting import Waiting
from engarde_tui.storage.store import Store
from engine.game import Seat
from engine.match import MAX_NAME

MAX_WAITING = 8
"""Tables that one visitor can have waiting at once."""

MAX_WRONG_CODES = 20
"""Wrong codes a visitor can try before having to reconnect."""

MAX_ABANDONED = 1000
"""Newest guest tables kept: nobody else can end the matches at them."""


class Hall:
    """Everybody and everything in the hall; one store for all matches."""

    def __init__(
        self,
        store: Store,
        register: Register,
        *,
        absence: float = 180,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Load all tables of the last time; a player who is away for `absence` seconds can lose the match.

        Raises Problem if the store or the register cannot be read.
        """
        self.store = store
        self.register = register
        self.absence = absence
        self.clock = clock
        self.visitors: list[Visitor] = []
        self._lobby: list[Visitor] = []
        self._tables: dict[str, HallTable] = {}
        """All tables by their codes, the oldest first."""
        for table in load_tables(self, register):
            self._add(table)
        self._remove_abandoned()

    # --- who ---

    def admit(self, name: str, key: str | None) -> Visitor:
        """Let in whoever has connected by this name, with a key or none.

        A guest is who has no key, or a name that is taken or not allowed. Raises Refusal if there are too
        many guests of that name, Problem if the register cannot be read or written.
        """
        wanted = name if NAME.fullmatch(name) else "guest"
        why = ""
        if wanted != name:
            why = f"names have 1 to {MAX_NAME - 1} letters, digits, _ or -"
        elif key is not None:
            try:
                return self._let_in(Visitor(self.register.name_for(key, name), member=True))
            except Refusal as refusal:
                why = f"{refusal}"
        taken = {one.name for one in self.visitors} | {
            name for table in self._tables.values() for name in table.seats.names
        }
        return self._let_in(Visitor(guest_name(wanted, taken), member=False, why_guest=why))

    def _let_in(self, visitor: Visitor) -> Visitor:
        self.visitors.append(visitor)
        self.tell_lobby()
        return visitor

    def dismiss(self, visitor: Visitor) -> None:
        """Remove the visitor; free their places."""
        self.visitors.remove(visitor)
        self._lobby = [one for one in self._lobby if one is not visitor]
        for table in list(self._tables.values()):
            table.dismiss(visitor)
            if table.waits and not visitor.member and table.seats.of(visitor) is not None:
                # A guest may never come back to it. If it stays on disk, the next start removes it.
                with suppress(Problem):
                    self.register.remove_waiting(table.secret)
                self._remove(table)
        self.tell_lobby()

    @property
    def people(self) -> int:
        """How many people are here; one with two windows counts once."""
        return len({visitor.name for visitor in self.visitors})

    def enter_lobby(self, visitor: Visitor) -> None:
        """Tell a visitor what changes in the lobby, until `leave_lobby`."""
        self._lobby.append(visitor)

    def leave_lobby(self, visitor: Visitor) -> None:
        """Tell a visitor no more, if that has not ended yet."""
        if visitor in self._lobby:
            self._lobby.remove(visitor)

    def tell_lobby(self) -> None:
        """Tell everybody in the lobby that it has something else to show."""
        for visitor in tuple(self._lobby):
            visitor.notify(LobbyChanged())

    # --- tables ---

    def own_tables(self, visitor: Visitor) -> list[HallTable]:
        """The visitor's tables where there is something to do: occupied ones first, then the newest."""
        own = [table for table in reversed(self._tables.values()) if table.has_business_for(visitor)]
        return sorted(own, key=lambda table: not table.visitors)

    def open_tables(self, visitor: Visitor) -> Iterator[HallTable]:
        """The listed tables of others that have a free seat."""
        return (
            table
            for table in self._tables.values()
            if table.waits and table.offer.listed and table.seats.of(visitor) is None
        )

    def running_tables(self, visitor: Visitor) -> Iterator[HallTable]:
        """The listed matches of others that are being played."""
        return (
            table
            for table in self._tables.values()
            if table.match.is_open
            and not table.is_over
            and table.offer.listed
            and table.seats.of(visitor) is None
        )

    def create(self, visitor: Visitor, offer: Offer, seat: Seat) -> HallTable:
        """Set up a table with this visitor at `seat`, to wait for an opponent.

        Raises Refusal if too many of the visitor's wait already, Problem if the table cannot be kept.
        """
        waiting = sum(table.waits for table in self.own_tables(visitor))
        if waiting >= MAX_WAITING:
            raise Refusal(f"you have {waiting} tables waiting: withdraw one of them first")
        table = HallTable(self, new_secret(), offer, ("", ""), (NOBODY, NOBODY))
        table.seats.assign(seat, visitor)
        kept = Waiting(offer, table.seats.names, table.seats.players)
        self.register.add_waiting(table.secret, kept.text)
        self._add(table)
        self.tell_lobby()
        return table

    def join(self, visitor: Visitor, code: str) -> HallTable:
        """Find the table of a code and give the visitor the seat of the code, or a free one, if any.

        Raises Refusal if no table has the code or the visitor has tried too many, Problem if the match cannot
        be kept that begins with this.
        """
        if visitor.wrong_codes >= MAX_WRONG_CODES:
            raise Refusal("too many wrong codes: leave the hall and come back")
        wanted = "".join(code.split()).replace("-", "").lower()
        for table in self._tables.values():
            seat = table.seats.with_code(wanted)
            if seat is not None and table.successor is None:
                table.seats.grant(seat, visitor)
                return table
        found = self._tables.get(wanted)
        if found is None:
            visitor.wrong_codes += 1
            raise Refusal(f"no table has the code {code[:20]!r}")
        if found.waits and found.seats.of(visitor) is None:
            self._take_seat(found, visitor)
        return found

    def _take_seat(self, table: HallTable, visitor: Visitor) -> None:
        seat = table.seats.free
        assert seat is not None
        if visitor.name in table.seats.names:
            raise Refusal("you cannot fence with yourself")
        table.seats.assign(seat, visitor)
        try:
            table.begin()
        except Problem:
            table.seats.vacate(seat, visitor)
            raise
        # The match has begun. If its offer stays on disk, the next start removes it.
        with suppress(Problem):
            self.register.remove_waiting(table.secret)
        table.tell()
        self.tell_lobby()

    def withdraw(self, table: HallTable) -> None:
        """Remove a table that still waits; raises Problem if it would come back at the next start."""
        if table.waits and self.is_open(table):
            self.register.remove_waiting(table.secret)
            self._remove(table)

    def is_open(self, table: HallTable) -> bool:
        """The table has not been withdrawn, nor has its match ended and everybody left."""
        return table.code in self._tables

    def table_of_match(self, id: int) -> HallTable | None:
        """The table where a stored match is played, if it has one."""
        return next((table for table in self._tables.values() if table.match.id == id), None)

    def _add(self, table: HallTable) -> None:
        self._tables[table.code] = table

    def _remove(self, table: HallTable) -> None:
        self._tables.pop(table.code, None)
        table.tell()
        self.tell_lobby()

    def open_successor(self, table: HallTable, offer: Offer) -> HallTable:
        """Set up a table for a rematch of the same players; raises Problem if the match cannot be kept."""
        new = HallTable(self, new_secret(), offer, table.seats.names, table.seats.players)
        new.begin()
        new.seats.inherit(table.seats, self.visitors)
        self._add(new)
        return new

    def take_note_of_empty(self, table: HallTable) -> None:
        """Remove a table whose match is over, and the oldest of too many that guests have left."""
        if table.is_over:
            self._tables.pop(table.code, None)
        self._remove_abandoned()
        self.tell_lobby()

    def _remove_abandoned(self) -> None:
        abandoned = [
            code
            for code, table in self._tables.items()
            if table.seats.players == (NOBODY, NOBODY) and not table.waits and not table.visitors
        ]
        for code in abandoned[:-MAX_ABANDONED]:
            del self._tables[code]

    def close(self) -> None:
        """Close all matches, and let go of the files."""
        for table in self._tables.values():
            table.match.close()
        self.register.close()
        self.store.close()

"""The hall: its visitors and tables."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from engarde_tui.match.chain import clean_word
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
"""Waiting tables one visitor may have at once."""

MAX_WRONG_CODES = 20
"""Wrong codes a visitor may enter before having to reconnect."""

MAX_ABANDONED = 1000
"""Newest guest tables kept; the guests may never return to end their matches."""


class Hall:
    """All visitors and tables, with one store for all matches."""

    def __init__(
        self,
        store: Store,
        register: Register,
        *,
        absence: float = 180,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Load the tables from before a restart. Raises Problem if the store or the register cannot be read.

        `absence` is the number of seconds after which an opponent can claim the match from an absent player.
        """
        self.store = store
        self.register = register
        self.absence = absence
        self.clock = clock
        self.visitors: list[Visitor] = []
        self._lobby: list[Visitor] = []
        self._tables: dict[str, HallTable] = {}
        """All tables by code, oldest first."""
        for table in load_tables(self, register):
            self._add(table)
        self._remove_abandoned()

    # --- visitors ---

    def why_another_key(self, name: str, key: str) -> str:
        """Return why only another key can make a member of this name; "" if this one can, or none.

        Raises Problem if the register cannot be read.
        """
        if not NAME.fullmatch(name):
            return ""
        try:
            self.register.check_name(key, name)
        except Refusal as refusal:
            return f"{refusal}"
        return ""

    def admit(self, name: str, key: str | None, why_guest: str = "") -> Visitor:
        """Let in somebody who connected with this name, and a key's fingerprint or None.

        Without a key, or with a name that is not allowed or belongs to another key, the visitor is a guest;
        `why_guest` says why no key that was offered counts.
        Raises Refusal if there are too many guests with that name, Problem if the register cannot be read or
        written.
        """
        wanted, why = name, why_guest
        if not NAME.fullmatch(name):
            wanted, why = "guest", f"names have 1 to {MAX_NAME - 1} letters, digits, _ or -"
        elif key is not None:
            try:
                return self._add_visitor(Visitor(self.register.name_for(key, name), True, name, key))
            except Refusal as refusal:
                why = f"{refusal}"
        taken = {one.name for one in self.visitors} | {
            name for table in self._tables.values() for name in table.seats.names
        }
        return self._add_visitor(Visitor(guest_name(wanted, taken), False, name, why_guest=why))

    def _add_visitor(self, visitor: Visitor) -> Visitor:
        self.visitors.append(visitor)
        self.notify_lobby()
        return visitor

    def dismiss(self, visitor: Visitor) -> None:
        """Remove the visitor; free their places."""
        self.visitors.remove(visitor)
        self._lobby = [one for one in self._lobby if one is not visitor]
        for table in list(self._tables.values()):
            table.dismiss(visitor)
            if table.waits and not visitor.member and table.seats.of(visitor) is not None:
                # A guest may never come back. If this fails, the next start removes the row.
                with suppress(Problem):
                    self.register.remove_waiting(table.secret)
                self._remove(table)
        self.notify_lobby()

    @property
    def names(self) -> list[str]:
        """The names of the people here, first come first; two windows of one person count once."""
        return list(dict.fromkeys(visitor.name for visitor in self.visitors))

    def enter_lobby(self, visitor: Visitor) -> None:
        """Notify a visitor of changes in the lobby, until `leave_lobby`."""
        self._lobby.append(visitor)

    def leave_lobby(self, visitor: Visitor) -> None:
        """Stop notifying a visitor; do nothing if that has happened already."""
        if visitor in self._lobby:
            self._lobby.remove(visitor)

    def notify_lobby(self) -> None:
        """Notify everybody in the lobby that it has changed."""
        for visitor in tuple(self._lobby):
            visitor.notify(LobbyChanged())

    # --- tables ---

    def own_tables(self, visitor: Visitor) -> list[HallTable]:
        """Return the tables that wait for this visitor: occupied ones first, then the newest."""
        own = [table for table in reversed(self._tables.values()) if table.has_business_for(visitor)]
        return sorted(own, key=lambda table: not table.visitors)

    def open_tables(self, visitor: Visitor) -> Iterator[HallTable]:
        """Yield the listed tables of others that have a free seat, oldest first."""
        return (
            table
            for table in self._tables.values()
            if table.waits and table.offer.listed and table.seats.of(visitor) is None
        )

    def running_tables(self, visitor: Visitor) -> Iterator[HallTable]:
        """Yield the tables of listed matches that others are playing, oldest first."""
        return (
            table
            for table in self._tables.values()
            if table.match.is_open
            and not table.is_over
            and table.offer.listed
            and table.seats.of(visitor) is None
        )

    def create(self, visitor: Visitor, offer: Offer, seat: Seat) -> HallTable:
        """Open a table with this visitor at `seat`, waiting for an opponent.

        Raises Refusal if the visitor has `MAX_WAITING` such tables, Problem if the table cannot be saved.
        """
        count = sum(table.waits for table in self.own_tables(visitor))
        if count >= MAX_WAITING:
            raise Refusal(f"you have {count} tables waiting: withdraw one of them first")
        table = HallTable(self, new_secret(), offer, ("", ""), (NOBODY, NOBODY))
        table.seats.assign(seat, visitor)
        self.register.add_waiting(table.secret, self._waiting(table))
        self._add(table)
        self.notify_lobby()
        return table

    @staticmethod
    def _waiting(table: HallTable) -> str:
        """Return a waiting table as the register stores it."""
        return Waiting(table.offer, table.seats.names, table.seats.players, table.words).text

    def say_word(self, table: HallTable, visitor: Visitor, word: str) -> None:
        """Set the word of the host of a waiting table; "" is none.

        Raises ValueError if it is not a word, Refusal if the match has begun, Problem if it cannot be saved.
        """
        seat, word, before = table.seats.of(visitor), clean_word(word), table.words
        if not table.waits or seat is None:
            raise Refusal("the cards are dealt: words come before that")
        table.set_word(seat, word)
        try:
            self.register.change_waiting(table.secret, self._waiting(table))
        except Problem:
            table.words = before
            raise

    def waiting_table(self, visitor: Visitor, code: str) -> HallTable | None:
        """Return the table with this code at which the visitor can still sit down, if there is one.

        `join` counts wrong codes, and says what is wrong.
        """
        if visitor.wrong_codes >= MAX_WRONG_CODES:
            return None
        table = self._tables.get(cleaned_code(code))
        return table if table is not None and table.waits and table.seats.of(visitor) is None else None

    def join(self, visitor: Visitor, code: str, word: str = "") -> HallTable:
        """Return the table of a table's or seat's code; give the visitor that seat, or a free one, if any.

        `word` is for the deal, as `clean_word` returns it. Raises Refusal if no table has the code or the
        visitor has entered too many wrong ones, Problem if this starts a match that cannot be saved.
        """
        if visitor.wrong_codes >= MAX_WRONG_CODES:
            raise Refusal("too many wrong codes: leave the hall and come back")
        wanted = cleaned_code(code)
        for table in self._tables.values():
            seat = table.seats.with_code(wanted)
            if seat is not None and table.successor is None:
                table.seats.grant(seat, visitor)
                self._name_as_seated(visitor, table, seat)
                return table
        found = self._tables.get(wanted)
        if found is None:
            visitor.wrong_codes += 1
            raise Refusal(f"no table has the code {code[:20]!r}")
        if found.waits and found.seats.of(visitor) is None:
            self._take_seat(found, visitor, word)
        return found

    def _name_as_seated(self, visitor: Visitor, table: HallTable, seat: Seat) -> None:
        """Give a guest who has come back the name that belongs to the seat."""
        if not visitor.member and table.seats.players[seat] == NOBODY:
            visitor.name = table.seats.names[seat]
            self.notify_lobby()

    def _take_seat(self, table: HallTable, visitor: Visitor, word: str) -> None:
        seat = table.seats.free
        assert seat is not None
        if visitor.name in table.seats.names:
            raise Refusal("you cannot fence against yourself")
        table.seats.assign(seat, visitor)
        table.set_word(seat, word)
        try:
            table.begin()
        except Problem:
            table.seats.vacate(seat, visitor)
            table.set_word(seat, "")
            raise
        # The match has started. If this fails, the next start removes the row.
        with suppress(Problem):
            self.register.remove_waiting(table.secret)
        table.notify()
        self.notify_lobby()

    def withdraw(self, table: HallTable) -> None:
        """Remove a waiting table; raises Problem if it cannot be removed from the disk."""
        if table.waits and self.is_open(table):
            self.register.remove_waiting(table.secret)
            self._remove(table)

    def is_open(self, table: HallTable) -> bool:
        """Return whether the table still exists: not withdrawn, nor over and left by everybody."""
        return table.code in self._tables

    def table_of_match(self, id: int) -> HallTable | None:
        """Return the table of the stored match number `id`; None if it has none."""
        return next((table for table in self._tables.values() if table.match.id == id), None)

    def _add(self, table: HallTable) -> None:
        self._tables[table.code] = table

    def _remove(self, table: HallTable) -> None:
        self._tables.pop(table.code, None)
        table.notify()
        self.notify_lobby()

    def open_successor(self, table: HallTable, offer: Offer) -> HallTable:
        """Open the table of a rematch by the same players; raises Problem if the match cannot be saved."""
        new = HallTable(self, new_secret(), offer, table.seats.names, table.seats.players)
        new.begin(table.deals_of_rematch)
        new.seats.inherit(table.seats, self.visitors)
        self._add(new)
        return new

    def on_table_empty(self, table: HallTable) -> None:
        """Remove the table if its match is over, and the oldest abandoned guest tables."""
        if table.is_over:
            self._tables.pop(table.code, None)
        self._remove_abandoned()
        self.notify_lobby()

    def _remove_abandoned(self) -> None:
        abandoned = [
            code
            for code, table in self._tables.items()
            if table.seats.players == (NOBODY, NOBODY) and not table.waits and not table.visitors
        ]
        for code in abandoned[:-MAX_ABANDONED]:
            del self._tables[code]

    def close(self) -> None:
        """Close all matches, the register and the store."""
        for table in self._tables.values():
            table.match.close()
        self.register.close()
        self.store.close()


def cleaned_code(code: str) -> str:
    """Return a typed code as codes are written."""
    return "".join(code.split()).replace("-", "").lower()

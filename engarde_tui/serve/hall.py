"""The hall: who is in it, which tables there are, and who may sit where. Knows neither SSH nor screens."""

import hmac
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from random import SystemRandom
from typing import Final, NamedTuple

from engarde_tui.aid import Header
from engarde_tui.commitment import Proof, new_secret
from engarde_tui.problem import Problem
from engarde_tui.serve.register import MOST_NAMES, Register
from engarde_tui.store import Store
from engarde_tui.table import Journal, Place, Table, starting_seat
from engine.en_garde import Match, MatchView, Rules, Seat
from engine.en_garde.match import MAX_NAME, MAX_TARGET
from engine.en_garde.record import Record

GUEST: Final = "~"
"""What a guest's name begins with; no key can take such a name."""

SALUTES: Final = ("Salute!", "Touché!", "Well fenced!")
"""What can be said in the hall."""

_NAME: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_NAME - len(GUEST)}}}")
HALL: Final = "Hall"
"""The header line that only the hall sees: kind, secret, and the members that left and right are."""

ALONE: Final = "alone"
"""The kind of a match that a member plays without another keyboard."""

NOBODY: Final = "-"
"""What stands for a guest or a bot in that line."""

_LISTED: Final = "listed"
_BY_CODE: Final = "by-code"
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: without those that look alike."""

_TABLE_CODE: Final = 6
_SEAT_CODE: Final = 12
_MOST_TABLES: Final = 8
"""Tables that one visitor can have waiting at once."""

_BETWEEN_SALUTES: Final = 2.0
"""Seconds that a visitor stays silent after a salute."""


class HallLine(NamedTuple):
    """What that line says; all empty for a match that is not of the hall."""

    kind: str = ""
    secret: str = ""
    left: str = ""
    right: str = ""


class Refusal(Problem):
    """Something cannot be had in the hall; says why, to the visitor."""


@dataclass(eq=False)
class Visitor:
    """Somebody in the hall, for as long as the connection lasts."""

    name: str
    member: bool
    """The name belongs to this visitor's key; a guest's begins with `GUEST`."""
    why_guest: str = ""
    """Why somebody with a key is a guest all the same."""
    lost: bool = False
    """The connection has broken off."""
    changed: Callable[[], None] = lambda: None
    """Called when something has happened at the visitor's table, or in the hall."""
    seats: set[tuple[str, Seat]] = field(default_factory=set)
    """Seats that are this visitor's without being a member: secret of the table, seat."""
    spoke: float = -_BETWEEN_SALUTES

    @property
    def recorded(self) -> str:
        """How the seat of this visitor is recorded."""
        return self.name if self.member else NOBODY


@dataclass(frozen=True)
class Offer:
    """What is to be played at a table."""

    rules: Rules
    target: int
    first: str
    """Who begins, one of `STARTERS`."""
    listed: bool
    """Anybody can see the table in the lobby; otherwise only who knows its code finds it."""


class HallPlace(Place):
    """A place at a table in the hall, which stays in play when its player goes."""

    def __init__(
        self, hall_table: "HallTable", table: Table, visitor: Visitor, seats: tuple[Seat, ...]
    ) -> None:
        super().__init__(table, seats)
        self.hall_table = hall_table
        self.visitor = visitor

    def leave(self) -> None:
        """Get up; the seat is kept."""
        self.hall_table.get_up(self)
        super().leave()


class HallTable:
    """Two seats, each somebody's or still free, and whoever looks on."""

    def __init__(
        self, hall: "Hall", secret: str, offer: Offer, names: tuple[str, str], players: tuple[str, str]
    ) -> None:
        """`names` of a free seat is empty; `players` are members' names, or `-` for guests."""
        self._hall = hall
        self.secret = secret
        self.offer = offer
        self.names = names
        self.players = players
        self.id: int | None = None
        """The number of the match in the store, once it has begun."""
        self.visitors: list[Visitor] = []
        """Who sits, looks on or waits here."""
        self.said: tuple[int, str] = (0, "")
        """How often something has been said here, and the last of it."""
        self.successor: HallTable | None = None
        """Where the same two play again."""
        self.view: MatchView | None = None
        """What everybody may know of the match; None while it has not begun."""
        self._table: Table | None = None
        self._house: Place | None = None
        self._seated: dict[Seat, HallPlace] = {}
        self._away: dict[Seat, tuple[float, bool]] = {}
        """Who has gone: when, and whether the connection was lost."""
        self._both_were_there = False
        """Since the match was begun, adjourned or brought back; only then it can be claimed."""
        self._rematch: set[Seat] = set()
        self._listed: tuple[object, ...] = ()
        """What the lobby shows of it."""

    @property
    def code(self) -> str:
        """What leads to this table."""
        return _code(self.secret, "table", _TABLE_CODE)

    def seat_code(self, seat: Seat) -> str:
        """What gets a guest the seat back."""
        return _code(self.secret, seat.label, _SEAT_CODE)

    @property
    def waits(self) -> bool:
        """A seat is free."""
        return "" in self.names

    @property
    def free_seat(self) -> Seat | None:
        """The seat that can be taken."""
        return next((seat for seat in Seat if not self.names[seat]), None)

    @property
    def header(self) -> Header:
        """What the store keeps of the table beside the match."""
        kind = _LISTED if self.offer.listed else _BY_CODE
        return ((HALL, " ".join((kind, self.secret, *self.players))),)

    def seat_of(self, visitor: Visitor) -> Seat | None:
        """The seat that is this visitor's."""
        for seat in Seat:
            if (self.secret, seat) in visitor.seats:
                return seat
            if visitor.member and self.players[seat] == visitor.name:
                return seat
        return None

    # --- coming and going ---

    def wake(self) -> Table:
        """The match, fetched from the store where nobody was there; raises Problem where it cannot be."""
        if self._table is None:
            assert self.id is not None
            record, journal = self._hall.store.resume(self.id)
            self._hold(Table(record.match, journal, others=record.others))
        assert self._table is not None
        return self._table

    def begin(self) -> None:
        """Deal, now that both seats are taken; raises Problem where the match cannot be kept."""
        first = starting_seat(self.offer.first, SystemRandom())
        match = Match.new(self.offer.rules, self.names, self.offer.target, first)
        table = Table(match, others=self.header)

        def begin(match: Match, others: Header) -> Journal:
            journal = self._hall.store.begin(match, others)
            self.id = journal.id
            return journal

        table.keep(begin)
        self.offer = replace(self.offer, first=first.label)
        self._hold(table)

    def _hold(self, table: Table) -> None:
        """Keep a table open, and hear of what happens at it."""
        self._table = table
        self._house = Place(table, ())
        self.view = self._house.view
        self._house.watch = self._follow

    def sit(self, visitor: Visitor) -> HallPlace:
        """A place for a visitor: the own seat, or one to look on from."""
        table, seat = self.wake(), self.seat_of(visitor)
        if seat is not None and seat in self._seated:
            other = self._seated[seat].visitor
            if other is not visitor:
                self.say(f"{self.names[seat]} goes on from another window.")
        place = HallPlace(self, table, visitor, () if seat is None else (seat,))
        if seat is not None:
            if seat.other not in self._seated:
                # Who waits, waits from now on.
                self._away[seat.other] = (self._hall.clock(), self._was_lost(seat.other))
            self._seated[seat] = place
            self._both_were_there |= len(self._seated) == 2
        self.enter(visitor)
        return place

    def enter(self, visitor: Visitor) -> None:
        """Tell a visitor of what happens here, as long as none of its screens is gone from here."""
        self.visitors.append(visitor)
        self._tell()

    def get_up(self, place: HallPlace) -> None:
        """A place is given up; the seat is kept for who has it."""
        for seat, seated in list(self._seated.items()):
            if seated is place:
                del self._seated[seat]
                self._away[seat] = (self._hall.clock(), place.visitor.lost)
        if not self._seated:
            self._both_were_there = False
        self.exit(place.visitor)

    def exit(self, visitor: Visitor) -> None:
        """Tell a visitor no more; an empty table is put back into the store."""
        if visitor in self.visitors:
            self.visitors.remove(visitor)
        self._tell()
        if not self.visitors:
            self._hall.rest(self)

    def rest(self) -> None:
        """Put the match back into the store."""
        if self._house is not None:
            self._house.leave()
        self._table = self._house = None

    # --- what is seen ---

    @property
    def is_played(self) -> bool:
        """The match goes on, or has just ended, with somebody at the table."""
        return self._table is not None

    @property
    def is_over(self) -> bool:
        """The match has been won."""
        return self.view is not None and self.view.winner is not None

    def is_there(self, seat: Seat) -> bool:
        """Somebody sits there."""
        return seat in self._seated

    def presence(self, seat: Seat) -> str:
        """Where the player of a seat is, in words; empty for one who is there."""
        if seat in self._seated:
            return ""
        return f"{self.names[seat]} {'has lost the connection' if self._was_lost(seat) else 'is not here'}"

    def _was_lost(self, seat: Seat) -> bool:
        return self._away[seat][1] if seat in self._away else False

    def seconds_to_claim(self, seat: Seat) -> float | None:
        """How long `seat` has to wait until the match can be claimed.

        None where it cannot be: the opponent is there, or has not been since the match was adjourned.
        """
        if seat.other in self._seated or self.is_over or not self._both_were_there:
            return None
        return max(self._away[seat.other][0] + self._hall.absence - self._hall.clock(), 0.0)

    @property
    def proofs(self) -> list[Proof]:
        """Every round's commitment, and of those that are over what proves it."""
        return [] if self._table is None else self._table.proofs(self.secret)

    # --- what players do ---

    def claim(self, seat: Seat) -> None:
        """End the match for `seat`, whose opponent does not come back; raises Refusal before it is time."""
        wait = self.seconds_to_claim(seat)
        if wait is None:
            raise Refusal("the match can be claimed only from a player who has left it")
        if wait > 0:
            raise Refusal(f"the match can be claimed in {wait:.0f} seconds")
        self.wake().give_up(seat.other)
        self.say(f"{self.names[seat]} has claimed the match.")

    def offer_rematch(self, seat: Seat) -> None:
        """Play again, once both want it; the other fencer begins then."""
        self._rematch.add(seat)
        if len(self._rematch) == 2 and self.successor is None:
            first = Seat[self.offer.first.upper()].other
            self.successor = self._hall.follow(self, replace(self.offer, first=first.label))
        elif self.successor is None:
            self.say(f"{self.names[seat]} would like to play again.")
        self._tell()

    def wants_rematch(self, seat: Seat) -> bool:
        """That player has asked to play again."""
        return seat in self._rematch

    def salute(self, visitor: Visitor, salute: str) -> None:
        """Say one of `SALUTES` to all at the table; raises Refusal for who speaks all the time."""
        now = self._hall.clock()
        if now - visitor.spoke < _BETWEEN_SALUTES:
            raise Refusal("a moment, please")
        visitor.spoke = now
        assert salute in SALUTES
        self.say(f"{visitor.name}: {salute}")

    def say(self, text: str) -> None:
        """Let everybody at the table read it."""
        self.said = (self.said[0] + 1, text)
        self._tell()

    def _follow(self, view: MatchView) -> None:
        self.view = view
        self._tell()

    def _tell(self) -> None:
        for visitor in tuple(self.visitors):
            visitor.changed()
        view = self.view
        listed = (self.names, *(seat in self._seated for seat in Seat), view and (view.number, view.score))
        if listed != self._listed:
            self._listed = listed
            self._hall.tell_lobby()


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
        wanted = name if _NAME.fullmatch(name) else "guest"
        why = ""
        if key is not None:
            taken = self.register.name_for(key, name) if wanted == name else None
            if taken is not None:
                return self._let_in(Visitor(taken, member=True))
            why = (
                f"names of members have 1 to {MAX_NAME - 1} letters, digits, _ or -"
                if wanted != name
                else f"the name {name} belongs to another key, or yours has {MOST_NAMES} names already"
            )
        return self._let_in(Visitor(self._guest_name(wanted), member=False, why_guest=why))

    def _let_in(self, visitor: Visitor) -> Visitor:
        self.visitors.append(visitor)
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
        self.leave_lobby(visitor)
        for table in list(self._tables.values()):
            while visitor in table.visitors:
                table.exit(visitor)
            if table.waits and not visitor.member and table.seat_of(visitor) is not None:
                # A guest who has gone may never come back to it.
                self.withdraw(table)

    def enter_lobby(self, visitor: Visitor) -> None:
        """Tell a visitor of all tables."""
        if visitor not in self.lobby:
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

    def own_tables(self, visitor: Visitor) -> Iterator[HallTable]:
        """The tables where a seat is this visitor's, those first where the opponent is, then the newest."""
        own = [table for table in self._tables.values() if table.seat_of(visitor) is not None]
        return iter(sorted(own[::-1], key=lambda table: not table.visitors))

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
            if table.is_played and table.offer.listed and table.seat_of(visitor) is None
        )

    def create(self, visitor: Visitor, offer: Offer, seat: Seat) -> HallTable:
        """A table with this visitor at `seat`, which waits for an opponent; raises Refusal for too many."""
        waiting = [table for table in self.own_tables(visitor) if table.waits]
        if len(waiting) >= _MOST_TABLES:
            raise Refusal(f"you have {len(waiting)} tables waiting: withdraw one of them first")
        if not 1 <= offer.target <= MAX_TARGET:
            raise Refusal(f"the target is 1 to {MAX_TARGET} rounds")
        names, players = ["", ""], [NOBODY, NOBODY]
        names[seat], players[seat] = visitor.name, visitor.recorded
        table = HallTable(self, new_secret(), offer, (names[0], names[1]), (players[0], players[1]))
        if not visitor.member:
            visitor.seats.add((table.secret, seat))
        self.register.add_waiting(
            table.secret,
            {
                "rules": asdict(offer.rules),
                "target": offer.target,
                "first": offer.first,
                "listed": offer.listed,
                "names": table.names,
                "players": table.players,
            },
        )
        self._tables[table.code] = table
        self.tell_lobby()
        return table

    def join(self, visitor: Visitor, code: str) -> HallTable:
        """The table that a code leads to; a free seat there is the visitor's now, or that of a seat's code.

        Raises Refusal where there is no such table.
        """
        wanted = "".join(code.split()).replace("-", "").lower()
        for table in self._tables.values():
            for seat in Seat:
                if table.names[seat] and hmac.compare_digest(wanted.encode(), table.seat_code(seat).encode()):
                    visitor.seats.add((table.secret, seat))
                    return table
        found = self._tables.get(wanted)
        if found is None:
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
        self.register.remove_waiting(table.secret)
        table.say(f"{visitor.name} has sat down.")

    def withdraw(self, table: HallTable) -> None:
        """A table waits no more."""
        if table.waits:
            self.register.remove_waiting(table.secret)
            self._tables.pop(table.code, None)
            self.tell_lobby()

    def follow(self, table: HallTable, offer: Offer) -> HallTable:
        """A new table with the same players."""
        new = HallTable(self, new_secret(), offer, table.names, table.players)
        new.begin()
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
        self.tell_lobby()

    def table_of_match(self, id: int) -> HallTable | None:
        """The table where a stored match is played."""
        return next((table for table in self._tables.values() if table.id == id), None)

    def _bring_back(self) -> None:
        for id in self.store.ids(unfinished_only=True):
            record = _readable(self.store, id)
            if record is None or record.match.winner is not None:
                continue
            kind, secret, left, right = told_of(record)
            if kind in (_LISTED, _BY_CODE):
                match = record.match
                offer = Offer(match.rules, match.target, match.first.label, listed=kind == _LISTED)
                table = HallTable(self, secret, offer, match.names, (left, right))
                table.id, table.view = id, match.view(None)
                self._tables[table.code] = table
        begun = {table.secret for table in self._tables.values()}
        for secret, told in list(self.register.waiting()):
            if secret in begun:
                self.register.remove_waiting(secret)
                continue
            offer = Offer(Rules(**told["rules"]), told["target"], told["first"], told["listed"])  # type: ignore[arg-type]
            table = HallTable(self, secret, offer, tuple(told["names"]), tuple(told["players"]))  # type: ignore[arg-type]
            self._tables[table.code] = table

    def close(self) -> None:
        """Put all matches back."""
        for table in list(self._tables.values()):
            table.rest()
        self.register.close()
        self.store.close()


def _readable(store: Store, id: int) -> Record | None:
    try:
        return store.record(id)
    except Problem:
        return None


def told_of(record: Record) -> HallLine:
    """What the hall has written of its own into the header."""
    words = dict(record.others).get(HALL, "").split(" ")
    return HallLine(*words) if len(words) == 4 else HallLine()


def _code(secret: str, what: str, length: int) -> str:
    digest = int.from_bytes(hmac.digest(bytes.fromhex(secret), f"code of {what}".encode(), "sha256"))
    letters = []
    for _ in range(length):
        digest, place = divmod(digest, len(_LETTERS))
        letters.append(_LETTERS[place])
    return "".join(letters)

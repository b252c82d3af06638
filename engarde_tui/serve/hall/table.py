"""A table in the hall: its seats, who is at it, and what becomes of it when somebody goes."""

import hmac
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from engarde_tui.match.aid import Header
from engarde_tui.match.commitment import Proof
from engarde_tui.match.keeping import Journal
from engarde_tui.match.place import Place
from engarde_tui.match.table import Changed, Table, starting_seat
from engarde_tui.serve.hall.hall_line import BY_CODE, HALL, LISTED, NOBODY, HallLine
from engarde_tui.serve.hall.visitor import BETWEEN_SALUTES, Refusal, Visitor
from engine.en_garde import Match, MatchView, Rules, Seat

if TYPE_CHECKING:
    from engarde_tui.serve.hall.hall import Hall

SALUTES: Final = ("Salute!", "Touché!", "Well fenced!")
"""What can be said in the hall."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: without those that look alike."""

_TABLE_CODE: Final = 6
_SEAT_CODE: Final = 12


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

    @property
    def way_back(self) -> str:
        """What a guest has to know to come back to this seat; empty for everybody else."""
        if self.alone is None or self.visitor.member:
            return ""
        return f"Your seat's code: {self.hall_table.seat_code(self.alone)}. "

    def leave(self) -> None:
        """Get up, once; the seat is kept."""
        if self.is_here:
            self.hall_table.get_up(self)
            super().leave()


class HallTable:
    """Two seats, each somebody's or still free, and whoever looks on."""

    def __init__(
        self, hall: "Hall", secret: str, offer: Offer, names: tuple[str, str], players: tuple[str, str]
    ) -> None:
        """`names` of a free seat is empty; `players` are members' names, or `NOBODY` for guests."""
        self._hall = hall
        self.secret = secret
        self.code = _code(secret, "table", _TABLE_CODE)
        """What leads to this table."""
        self._seat_codes = tuple([_code(secret, seat.label, _SEAT_CODE)] for seat in Seat)
        """Of each seat its own, then those it had at the tables that this one follows."""
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
        self._seated: dict[Seat, list[HallPlace]] = {seat: [] for seat in Seat}
        """From where each seat is played: from more than one place where somebody has two windows."""
        self._places: list[HallPlace] = []
        """All places, those to look on from too."""
        self._away: dict[Seat, tuple[float, bool]] = {}
        """Who has gone: when, and whether the connection was lost."""
        self._both_were_there = False
        """Since the match was begun, adjourned or brought back; only then it can be claimed from a member."""
        self._rematch: set[Seat] = set()
        self._listed: tuple[object, ...] = ()
        """What the lobby shows of it."""

    def seat_code(self, seat: Seat) -> str:
        """What gets a guest the seat back."""
        return self._seat_codes[seat][0]

    def is_seat_code(self, seat: Seat, code: str) -> bool:
        """Whether a code gets this seat back, be it from before a rematch."""
        return any(hmac.compare_digest(code.encode(), known.encode()) for known in self._seat_codes[seat])

    def inherit_codes(self, before: "HallTable") -> None:
        """Let the codes of the table that this one follows lead here too."""
        for seat in Seat:
            self._seat_codes[seat].extend(before._seat_codes[seat])

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
        line = HallLine(LISTED if self.offer.listed else BY_CODE, self.secret, *self.players)
        return ((HALL, line.text),)

    def seat_of(self, visitor: Visitor) -> Seat | None:
        """The seat that is this visitor's."""
        for seat in Seat:
            if (self.secret, seat) in visitor.seats:
                return seat
            if visitor.member and self.players[seat] == visitor.name:
                return seat
        return None

    def calls(self, visitor: Visitor) -> bool:
        """There is something to do for this visitor: a match to go on with, or a new one to agree to."""
        seat = self.seat_of(visitor)
        if seat is None:
            return False
        return not self.is_over or (self.successor is None and seat.other in self._rematch)

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
        table.subscribe(self._follow)
        self.view = table.view(None)

    def sit(self, visitor: Visitor) -> HallPlace:
        """A place for a visitor: the own seat, or one to look on from."""
        table, seat = self.wake(), self.seat_of(visitor)
        place = HallPlace(self, table, visitor, () if seat is None else (seat,))
        self._places.append(place)
        if seat is not None:
            if not self._seated[seat] and not self._seated[seat.other]:
                # Who waits, waits from now on; a second window changes nothing.
                self._away[seat.other] = (self._hall.clock(), self._was_lost(seat.other))
            self._seated[seat].append(place)
            self._both_were_there |= all(self._seated.values())
        self.enter(visitor)
        return place

    def enter(self, visitor: Visitor) -> None:
        """Tell a visitor of what happens here, as long as none of its screens is gone from here."""
        self.visitors.append(visitor)
        self.tell()

    def get_up(self, place: HallPlace) -> None:
        """A place is given up; the seat is kept for who has it."""
        if place in self._places:
            self._places.remove(place)
        for seat, places in self._seated.items():
            if place in places:
                places.remove(place)
                if not places:
                    self._away[seat] = (self._hall.clock(), place.visitor.lost)
        if not any(self._seated.values()):
            self._both_were_there = False
        self.exit(place.visitor)

    def exit(self, visitor: Visitor) -> None:
        """Tell a visitor no more; an empty table is put back into the store."""
        if visitor in self.visitors:
            self.visitors.remove(visitor)
        seat = self.seat_of(visitor)
        if seat is not None and not self.is_near(seat):
            self._rematch.discard(seat)
        self.tell()
        if not self.visitors:
            self._hall.rest(self)

    def dismiss(self, visitor: Visitor) -> None:
        """Let a visitor go who may not have taken leave: the connection broke off at any moment."""
        for place in tuple(self._places):
            if place.visitor is visitor:
                place.leave()
        while visitor in self.visitors:
            self.exit(visitor)

    def rest(self) -> None:
        """Put the match back into the store."""
        if self._table is not None:
            self._places.clear()
            self._table.close()
        self._table = None

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
        return bool(self._seated[seat])

    def is_near(self, seat: Seat) -> bool:
        """Whose seat it is hears of what happens at the table, from it or from its last screen."""
        return any(self.seat_of(visitor) is seat for visitor in self.visitors)

    def presence(self, seat: Seat) -> str:
        """Where the player of a seat is, in words; empty for one who is there."""
        if self._seated[seat]:
            return ""
        return f"{self.names[seat]} {'has lost the connection' if self._was_lost(seat) else 'is not here'}"

    def _was_lost(self, seat: Seat) -> bool:
        return self._away[seat][1] if seat in self._away else False

    def seconds_to_claim(self, seat: Seat) -> float | None:
        """How long `seat` has to wait until the match can be claimed.

        None where it cannot be: the opponent is there, or a member who has not been there since the match was
        adjourned. Nobody knows whether a guest comes back, so a guest has to be waited for only so long.
        """
        kept = self._both_were_there or self.players[seat.other] == NOBODY
        if self._seated[seat.other] or self.is_over or not kept:
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
        """Play again, once both want it; the other fencer begins then.

        Raises Problem where the new match cannot be kept.
        """
        if self.wants_rematch(seat.other) and self.successor is None:
            first = Seat[self.offer.first.upper()].other
            self.successor = self._hall.follow(self, replace(self.offer, first=first.label))
        self._rematch.add(seat)
        if self.successor is not None:
            self.tell()
        else:
            self.say(f"{self.names[seat]} would like to play again.")

    def wants_rematch(self, seat: Seat) -> bool:
        """That player has asked to play again."""
        return seat in self._rematch

    def salute(self, visitor: Visitor, salute: str) -> None:
        """Say one of `SALUTES` to all at the table; raises Refusal for who speaks all the time."""
        now = self._hall.clock()
        if now - visitor.spoke < BETWEEN_SALUTES:
            raise Refusal("a moment, please")
        visitor.spoke = now
        assert salute in SALUTES
        seat = self.seat_of(visitor)
        self.say(f"{visitor.name if seat is None else self.names[seat]}: {salute}")

    def say(self, text: str) -> None:
        """Let everybody at the table read it."""
        self.said = (self.said[0] + 1, text)
        self.tell()

    def _follow(self, changed: Changed) -> None:
        assert self._table is not None
        self.view = self._table.view(None)
        self.tell()

    def tell(self) -> None:
        """Something has happened here: everybody at the table looks, and the lobby if it shows."""
        for visitor in tuple(self.visitors):
            visitor.changed()
        view = self.view
        stands = view and (view.number, view.score)
        listed = (self.names, *map(self.is_there, Seat), stands, frozenset(self._rematch), self.successor)
        if listed != self._listed:
            self._listed = listed
            self._hall.tell_lobby()


def _code(secret: str, what: str, length: int) -> str:
    digest = int.from_bytes(hmac.digest(bytes.fromhex(secret), f"code of {what}".encode(), "sha256"))
    letters = []
    for _ in range(length):
        digest, place = divmod(digest, len(_LETTERS))
        letters.append(_LETTERS[place])
    return "".join(letters)

"""A table in the hall: who is at it, and what they do beside playing."""

from random import SystemRandom
from typing import Any, Final, Protocol

from engarde_tui.match.commitment import Proof
from engarde_tui.match.place import Place
from engarde_tui.match.table import Changed, Table
from engarde_tui.serve.hall.events import TableChanged
from engarde_tui.serve.hall.hall_line import BY_CODE, HALL, LISTED, HallLine
from engarde_tui.serve.hall.match import HallMatch
from engarde_tui.serve.hall.offer import Offer
from engarde_tui.serve.hall.seats import Seats, code_of
from engarde_tui.serve.hall.visitor import BETWEEN_SALUTES, Refusal, Visitor
from engarde_tui.storage.store import Store
from engine.game import Seat
from engine.match import MatchView

SALUTES: Final = ("Salute!", "Touché!", "Well fenced!")
"""What can be said in the hall."""

_TABLE_CODE: Final = 6
"""Characters in a table's code."""


class House(Protocol):
    """What a table needs of the hall it stands in."""

    store: Store
    absence: float
    """Seconds a player may be away before the opponent can claim the match."""

    def clock(self) -> float:
        """The time in seconds, from any start."""

    def tell_lobby(self) -> None:
        """Tell the lobby that it has something else to show."""

    def open_successor(self, table: "HallTable", offer: Offer) -> "HallTable":
        """Set up a table for a rematch; raises Problem if the match cannot be kept."""

    def take_note_of_empty(self, table: "HallTable") -> None:
        """The last visitor has left a table, and its match is closed."""


class HallPlace(Place):
    """A visitor's place at a table in the hall."""

    def __init__(self, hall_table: "HallTable", table: Table, visitor: Visitor, seat: Seat | None) -> None:
        """Without a `seat` the visitor is a spectator."""
        super().__init__(table, () if seat is None else (seat,))
        self.hall_table = hall_table
        self.visitor = visitor

    def _follow(self, changed: Changed) -> None:
        """Leave it to the hall's table to tell of what others do, as of everything else."""
        if changed.by is self:
            super()._follow(changed)

    @property
    def way_back(self) -> str:
        """How a guest gets back to this seat, as a sentence; "" for everybody else."""
        if self.alone is None or self.visitor.member:
            return ""
        return f"Your seat's code: {self.hall_table.seats.code(self.alone)}. "

    def leave(self) -> None:
        """Get up, once; the seat is kept."""
        if self.is_here:
            super().leave()
            self.hall_table.get_up(self)


class HallTable:
    """Two seats, the match between them, and everybody who is there.

    The match is open while anybody is at the table, and closed in between.
    """

    def __init__(
        self, house: House, secret: str, offer: Offer, names: tuple[str, str], players: tuple[str, str]
    ) -> None:
        """Set up a table; `names` and `players` as in `Seats`."""
        self._house = house
        self.secret = secret
        """What codes and salts are derived from, in hexadecimal."""
        self.code = code_of(secret, "table", _TABLE_CODE)
        """The code that leads to this table."""
        self.offer = offer
        self.seats = Seats(secret, names, players, house.clock)
        self.match = HallMatch(house.store, self._follow)
        self.visitors: list[Visitor] = []
        """Who sits, looks on or waits here; twice if in two ways."""
        self._places: list[HallPlace] = []
        self._rematch: set[Seat] = set()
        """Who wants a rematch."""
        self.successor: HallTable | None = None
        """The table of the rematch."""

    def begin(self) -> None:
        """Deal, now that both seats are taken; raises Problem if the match cannot be kept."""
        offer = self.offer.settled(SystemRandom())
        kind = LISTED if offer.listed else BY_CODE
        line = HallLine(kind, self.secret, *self.seats.players)
        self.match.begin(offer.match(self.seats.names), ((HALL, line.text),))
        self.offer = offer

    # --- coming and going ---

    def sit(self, visitor: Visitor) -> HallPlace:
        """Seat a visitor, or let one without a seat look on; raises Problem if the match cannot be opened."""
        table = self.match.open()
        seat = self.seats.sit(visitor)
        place = HallPlace(self, table, visitor, seat)
        self._places.append(place)
        self.visitors.append(visitor)
        self._tell_with_lobby(player_moved=seat is not None)
        return place

    def get_up(self, place: HallPlace) -> None:
        """Give up a place; the seat is kept for its player."""
        self._places.remove(place)
        if place.alone is not None:
            self.seats.get_up(place.alone, place.visitor)
        self._remove(place.visitor, player_moved=place.alone is not None)

    def enter(self, visitor: Visitor) -> None:
        """Tell a visitor what happens here, until `exit`."""
        self.visitors.append(visitor)
        self._tell_with_lobby()

    def exit(self, visitor: Visitor) -> None:
        """Tell a visitor no more, if that has not ended yet; close the match at an empty table."""
        if visitor in self.visitors:
            self._remove(visitor)

    def _remove(self, visitor: Visitor, *, player_moved: bool = False) -> None:
        self.visitors.remove(visitor)
        seat = self.seats.of(visitor)
        if seat is not None and not self.is_near(seat):
            self._rematch.discard(seat)
        self._tell_with_lobby(player_moved=player_moved)
        self._close_if_empty()

    def dismiss(self, visitor: Visitor) -> None:
        """Let a visitor go who may have left without a word."""
        for place in tuple(self._places):
            if place.visitor is visitor:
                place.leave()
        while visitor in self.visitors:
            self.exit(visitor)
        # Who has joined and gone before sitting down has opened the match all the same.
        self._close_if_empty()

    def _close_if_empty(self) -> None:
        if self.match.is_open and not self.visitors:
            self.match.close()
            self._house.take_note_of_empty(self)

    # --- what is seen ---

    @property
    def waits(self) -> bool:
        """A seat is free."""
        return self.seats.free is not None

    @property
    def view(self) -> MatchView[Any] | None:
        """What everybody may know of the match; None while it has not begun."""
        return self.match.view

    @property
    def is_over(self) -> bool:
        """The match has been won."""
        return self.match.is_over

    def is_near(self, seat: Seat) -> bool:
        """The player of a seat is at the table, or still looks at the result."""
        return any(self.seats.of(visitor) is seat for visitor in self.visitors)

    def has_business_for(self, visitor: Visitor) -> bool:
        """The visitor has a seat in a match that goes on, or has been asked for a rematch."""
        seat = self.seats.of(visitor)
        if seat is None:
            return False
        return not self.is_over or (self.successor is None and self.wants_rematch(seat.other))

    def seconds_to_claim(self, seat: Seat) -> float | None:
        """How long `seat` must still wait to claim the match; None if it cannot be claimed."""
        return None if self.is_over else self.seats.seconds_to_claim(seat, self._house.absence)

    @property
    def proofs(self) -> list[Proof]:
        """Every round's commitment, and what proves those that are over; none while the match is closed."""
        return self.match.proofs(self.secret)

    # --- what players do ---

    def claim(self, seat: Seat) -> None:
        """Win the match for `seat`, whose opponent has been away too long.

        Raises Refusal if it is too soon, Problem if the end of the match cannot be kept.
        """
        wait = self.seconds_to_claim(seat)
        if wait is None:
            raise Refusal("the match can be claimed only from a player who has left it")
        if wait > 0:
            raise Refusal(f"the match can be claimed in {wait:.0f} seconds")
        self.match.open().give_up(seat.other)
        self.tell(f"{self.seats.names[seat]} has claimed the match.")

    def wants_rematch(self, seat: Seat) -> bool:
        """That player has asked for a rematch."""
        return seat in self._rematch

    def offer_rematch(self, seat: Seat) -> None:
        """Ask for a rematch, which begins once both have; raises Problem if it cannot be kept."""
        if self.wants_rematch(seat.other) and self.successor is None:
            self.successor = self._house.open_successor(self, self.offer.rematch())
        self._rematch.add(seat)
        said = "" if self.successor else f"{self.seats.names[seat]} wants a rematch."
        self._tell_with_lobby(said)

    def salute(self, visitor: Visitor, salute: str) -> None:
        """Say one of `SALUTES` to everybody at the table; raises Refusal if the last one is too recent."""
        assert salute in SALUTES
        now = self._house.clock()
        if now - visitor.spoke < BETWEEN_SALUTES:
            raise Refusal("a moment, please")
        visitor.spoke = now
        seat = self.seats.of(visitor)
        self.tell(f"{visitor.name if seat is None else self.seats.names[seat]}: {salute}")

    # --- telling ---

    def _follow(self, before: MatchView[Any], after: MatchView[Any]) -> None:
        """Tell of a change in the match; the lobby shows only rounds and score."""
        if (before.number, before.score) == (after.number, after.score):
            self.tell()
        else:
            self._tell_with_lobby()

    def tell(self, said: str = "", *, player_moved: bool = False) -> None:
        """Tell everybody at the table that something has happened, as `TableChanged` says."""
        for visitor in dict.fromkeys(self.visitors):
            visitor.notify(TableChanged(self.code, said, player_moved))

    def _tell_with_lobby(self, said: str = "", *, player_moved: bool = False) -> None:
        self.tell(said, player_moved=player_moved)
        self._house.tell_lobby()

"""The two seats of a table: whose they are, who is there, and the codes that lead back to them."""

import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

from engarde_tui.serve.hall.hall_line import NOBODY
from engarde_tui.serve.hall.visitor import Visitor
from engine.game import Seat

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of codes: none that look alike."""

_SEAT_CODE: Final = 12


def code_of(secret: str, what: str, length: int) -> str:
    """The code of `what` at the table with this secret (in hexadecimal), `length` characters long."""
    digest = int.from_bytes(hmac.digest(bytes.fromhex(secret), f"code of {what}".encode(), "sha256"))
    letters = []
    for _ in range(length):
        digest, index = divmod(digest, len(_LETTERS))
        letters.append(_LETTERS[index])
    return "".join(letters)


class _Absence(NamedTuple):
    """Since when nobody has been at a seat."""

    since: float
    """By the hall's clock, in seconds."""
    lost: bool
    """The connection broke off."""


class Seats:
    """Who has the two seats, and from how many windows each is played now."""

    def __init__(
        self, secret: str, names: tuple[str, str], players: tuple[str, str], clock: Callable[[], float]
    ) -> None:
        """`names` has "" for a free seat; `players` has members' names, and `NOBODY` for anybody else."""
        self.names = names
        self.players = players
        self._secret = secret
        self._clock = clock
        self._codes = {seat: [code_of(secret, seat.label, _SEAT_CODE)] for seat in Seat}
        """The seat's own code first, then those from before a rematch."""
        self._windows: dict[Seat, list[Visitor]] = {seat: [] for seat in Seat}
        """The visitors who sit at each seat: more than one where a player has more than one window."""
        self._absences: dict[Seat, _Absence] = {}
        self._both_were_there = False
        """Both have been there at once since the match was begun, adjourned or loaded."""

    # --- whose they are ---

    @property
    def free(self) -> Seat | None:
        """The seat that nobody has yet."""
        return next((seat for seat in Seat if not self.names[seat]), None)

    def of(self, visitor: Visitor) -> Seat | None:
        """The visitor's seat, if any."""
        for seat in Seat:
            if (self._secret, seat) in visitor.seats:
                return seat
            if visitor.member and self.players[seat] == visitor.name:
                return seat
        return None

    def grant(self, seat: Seat, visitor: Visitor) -> None:
        """Let a visitor play from a seat, whoever's it is, for as long as the visit lasts."""
        visitor.seats.add((self._secret, seat))

    def assign(self, seat: Seat, visitor: Visitor) -> None:
        """Give a seat to a visitor."""
        self._set(seat, visitor.name, visitor.recorded)
        if not visitor.member:
            self.grant(seat, visitor)

    def vacate(self, seat: Seat, visitor: Visitor) -> None:
        """Take a seat back from the visitor it was assigned to."""
        self._set(seat, "", NOBODY)
        visitor.seats.discard((self._secret, seat))

    def _set(self, seat: Seat, name: str, player: str) -> None:
        names, players = list(self.names), list(self.players)
        names[seat], players[seat] = name, player
        self.names, self.players = (names[0], names[1]), (players[0], players[1])

    def code(self, seat: Seat) -> str:
        """The code that gives a guest the seat back."""
        return self._codes[seat][0]

    def with_code(self, code: str) -> Seat | None:
        """The seat that a code leads to, also a code from before a rematch."""
        for seat, known in self._codes.items():
            if self.names[seat] and any(hmac.compare_digest(code.encode(), one.encode()) for one in known):
                return seat
        return None

    def inherit(self, before: "Seats", visitors: list[Visitor]) -> None:
        """Take over seat codes, and the `visitors` who have been granted a seat, from before a rematch."""
        for seat in Seat:
            self._codes[seat] += before._codes[seat]
            for visitor in visitors:
                if (before._secret, seat) in visitor.seats:
                    self.grant(seat, visitor)

    # --- who is there ---

    def sit(self, visitor: Visitor) -> Seat | None:
        """Seat the visitor; None for a spectator, who has no seat."""
        seat = self.of(visitor)
        if seat is not None:
            if not self.is_there(seat) and not self.is_there(seat.other):
                # The wait for the opponent starts now; another window of the same player changes nothing.
                self._absences[seat.other] = _Absence(self._clock(), self._lost(seat.other))
            self._windows[seat].append(visitor)
            self._both_were_there |= all(self._windows.values())
        return seat

    def get_up(self, seat: Seat, visitor: Visitor) -> None:
        """Free one window of the visitor's; the seat stays the player's."""
        self._windows[seat].remove(visitor)
        if not self._windows[seat]:
            self._absences[seat] = _Absence(self._clock(), visitor.lost)
        if not any(self._windows.values()):
            self._both_were_there = False

    def is_there(self, seat: Seat) -> bool:
        """Somebody sits at the seat."""
        return bool(self._windows[seat])

    def absence(self, seat: Seat) -> str:
        """Why nobody sits at the seat, in words; "" if somebody does."""
        if self.is_there(seat):
            return ""
        return f"{self.names[seat]} {'has lost the connection' if self._lost(seat) else 'is not here'}"

    def _lost(self, seat: Seat) -> bool:
        return seat in self._absences and self._absences[seat].lost

    def seconds_to_claim(self, seat: Seat, patience: float) -> float | None:
        """How long `seat` must wait to claim the match, if the opponent may be away for `patience` seconds.

        None if it cannot be claimed: the opponent is there, or is a member who has not been there since the
        match was adjourned. A guest may never come back, so against a guest the wait is enough.
        """
        may_claim = self._both_were_there or self.players[seat.other] == NOBODY
        if self.is_there(seat.other) or not may_claim:
            return None
        return max(self._absences[seat.other].since + patience - self._clock(), 0.0)

"""The two seats of a table: their players, their codes, and who is present."""

import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

from engarde_tui.language import tr
from engarde_tui.serve.hall.table_rows import Accounts
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.terminal.forms import in_plain_form
from engine.game import Seat

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of codes; none look alike."""

_TABLE_CODE: Final = 6
"""Characters in a table's code."""

_SEAT_CODE: Final = 12


def _code_of(secret: str, what: str, length: int) -> str:
    """Return the code of `what`, `length` characters derived from a table's secret (hexadecimal)."""
    digest = int.from_bytes(hmac.digest(bytes.fromhex(secret), f"code of {what}".encode(), "sha256"))
    letters = []
    for _ in range(length):
        digest, index = divmod(digest, len(LETTERS))
        letters.append(LETTERS[index])
    return "".join(letters)


def table_code(secret: str) -> str:
    """Return the code of the table of a secret."""
    return _code_of(secret, "table", _TABLE_CODE)


def seat_with(code: str, secret: str) -> Seat | None:
    """Return the seat at the table of a secret that has this code; None if none has."""
    for seat in Seat:
        if hmac.compare_digest(code.encode(), _seat_code(secret, seat).encode()):
            return seat
    return None


def _seat_code(secret: str, seat: Seat) -> str:
    return _code_of(secret, seat.label, _SEAT_CODE)


def plain_code(code: str) -> str:
    """Return a code as it was made, however it was typed."""
    return "".join(in_plain_form(code).split()).replace("-", "").lower()


class _Absence(NamedTuple):
    """The time since nobody has been at a seat."""

    since: float
    """By the hall's clock, in seconds."""
    lost: bool
    """Whether the connection was lost."""


class Seats:
    """Who owns the two seats, and in which windows each is played."""

    def __init__(
        self, secret: str, names: tuple[str, str], accounts: Accounts, clock: Callable[[], float]
    ) -> None:
        """`names` has "" for a free seat."""
        self.names = names
        self.accounts = accounts
        self._secret = secret
        self._clock = clock
        self._windows: dict[Seat, list[Visitor]] = {seat: [] for seat in Seat}
        """The visitors at each seat: one for each of the player's windows."""
        self._absences: dict[Seat, _Absence] = {}
        self._arrivals: dict[Seat, float] = {}
        """When the first window at each seat was opened, by the hall's clock, in seconds."""
        self.deleted: set[Seat] = set()
        """The seats whose players have deleted the match from their own."""
        self._both_were_there = False
        """Whether both have been present at once since the match was created, adjourned or loaded."""
        self._is_adjourned = False
        """Whether a player has adjourned the match, and the two have not been present at once since."""

    # --- owners ---

    @property
    def free(self) -> Seat | None:
        """The seat without a player; None if both are taken."""
        return next((seat for seat in Seat if not self.names[seat]), None)

    def of(self, visitor: Visitor) -> Seat | None:
        """Return the visitor's seat; None if they have none."""
        for seat in Seat:
            if (self._secret, seat) in visitor.seats:
                return seat
            if visitor.account is not None and self.accounts[seat] == visitor.account:
                return seat
        return None

    def grant(self, seat: Seat, visitor: Visitor) -> None:
        """Let a visitor play at a seat until they disconnect, whoever owns it."""
        visitor.seats.add((self._secret, seat))

    def undo(self, visitor: Visitor) -> None:
        """Undo `grant` at both seats."""
        visitor.seats -= {(self._secret, seat) for seat in Seat}

    def assign(self, seat: Seat, visitor: Visitor) -> None:
        """Give a seat to a visitor."""
        self.give(seat, visitor.name, visitor.account)
        if not visitor.member:
            self.grant(seat, visitor)

    def vacate(self, seat: Seat, visitor: Visitor) -> None:
        """Undo `assign`."""
        self.give(seat, "", None)
        visitor.seats.discard((self._secret, seat))

    def disown(self, account: int) -> None:
        """Let a member's seat be nobody's, as a guest's who has gone."""
        for seat in Seat:
            if self.accounts[seat] == account:
                self.give(seat, self.names[seat], None)

    def give(self, seat: Seat, name: str, account: int | None) -> None:
        """Let a seat be somebody's, or nobody's if there is no name."""
        names, accounts = list(self.names), list(self.accounts)
        names[seat], accounts[seat] = name, account
        self.names, self.accounts = (names[0], names[1]), (accounts[0], accounts[1])

    def code(self, seat: Seat) -> str:
        """Return the code that gives a guest the seat back."""
        return _seat_code(self._secret, seat)

    def inherit(self, before: "Seats", visitors: list[Visitor]) -> None:
        """Grant each seat to those of these visitors to whom it was granted `before` a rematch."""
        for seat in Seat:
            for visitor in visitors:
                if (before._secret, seat) in visitor.seats:
                    self.grant(seat, visitor)

    # --- presence ---

    def sit(self, seat: Seat, visitor: Visitor) -> None:
        """Open a window of the visitor's at the seat."""
        if not self.is_there(seat) and not self.is_there(seat.other):
            # The wait for an absent opponent starts with the player's first window.
            self._absences[seat.other] = _Absence(self._clock(), self._lost(seat.other))
        if not self.is_there(seat):
            self._arrivals[seat] = self._clock()
        self._windows[seat].append(visitor)
        if all(self._windows.values()):
            self._both_were_there, self._is_adjourned = True, False

    def get_up(self, seat: Seat, visitor: Visitor) -> None:
        """Remove one window of the visitor's; the player still owns the seat."""
        self._windows[seat].remove(visitor)
        if not self._windows[seat]:
            self._absences[seat] = _Absence(self._clock(), visitor.lost)
        if not any(self._windows.values()):
            self._both_were_there = False

    def is_there(self, seat: Seat) -> bool:
        """Return whether somebody sits at the seat."""
        return bool(self._windows[seat])

    def absence(self, seat: Seat) -> str:
        """Return why nobody sits at the seat; "" if somebody does."""
        if self.is_there(seat):
            return ""
        name = self.names[seat]
        if self._lost(seat):
            return tr("{name} has lost the connection", name=name)
        return tr("{name} is not here", name=name)

    def _lost(self, seat: Seat) -> bool:
        return seat in self._absences and self._absences[seat].lost

    def adjourn(self) -> None:
        """Let nobody claim the match before both have been present at once again."""
        self._both_were_there, self._is_adjourned = False, True

    def seconds_absent(self, seat: Seat, since: float) -> float | None:
        """Return for how long nobody has been at the seat, at most the time since `since`.

        None if that does not count: somebody is there, or the player is a member and the two have not been
        present at once since the match was adjourned. A guest may never return, so waiting is enough unless
        the opponent has adjourned the match.
        """
        is_guest = self.accounts[seat] is None
        counts = self._both_were_there or (is_guest and not self._is_adjourned)
        if self.is_there(seat) or not counts or seat not in self._absences:
            return None
        return self._clock() - max(self._absences[seat].since, since)

    def seconds_present(self, seat: Seat, since: float) -> float | None:
        """Return for how long somebody has been at the seat, at most the time since `since`; else None."""
        return self._clock() - max(self._arrivals[seat], since) if self.is_there(seat) else None

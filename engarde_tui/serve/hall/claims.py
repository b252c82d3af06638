"""Whom a match was claimed from, until they have been told."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from engarde_tui.play.problem import Problem
from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.seats import Seats
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.storage.journal import UnreadableMatchError
from engine.game import ABSENCE, TIME, Seat


class Claims:
    """The claims that players have not been told of."""

    def __init__(self, register: Register, visitors: Callable[[], Iterable[Visitor]]) -> None:
        """`visitors` returns everybody who is here."""
        self._store = register.store
        self._rows = register.tables
        self._visitors = visitors

    def note(self, match_id: int, seats: Seats, seat: Seat) -> None:
        """Note that match number `match_id` is claimed from `seat`; raises Problem if that cannot be saved.

        Members are told at their next visit to the lobby, guests only if they are here.
        """
        account = seats.accounts[seat]
        if account is not None:
            self._rows.claim_from(account, match_id)
            return
        for visitor in self._visitors():
            if seats.of(visitor) is seat:
                visitor.claimed.append((match_id, seat))

    def undo(self, match_id: int, seats: Seats, seat: Seat) -> None:
        """Undo `note` as far as the disk allows; `untold` passes over what stays."""
        account = seats.accounts[seat]
        if account is not None:
            with suppress(Problem):
                self._rows.forget_claim(account, match_id)
        for visitor in self._visitors():
            if (match_id, seat) in visitor.claimed and seats.of(visitor) is seat:
                visitor.claimed.remove((match_id, seat))

    def untold(self, visitor: Visitor) -> list[StoredMatch]:
        """Return the matches claimed from a visitor who has not been told; raises Problem on a disk error."""
        noted = [] if visitor.account is None else self._rows.claimed_from(visitor.account)
        claimed = []
        for match_id, seat in (*visitor.claimed, *noted):
            with suppress(UnreadableMatchError):
                match = self._store.summary(match_id)
                # A claim that is noted may still have failed.
                if match.winner is seat.other and match.finished[-1].reason in (ABSENCE, TIME):
                    claimed.append(match)
        return claimed

    def forget(self, visitor: Visitor, match_id: int) -> None:
        """Forget a claim that the visitor has been told of; raises Problem if that cannot be saved."""
        own = [claim for claim in visitor.claimed if claim[0] == match_id]
        if own:
            visitor.claimed.remove(own[0])
        elif visitor.account is not None:
            self._rows.forget_claim(visitor.account, match_id)

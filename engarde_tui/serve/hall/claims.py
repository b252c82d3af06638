"""Whom a match was claimed from, until they have been told."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from engarde_tui.play.problem import Problem
from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.hall_line import HALL, NOBODY, HallLine
from engarde_tui.serve.hall.register import Note, Register
from engarde_tui.serve.hall.seats import Seats
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engine.game import ABSENCE, Seat


class Claims:
    """The claims that players have not been told of."""

    def __init__(self, store: Store, register: Register, visitors: Callable[[], Iterable[Visitor]]) -> None:
        """`visitors` returns everybody who is here."""
        self._store = store
        self._register = register
        self._visitors = visitors

    def note(self, match_id: int, seats: Seats, seat: Seat) -> None:
        """Note that match number `match_id` is claimed from `seat`; raises Problem if that cannot be saved.

        Members are told at their next visit to the lobby, guests only if they are here.
        """
        member = seats.players[seat]
        if member != NOBODY:
            self._register.add_note(member, Note.CLAIMED, match_id)
            return
        for visitor in self._visitors():
            if seats.of(visitor) is seat:
                visitor.claimed.append(match_id)

    def undo(self, match_id: int, seats: Seats, seat: Seat) -> None:
        """Undo `note` as far as the disk allows; `untold` passes over what stays."""
        with suppress(Problem):
            self._register.remove_note(seats.players[seat], Note.CLAIMED, match_id)
        for visitor in self._visitors():
            if match_id in visitor.claimed and seats.of(visitor) is seat:
                visitor.claimed.remove(match_id)

    def untold(self, visitor: Visitor) -> list[StoredMatch]:
        """Return the matches claimed from a visitor who has not been told; raises Problem on a disk error."""
        notes = self._register.notes(visitor.member_id, Note.CLAIMED) if visitor.member else []
        claimed = []
        for match_id in (*visitor.claimed, *notes):
            with suppress(UnreadableMatchError):
                match = self._store.summary(match_id)
                # A claim that is noted may still have failed.
                if self._is_claimed_from(visitor, match):
                    claimed.append(match)
        return claimed

    def _is_claimed_from(self, visitor: Visitor, match: StoredMatch) -> bool:
        winner = match.winner
        if winner is None or match.finished[-1].reason != ABSENCE:
            return False
        line = HallLine.parse(self._store.header_values(HALL, match.id).get(match.id, ""))
        return match.id in visitor.claimed or line.members[winner.other] == visitor.member_id

    def forget(self, visitor: Visitor, match_id: int) -> None:
        """Forget a claim that the visitor has been told of; raises Problem if that cannot be saved."""
        if match_id in visitor.claimed:
            visitor.claimed.remove(match_id)
        elif visitor.member:
            self._register.remove_note(visitor.member_id, Note.CLAIMED, match_id)

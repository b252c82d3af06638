"""A keyboard at a match: who plays from it, and what may be shown there."""

from collections.abc import Callable
from typing import Any, Final

from engarde_tui.play.live_match import LiveMatch, SavedLaterError, StaleError
from engarde_tui.play.problem import Problem
from engine.game import RESIGNATION, Seat
from engine.match import MatchView
from engine.message import message

CURTAIN_DELAY: Final = 0.5
"""Seconds before the curtain can be lifted, so that no stray key lifts it."""


class Client:
    """A keyboard at a match: what the people at it may see, and what they do.

    Between two people at one keyboard there is a curtain: it starts down and falls whenever the turn passes
    to the other player, but not if the same player acts again. A single player needs none, and a spectator
    sees no hand at all.

    Every method that takes a revision raises StaleError unless it is the match's current one.
    """

    def __init__(self, match: LiveMatch, seats: tuple[Seat, ...] | None = None) -> None:
        """Sit down at a match to play `seats`, by default those of all humans."""
        self.match = match
        self._seats = match.people if seats is None else seats
        self._shown = self.alone
        """Whose hand has been shown; None while the curtain is down."""
        self._revision = match.revision
        """The match's revision after the last change made here."""
        self._doubtful: int | None = None
        """The revision at which a change made here could not be saved, as far as anybody could say."""
        self.is_here = True
        """Whether somebody is at this keyboard: it has not been left."""

    @property
    def alone(self) -> Seat | None:
        """The only seat played from here; None if two players share the keyboard or nobody plays."""
        return self._seats[0] if len(self._seats) == 1 else None

    @property
    def is_spectator(self) -> bool:
        """Whether nobody plays from here."""
        return not self._seats

    @property
    def seated(self) -> Seat | None:
        """Whose hand is open here; None behind the curtain, which falls with any change made elsewhere."""
        return None if self.alone is None and self._revision != self.match.revision else self._shown

    @property
    def view(self) -> MatchView[Any]:
        """What the screen may show: the seated player's view, or the public one while the curtain is down.

        Once the round is over, players see both hands, unless its end shows none.
        """
        is_open = self.match.shows_hands and not self.is_spectator
        return self.match.view(self._seats[0] if is_open else self.seated)

    @property
    def before(self) -> MatchView[Any] | None:
        """What the seated player knew before their own last action in this round; None if there is none."""
        return None if self.seated is None else self.match.view_before(self.seated)

    @property
    def is_curtain_down(self) -> bool:
        """Whether the hands are hidden until somebody lifts the curtain."""
        return self.seated is None and not self.is_spectator and self.match.turn is not None

    @property
    def _has_all(self) -> bool:
        """Whether no human plays from elsewhere."""
        return self._seats == self.match.people

    @property
    def may_ask(self) -> bool:
        """Whether hints are offered: the game has an advisor and no human plays from elsewhere."""
        return self._has_all and self.match.has_advisor

    @property
    def has_bot(self) -> bool:
        """Whether the opponent is a bot."""
        return self._has_all and self.alone is not None

    @property
    def may_undo(self) -> bool:
        """Whether actions can be undone: the opponent is a bot, and this is no daily bout."""
        return self.has_bot and self.match.day is None

    @property
    def may_undo_freely(self) -> bool:
        """Whether the last action can be undone freely: it told nobody anything."""
        return self._has_all and self.match.can_undo

    @property
    def waits(self) -> bool:
        """Whether the player to act is not at this keyboard."""
        return self.match.turn is not None and self.match.turn not in self._seats

    def play(self, action: Any, revision: int) -> None:
        """Play `action` for the player to act; raises errors as `LiveMatch.play` does."""
        self._change(lambda: self.match.play(action), revision)

    def forfeit(self, revision: int) -> None:
        """Give up the round for the player to act."""
        self._change(self.match.forfeit, revision)

    def resign(self, seat: Seat, revision: int) -> None:
        """Resign the match for a player at this keyboard."""
        self._change(lambda: self.match.give_up(seat, RESIGNATION), revision)

    def offer_draw(self, seat: Seat, revision: int) -> None:
        """Offer a draw for a player at this keyboard; raises ValueError as `LiveMatch.offer_draw` does."""
        self._check(revision)
        self.match.offer_draw(seat)

    def decline_draw(self, seat: Seat, revision: int) -> None:
        """Decline the draw offered to `seat`; raises ValueError as `LiveMatch.decline_draw` does."""
        self._check(revision)
        self.match.decline_draw(seat)

    def accept_draw(self, seat: Seat, revision: int) -> None:
        """Accept the draw offered to `seat`; raises ValueError as `LiveMatch.accept_draw` does."""
        self._change(lambda: self.match.accept_draw(seat), revision)

    def note_hint(self, revision: int, told: str = "hint") -> None:
        """Note in the match that the seated player has been told a hint or something else.

        Raises ValueError if that player is not to act or another human plays elsewhere.
        """
        self._check(revision)
        if self.seated is None or not self._has_all:
            raise ValueError(message("only the player to act can ask for a hint"))
        self.match.note_hint(self.seated, told)

    def undo(self, revision: int) -> None:
        """Undo the last action; raises ValueError as `LiveMatch.undo`, or if others play elsewhere."""
        self._check(revision)
        if not self._has_all:
            raise ValueError(message("actions against a human cannot be taken back"))
        self._change(self.match.undo, revision)

    def next_round(self, revision: int) -> None:
        """Deal the next round; raises ValueError as `Match.next_round` does."""
        self._change(self.match.next_round, revision)

    def _check(self, revision: int) -> None:
        if revision != self.match.revision:
            raise SavedLaterError if revision == self._doubtful == self.match.saved_later else StaleError

    def _change(self, change: Callable[[], None], revision: int) -> None:
        """Make a change; the curtain falls if the turn has passed, or the round is over."""
        self._check(revision)
        shown = self.seated
        try:
            change()
        except Problem:
            self._doubtful = revision
            raise
        self._revision = self.match.revision
        self._shown = shown if self.alone is not None or self.match.turn is shown else None

    def lift_curtain(self) -> None:
        """Seat the player to act and show their hand; there is no curtain before a spectator."""
        if self.is_spectator:
            return
        self._shown = self.match.turn if self.alone is None else self.alone
        self._revision = self.match.revision

    def drop_curtain(self) -> None:
        """Hide the hand until the curtain is lifted again."""
        self._shown = None

    def leave(self) -> None:
        """Get up; do nothing if that has happened already."""
        self.is_here = False

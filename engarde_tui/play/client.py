"""A keyboard at a table: who plays from it, and what may be shown there."""

from collections.abc import Callable
from typing import Any, Final

from engarde_tui.play.live_match import Table
from engine.game import Seat
from engine.match import MatchView

CURTAIN_DELAY: Final = 0.5
"""Seconds before the curtain can be lifted, so that no stray key lifts it."""


class StaleError(ValueError):
    """The action was meant for an earlier revision of the table."""

    def __init__(self) -> None:
        super().__init__("the table has changed in the meantime")


class Place:
    """A keyboard at a table: what the people at it may see, and what they do.

    Between two people at one keyboard there is a curtain: it starts down and falls whenever the turn passes
    to the other player, but not if the same player acts again. A single player needs none, and a spectator
    sees no hand at all.

    Every method that takes a revision raises StaleError unless it is the table's current one.
    """

    def __init__(self, table: Table, seats: tuple[Seat, ...] | None = None) -> None:
        """Sit down at a table to play `seats`, by default those of all humans."""
        self.table = table
        self._seats = table.people if seats is None else seats
        self._shown = self.alone
        """Whose hand has been shown; None while the curtain is down."""
        self._revision = table.revision
        """The table's revision after the last change made here."""
        self.is_here = True
        """Whether somebody is at this place: it has not been left."""

    @property
    def alone(self) -> Seat | None:
        """The only seat played from here; None if two players share the keyboard or nobody plays."""
        return self._seats[0] if len(self._seats) == 1 else None

    @property
    def is_spectator(self) -> bool:
        """Whether nobody plays from here."""
        return not self._seats

    @property
    def _seated(self) -> Seat | None:
        """Whose hand is open here; None behind the curtain, which falls with any change not made here."""
        return None if self.alone is None and self._revision != self.table.revision else self._shown

    @property
    def view(self) -> MatchView[Any]:
        """What the screen may show: the seated player's view, or the public one while the curtain is down.

        Once the round is over, players see both hands.
        """
        over = self.table.turn is None and not self.is_spectator
        return self.table.view(self._seats[0] if over else self._seated)

    @property
    def before(self) -> MatchView[Any] | None:
        """What the seated player knew before their own last action in this round; None if there is none."""
        return None if self._seated is None else self.table.view_before(self._seated)

    @property
    def is_curtain_down(self) -> bool:
        """Whether the hands are hidden until somebody lifts the curtain."""
        return self._seated is None and not self.is_spectator and self.table.turn is not None

    @property
    def _has_all(self) -> bool:
        """Whether no human plays from elsewhere."""
        return self._seats == self.table.people

    @property
    def may_ask(self) -> bool:
        """Whether hints are offered: the game has an advisor and no human plays from elsewhere."""
        return self._has_all and self.table.has_advisor

    @property
    def has_bot(self) -> bool:
        """Whether the opponent is a bot."""
        return self._has_all and self.alone is not None

    @property
    def may_take_back(self) -> bool:
        """Whether actions can be taken back: the opponent is a bot, and this is no daily bout."""
        return self.has_bot and self.table.day is None

    @property
    def may_retract(self) -> bool:
        """Whether the last action can be taken back freely: it told nobody anything."""
        return self._has_all and self.table.is_retractable

    @property
    def waits(self) -> bool:
        """Whether the player to act is not at this keyboard."""
        return self.table.turn is not None and self.table.turn not in self._seats

    def play(self, action: Any, revision: int) -> None:
        """Play `action` for the player to act; raises IllegalActionError and Problem as `Table.play` does."""
        self._change(lambda: self.table.play(action), revision)

    def forfeit(self, revision: int) -> None:
        """Give up the round for the player to act."""
        self._change(self.table.forfeit, revision)

    def note_hint(self, revision: int) -> None:
        """Note in the match that the seated player has got a hint.

        Raises ValueError if that player is not to act or another human plays elsewhere.
        """
        self._check(revision)
        if self._seated is None or not self._has_all:
            raise ValueError("only the player to act can ask for a hint")
        self.table.note_hint(self._seated)

    def take_back(self, revision: int) -> None:
        """Take back the last action; raises ValueError as `Table.take_back`, or if others play elsewhere."""
        self._check(revision)
        if not self._has_all:
            raise ValueError("actions against a human cannot be taken back")
        self._change(self.table.take_back, revision)

    def next_round(self, revision: int) -> None:
        """Deal the next round; raises ValueError as `Match.next_round` does."""
        self._change(self.table.next_round, revision)

    def _check(self, revision: int) -> None:
        if revision != self.table.revision:
            raise StaleError

    def _change(self, change: Callable[[], None], revision: int) -> None:
        """Make a change; the curtain falls if the turn has passed, or the round is over."""
        self._check(revision)
        shown = self._seated
        change()
        self._revision = self.table.revision
        self._shown = shown if self.alone is not None or self.table.turn is shown else None

    def lift_curtain(self) -> None:
        """Seat the player to act and show their hand; there is no curtain before a spectator."""
        if self.is_spectator:
            return
        self._shown = self.table.turn if self.alone is None else self.alone
        self._revision = self.table.revision

    def drop_curtain(self) -> None:
        """Hide the hand until the curtain is lifted again."""
        self._shown = None

    def leave(self) -> None:
        """Get up; do nothing if that has happened already."""
        self.is_here = False

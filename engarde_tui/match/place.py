"""A keyboard at a table: who plays from it, and therefore what may be shown there."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engarde_tui.match.table import Changed, Table
from engine.en_garde import Action, MatchView, Seat

if TYPE_CHECKING:
    from engine.bots import Opinion

CURTAIN_DELAY: Final = 0.5
"""Seconds in which the curtain cannot be lifted, so that no stray key does it."""


class Place:
    """A keyboard at a table: what the people at it may see, and what they do.

    Between two people at one keyboard there is a curtain: it is down at first, and falls whenever the turn
    passes to the other fencer; a fencer who parries goes on without it. A person alone needs none, and who
    only looks on sees no hand at all.
    """

    def __init__(self, table: Table, seats: tuple[Seat, ...] | None = None) -> None:
        """Sit down at a table; `seats` are played from here: all people's, unless some are named."""
        self.table = table
        self._seats = table.people if seats is None else seats
        self._seated = self.alone
        self.watch: Callable[[MatchView], None] = lambda view: None
        """Called with the new view after every change."""
        self.defer: Callable[[Callable[[], None]], object] = lambda change: change()
        """Calls back where this keyboard is served, for what another one has changed."""
        self._unsubscribe: Callable[[], None] | None = table.subscribe(self._follow)

    @property
    def alone(self) -> Seat | None:
        """The only seat played from here; None where two people share the keyboard, or nobody plays."""
        return self._seats[0] if len(self._seats) == 1 else None

    @property
    def looks_on(self) -> bool:
        """Nobody plays from here."""
        return not self._seats

    @property
    def view(self) -> MatchView:
        """What the screen may show now: the sitting player's view, or everybody's while the curtain is down.

        Once the round is over both hands lie open to the players, and there is nothing left to hide.
        """
        over = self.table.turn is None and not self.looks_on
        return self.table.view(self._seats[0] if over else self._seated)

    @property
    def curtain_is_down(self) -> bool:
        """The players' hands are hidden until somebody sits down."""
        return self._seated is None and not self.looks_on and self.table.turn is not None

    @property
    def waits(self) -> bool:
        """The player to act is no one at this keyboard."""
        return self.table.turn is not None and self.table.turn not in self._seats

    @property
    def may_take_back(self) -> bool:
        """What is played here can be taken back: there is only a bot to mind."""
        return self._seats == self.table.people and self.alone is not None

    @property
    def may_ask(self) -> bool:
        """Everybody who would mind a hint sits here."""
        return self._seats == self.table.people

    def play(self, action: Action) -> None:
        """Play for the player to act; raises IllegalActionError as `Table.play` does."""
        self.table.play(action, self)

    def forfeit(self) -> None:
        """The player to act gives up the round."""
        self.table.forfeit(self)

    def hint(self) -> "Opinion":
        """What the master would do in the place of the sitting player; noted in the match."""
        if self._seated is None or not self.may_ask:
            raise ValueError("only who is to play can ask for a hint")
        return self.table.hint(self._seated)

    def take_back(self) -> None:
        """Take back as `Table.take_back` does."""
        self.table.take_back(self)

    def next_round(self) -> None:
        """Deal the next round; raises ValueError as `Match.next_round` does."""
        self.table.next_round(self)

    def lift_curtain(self) -> None:
        """The player to act sits down and sees the own hand."""
        self._seated = self.table.turn if self.alone is None else self.alone
        self.watch(self.view)

    def drop_curtain(self) -> None:
        """Hide the hand until somebody lifts the curtain again."""
        self._seated = None
        self.watch(self.view)

    def _follow(self, changed: Changed) -> None:
        if self.alone is None and self.table.turn is not self._seated:
            self._seated = None
        if changed.by is self:
            self.watch(self.view)
        else:
            self.defer(self._watch_if_here)

    def _watch_if_here(self) -> None:
        if self.is_here:
            self.watch(self.view)

    @property
    def is_here(self) -> bool:
        """Nobody has got up from here yet."""
        return self._unsubscribe is not None

    def leave(self) -> None:
        """Get up: changes at the table are not followed any more."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

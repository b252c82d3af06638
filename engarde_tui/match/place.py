"""A keyboard at a table: who plays from it, and therefore what may be shown there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engarde_tui.match.table import Changed, Table
from engine.game import Seat
from engine.match import MatchView

if TYPE_CHECKING:
    from engine.bots import Opinion

CURTAIN_DELAY: Final = 0.5
"""Seconds in which the curtain cannot be lifted, so that no stray key does it."""


class StaleError(ValueError):
    """The action answers a state that is not the present one any more."""

    def __init__(self) -> None:
        super().__init__("the table has changed meanwhile")


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may be seen and done from one place, at one revision of its table."""

    revision: int
    view: MatchView[Any]
    """What the screen may show: the sitting player's view, or everybody's while the curtain is down.

    Once the round is over both hands lie open to the players, and there is nothing left to hide.
    """
    seats: tuple[Seat, ...]
    """Those that are played from here."""
    is_curtain_down: bool = False
    """The players' hands are hidden until somebody sits down."""
    may_ask: bool = False
    """The game has an advisor, and everybody who would mind a hint sits here."""
    may_take_back: bool = False
    """What is played here can be taken back: there is only a bot to mind."""
    is_unsaved: bool = False
    """The match goes on without being saved, though it was to be."""
    before: MatchView[Any] | None = None
    """What the sitting player knew before the own last action in this round."""

    @property
    def alone(self) -> Seat | None:
        """The only seat played from here; None where two people share the keyboard, or nobody plays."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def looks_on(self) -> bool:
        """Nobody plays from here."""
        return not self.seats

    @property
    def waits(self) -> bool:
        """The player to act is no one at this keyboard."""
        turn = self.view.round.turn
        return turn is not None and turn not in self.seats


class Place:
    """A keyboard at a table: what the people at it may see, and what they do.

    Between two people at one keyboard there is a curtain: it is down at first, and falls whenever the turn
    passes to the other player; who goes on playing goes on without it. A person alone needs none, and who
    only looks on sees no hand at all.

    What is done names the revision of the table that it answers; raises StaleError for another one than the
    present.
    """

    def __init__(self, table: Table, seats: tuple[Seat, ...] | None = None) -> None:
        """Sit down at a table; `seats` are played from here: all people's, unless some are named."""
        self.table = table
        self._seats = table.people if seats is None else seats
        self._seated = self.alone
        self.watch: Callable[[], None] = lambda: None
        """Called after every change of the outlook."""
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
    def view(self) -> MatchView[Any]:
        """What may be seen from here now, as in `Outlook`."""
        over = self.table.turn is None and not self.looks_on
        return self.table.view(self._seats[0] if over else self._seated)

    @property
    def outlook(self) -> Outlook:
        """What may be seen and done from here now."""
        table, everybody = self.table, self._seats == self.table.people
        return Outlook(
            revision=table.revision,
            view=self.view,
            seats=self._seats,
            is_curtain_down=self._seated is None and not self.looks_on and table.turn is not None,
            may_ask=everybody and table.has_advisor,
            may_take_back=everybody and self.alone is not None,
            is_unsaved=table.keeping.goes_on_unsaved,
            before=None if self._seated is None else table.view_before(self._seated),
        )

    @property
    def waits(self) -> bool:
        """The player to act is no one at this keyboard."""
        return self.table.turn is not None and self.table.turn not in self._seats

    def play(self, action: Any, revision: int) -> None:
        """Play for the player to act; raises IllegalActionError as `Table.play` does."""
        self._check(revision)
        self.table.play(action, self)

    def forfeit(self, revision: int) -> None:
        """The player to act gives up the round."""
        self._check(revision)
        self.table.forfeit(self)

    def hint(self, revision: int) -> "Opinion":
        """What the advisor would do in the place of the sitting player; noted in the match."""
        self._check(revision)
        if self._seated is None or self._seats != self.table.people:
            raise ValueError("only who is to play can ask for a hint")
        return self.table.hint(self._seated)

    def take_back(self, revision: int) -> None:
        """Take back as `Table.take_back` does."""
        self._check(revision)
        self.table.take_back(self)

    def next_round(self, revision: int) -> None:
        """Deal the next round; raises ValueError as `Match.next_round` does."""
        self._check(revision)
        self.table.next_round(self)

    def _check(self, revision: int) -> None:
        if revision != self.table.revision:
            raise StaleError

    def lift_curtain(self) -> None:
        """The player to act sits down and sees the own hand."""
        self._seated = self.table.turn if self.alone is None else self.alone
        self.watch()

    def drop_curtain(self) -> None:
        """Hide the hand until somebody lifts the curtain again."""
        self._seated = None
        self.watch()

    def _follow(self, changed: Changed) -> None:
        if self.alone is None and self.table.turn is not self._seated:
            self._seated = None
        if changed.by is self:
            self.watch()
        else:
            self.defer(self._watch_if_here)

    def _watch_if_here(self) -> None:
        if self.is_here:
            self.watch()

    @property
    def is_here(self) -> bool:
        """Nobody has got up from here yet."""
        return self._unsubscribe is not None

    def leave(self) -> None:
        """Get up: changes at the table are not followed any more."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

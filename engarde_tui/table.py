"""A match being played at one keyboard: who sits at it, and therefore what may be shown.

The only holder of a `Match` in the user interface; everybody else gets views.
"""

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from engarde_tui.replay import Replay
from engarde_tui.words import fitting
from engine.en_garde import Action, Match, MatchView, Seat

STARTERS: Final = ("left", "right", "random")
"""Who can be asked to begin."""


def starting_seat(starter: str, source: Random) -> Seat:
    """The seat that begins: one of `STARTERS`, "random" drawn from `source`."""
    return source.choice(list(Seat)) if starter == "random" else Seat[starter.upper()]


class Journal(Protocol):
    """Keeps what happens at a table. A method that raises has kept nothing."""

    def dealt(self, match: Match) -> None:
        """The next round has been dealt."""

    def played(self, match: Match, action: Action) -> None:
        """`action` has led to `match`."""

    def close(self) -> None:
        """Nothing more happens at this table."""


class Table:
    """Two people sharing one keyboard, with a curtain between their turns.

    Everything is in the journal, where there is one, before it counts; what its methods raise passes through,
    and then nothing has happened. `watch` is called with the new view after every change. The curtain is down
    at first, and falls whenever the turn passes to the other fencer; a fencer who parries goes on without it.
    """

    def __init__(self, match: Match, journal: Journal | None = None) -> None:
        self._match = match
        self._journal = journal
        self._seated: Seat | None = None
        self.watch: Callable[[MatchView], None] = lambda view: None

    @property
    def view(self) -> MatchView:
        """What the screen may show now: the sitting player's view, or everybody's while the curtain is down.

        Once the round is over both hands lie open, and there is nothing left to hide.
        """
        over = self._match.round.result is not None
        return fitting(self._match.view(Seat.LEFT if over else self._seated))

    def play(self, action: Action) -> None:
        """Play for the sitting player; an illegal action raises IllegalActionError and changes nothing."""
        match = self._match.play(action)
        if self._journal is not None:
            self._journal.played(match, action)
        self._match = match
        if self._match.round.turn is not self._seated:
            self._seated = None
        self.watch(self.view)

    def lift_curtain(self) -> None:
        """The player to act sits down and sees the own hand."""
        self._seated = self._match.round.turn
        self.watch(self.view)

    def drop_curtain(self) -> None:
        """Hide the hand until somebody lifts the curtain again."""
        self._seated = None
        self.watch(self.view)

    def next_round(self) -> None:
        """Deal the next round behind the curtain; raises ValueError as `Match.next_round` does."""
        match = self._match.next_round()
        if self._journal is not None:
            self._journal.dealt(match)
        self._match = match
        self.drop_curtain()

    @property
    def is_kept(self) -> bool:
        """What happens here is written to a journal."""
        return self._journal is not None

    def keep(self, begin: Callable[[Match], Journal]) -> None:
        """Keep the match so far, and what happens from now on, in the journal that `begin` opens for it."""
        self._journal = begin(self._match)

    def keep_no_more(self) -> None:
        """Close the journal; the match can go on without it."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def rematch(self) -> Match:
        """A new match with the same settings; the other fencer begins this time."""
        match = self._match
        return Match.new(match.rules, match.names, match.target, match.first.other, match.seed)

    def replay(self) -> Replay:
        """The finished rounds, to be watched again."""
        return Replay(self._match, finished_rounds=True)

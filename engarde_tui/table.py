"""A match being played at one keyboard: who sits at it, and therefore what may be shown.

It holds the match, and hands out views of it.
"""

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from engarde_tui.problem import Problem
from engarde_tui.replay import Replay
from engarde_tui.words import fitting
from engine.en_garde import Action, Match, MatchView, Seat

STARTERS: Final = ("left", "right", "random")
"""Who can be asked to begin."""


def starting_seat(starter: str, source: Random) -> Seat:
    """The seat that begins: one of `STARTERS`, "random" drawn from `source`."""
    return source.choice(list(Seat)) if starter == "random" else Seat[starter.upper()]


class Journal(Protocol):
    """Keeps what happens at a table. A method that raises Problem has kept nothing."""

    def write(self, match: Match) -> None:
        """Keep everything that has led to this state of the match."""

    def close(self) -> None:
        """Nothing more happens at this table."""


class Table:
    """Two people sharing one keyboard, with a curtain between their turns.

    Where the match is kept, everything is in the journal before it counts; a Problem that the journal raises
    passes through, and then nothing has happened. `watch` is called with the new view after every change.
    The curtain is down at first, and falls whenever the turn passes to the other fencer; a fencer who parries
    goes on without it.
    """

    def __init__(self, match: Match, journal: Journal | None = None) -> None:
        self._match = match
        self._journal = journal
        self._begin: Callable[[Match], Journal] | None = None
        self._goes_on_unsaved = False
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
        self._go_to(self._match.play(action))
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
        self._go_to(self._match.next_round())
        self.drop_curtain()

    def _go_to(self, match: Match) -> None:
        """Take the next state of the match, once it is kept."""
        self._write(match)
        self._match = match

    def _write(self, match: Match) -> None:
        try:
            if self._journal is not None:
                self._journal.write(match)
            elif self._begin is not None:
                self._journal = self._begin(match)
        except Problem:
            if not self._goes_on_unsaved:
                raise
        else:
            self._goes_on_unsaved = False

    @property
    def is_saved(self) -> bool:
        """Everything that has happened here can be continued later."""
        return self._journal is not None and not self._goes_on_unsaved

    @property
    def goes_on_unsaved(self) -> bool:
        """The match goes on without being saved, though it was to be."""
        return self._goes_on_unsaved

    def keep(self, begin: Callable[[Match], Journal]) -> None:
        """Keep the match so far, and what happens from now on, in the journal that `begin` opens for it."""
        self.keep_anew(begin)
        self._write(self._match)

    def keep_anew(self, begin: Callable[[Match], Journal]) -> None:
        """Give up the journal; with the next change the whole match is kept in one that `begin` opens."""
        self._journal, self._begin = None, begin

    def go_on_unsaved(self) -> None:
        """Let changes count that cannot be kept; what is missing is kept as soon as it can be."""
        self._goes_on_unsaved = True

    def leave(self) -> None:
        """Nothing more happens here: others may open the match. What is missing gets a last chance."""
        if self._goes_on_unsaved:
            self._write(self._match)
        if self._journal is not None:
            self._journal.close()
        self._journal = self._begin = None

    def rematch(self) -> Match:
        """A new match with the same settings; the other fencer begins this time."""
        match = self._match
        # The same seed would deal the cards that both have just seen.
        seed = None if match.seed is None else match.seed + 1
        return Match.new(match.rules, match.names, match.target, match.first.other, seed)

    def replay(self) -> Replay:
        """The finished rounds, to be watched again."""
        return Replay(self._match, finished_rounds=True)

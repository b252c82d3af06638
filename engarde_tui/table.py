"""A match being played at one keyboard: who sits at it, and therefore what may be shown.

The only holder of a `Match` in the user interface; everybody else gets views.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from rich.cells import cell_len, set_cell_size

from engine.en_garde import Action, Match, MatchView, Seat
from engine.en_garde.match import MAX_NAME

STARTERS: Final = ("left", "right", "random")
"""Who can be asked to begin."""


def starting_seat(starter: str, source: Random) -> Seat:
    """The seat that begins: one of `STARTERS`, "random" drawn from `source`."""
    return source.choice(list(Seat)) if starter == "random" else Seat[starter.upper()]


def _in_columns(name: str, columns: int) -> str:
    """The name cut to so many columns: the characters of some scripts take two each."""
    return name if cell_len(name) <= columns else f"{set_cell_size(name, columns - 1).rstrip()}…"


class Table:
    """Two people sharing one keyboard, with a curtain between their turns.

    `watch` is called with the new view after every change. The curtain is down at first, and falls whenever
    the turn passes to the other fencer; a fencer who parries goes on without it.
    """

    def __init__(self, match: Match, watch: Callable[[MatchView], None] = lambda view: None) -> None:
        self._match = match
        self._seated: Seat | None = None
        self.watch = watch

    @property
    def view(self) -> MatchView:
        """What the screen may show now: the sitting player's view, or everybody's while the curtain is down.

        Once the round is over both hands lie open, and there is nothing left to hide.
        """
        over = self._match.round.result is not None
        view = self._match.view(Seat.LEFT if over else self._seated)
        left, right = (_in_columns(name, MAX_NAME) for name in view.names)
        return replace(view, names=(left, right))

    def play(self, action: Action) -> None:
        """Play for the sitting player; an illegal action raises IllegalActionError and changes nothing."""
        self._match = self._match.play(action)
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
        self._match = self._match.next_round()
        self.drop_curtain()

    def rematch(self) -> Match:
        """A new match with the same settings; the other fencer begins this time."""
        match = self._match
        return Match.new(match.rules, match.names, match.target, match.first.other, match.seed)

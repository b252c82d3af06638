"""What is to be played at a table in the hall."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engarde_tui.match.table import starting_seat
from engine.game import Seat
from engine.match import Match


@dataclass(frozen=True)
class Offer:
    """The game, its length, who begins, and who may join."""

    rules: Any
    target: int
    first: str
    """Who begins, one of `STARTERS`."""
    listed: bool
    """The lobby lists the table; otherwise only its code leads there."""

    @classmethod
    def of(cls, match: Match, *, listed: bool) -> "Offer":
        """The offer that led to a match."""
        return cls(match.rules, match.target, match.first.label, listed)

    def settled(self, source: Random) -> "Offer":
        """The same offer with the starter drawn from `source`, if it is to be drawn."""
        return replace(self, first=starting_seat(self.first, source).label)

    def rematch(self) -> "Offer":
        """The same offer, begun by the other fencer; only after `settled`."""
        return replace(self, first=Seat[self.first.upper()].other.label)

    def match(self, names: tuple[str, str]) -> Match:
        """Deal a new match between `names`; only after `settled`."""
        return Match.new(self.rules, names, self.target, Seat[self.first.upper()])

"""What is played at a hall table."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engarde_tui.match.chain import FairDeals
from engarde_tui.match.table import starting_seat
from engine.game import Seat, game_of
from engine.match import Match


@dataclass(frozen=True)
class Offer:
    """The rules, the length, who starts and who may join."""

    rules: Any
    target: int
    first: str
    """Who starts, one of `STARTERS`."""
    listed: bool
    """Whether the lobby lists the table; otherwise only its code opens it."""

    @classmethod
    def of(cls, match: Match, *, listed: bool) -> "Offer":
        """Return the offer of a match."""
        return cls(match.rules, match.target, match.first.label, listed)

    def settled(self, source: Random) -> "Offer":
        """Return the offer with a random starter drawn from `source`."""
        return replace(self, first=starting_seat(self.first, source).label)

    def rematch(self) -> "Offer":
        """Return the offer with the other fencer starting; only after `settled`."""
        return replace(self, first=Seat[self.first.upper()].other.label)

    def match(self, names: tuple[str, str], deals: FairDeals) -> Match:
        """Deal a new match between `names`; only after `settled`."""
        dealt = deals.deal(game_of(self.rules), 1)
        return Match.new(self.rules, names, self.target, Seat[self.first.upper()], dealt=dealt)

"""What one seat may know of a round; screens and bots get nothing else."""

from dataclasses import dataclass

from engine.en_garde.actions import Action, Play
from engine.en_garde.legal import Hand, Phase
from engine.en_garde.rules import PISTE_SQUARES, Rules
from engine.en_garde.showdown import Showdown
from engine.game import Result, Seat


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as `seat` sees it; seat None is a spectator, who never sees a hand.

    Once the round is over, both fencers see both hands.
    """

    rules: Rules
    seat: Seat | None
    first: Seat
    phase: Phase
    turn: Seat | None
    """The player to act; None when the round is over."""
    positions: tuple[int, int]
    """The squares of left and right, 1 to 23."""
    hands: tuple[Hand | None, Hand | None]
    """The cards of left and right; None for a hand this seat may not see."""
    hand_sizes: tuple[int, int]
    pile: int
    """The number of cards left to draw."""
    discard: tuple[int, ...]
    """The visible discards, the top card last: one card, or all with an open discard pile."""
    attack: Action | None
    """The attack that the player to act must answer."""
    plays: tuple[Play, ...]
    """The actions so far, all of them public."""
    legal: tuple[Action, ...]
    """The actions this seat may play now; empty for everyone but the player to act."""
    result: Result | None
    showdown: Showdown | None
    """The comparison, if one decided the round."""

    @property
    def distance(self) -> int:
        """The difference of the fencers' squares, 1 to 22."""
        return self.positions[1] - self.positions[0]

    @property
    def hand(self) -> Hand:
        """This seat's cards, ascending; empty for a spectator."""
        return () if self.seat is None else self.hands[self.seat] or ()

    def behind(self, seat: Seat) -> int:
        """Return the squares between a fencer and its own end of the piste, as far as it can step back."""
        return (self.positions[0] - 1, PISTE_SQUARES - self.positions[1])[seat]

    @property
    def last_turn(self) -> tuple[Play, ...]:
        """The plays that the last player made in a row: one action, or a parry and the action after it."""
        start = len(self.plays)
        while start and self.plays[start - 1].seat == self.plays[-1].seat:
            start -= 1
        return self.plays[start:]

"""What one seat may know: the only thing screens and bots are ever given."""

from dataclasses import dataclass

from engine.en_garde.actions import Action, Play
from engine.en_garde.legal import Hand, Phase
from engine.en_garde.refusal import why_illegal
from engine.en_garde.rules import PISTE_SQUARES, Rules
from engine.en_garde.showdown import Showdown
from engine.game import Result, Seat


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round as `seat` sees it; seat None is a spectator, who never sees a hand.

    Both fencers see both hands once the round is over.
    """

    rules: Rules
    seat: Seat | None
    first: Seat
    phase: Phase
    turn: Seat | None
    positions: tuple[int, int]
    hands: tuple[Hand | None, Hand | None]
    """Left's and right's cards; None for a hand this seat may not see."""
    hand_sizes: tuple[int, int]
    pile: int
    """Cards left to draw."""
    discard: tuple[int, ...]
    """The discards that may be seen, the top card last: one card, or all with the open discard pile."""
    attack: Action | None
    """The attack that has to be answered."""
    plays: tuple[Play, ...]
    """Everything played in this round; all of it was public when it was played."""
    legal: tuple[Action, ...]
    """What this seat may play now; empty for everybody but the player to act."""
    result: Result | None
    showdown: Showdown | None
    """The comparison, where one decided the round."""

    @property
    def distance(self) -> int:
        """Squares between the fencers: 1 when they stand side by side."""
        return self.positions[1] - self.positions[0]

    @property
    def hand(self) -> Hand:
        """This seat's own cards, ascending; empty for a spectator."""
        return () if self.seat is None else self.hands[self.seat] or ()

    def behind(self, seat: Seat) -> int:
        """Squares between that fencer and its own end of the piste: how far it can step back."""
        return (self.positions[0] - 1, PISTE_SQUARES - self.positions[1])[seat]

    @property
    def last_turn(self) -> tuple[Play, ...]:
        """What the last player to act has played in one go: one action, or a parry and what followed it."""
        start = len(self.plays)
        while start and self.plays[start - 1].seat == self.plays[-1].seat:
            start -= 1
        return self.plays[start:]

    def why_illegal(self, action: Action) -> str | None:
        """Why this seat may not play `action`, in the player's terms; None for a legal one."""
        return None if action in self.legal else why_illegal(self, action)

"""What one seat may know of a duel; screens and bots get nothing else."""

from dataclasses import dataclass

from engine.game import Result, Seat
from engine.swords_and_shields.actions import Action
from engine.swords_and_shields.board import Pending
from engine.swords_and_shields.cards import Card, Colour
from engine.swords_and_shields.events import Event, Play
from engine.swords_and_shields.options import Options
from engine.swords_and_shields.strength import Stack


@dataclass(frozen=True, slots=True)
class DuelView:
    """A duel as `seat` sees it; seat None is a spectator, who sees no hand.

    Each pair is of left and right.
    """

    rules: Options
    seat: Seat | None
    first: Seat
    turn: Seat | None
    """The player to act; None when the round is over."""
    number: int
    """The number of the turn, from 1 to 200."""
    life: tuple[int, int]
    life_cards: tuple[Colour, Colour]
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]
    """The cards in hand; None for a hand this seat may not see."""
    hand_sizes: tuple[int, int]
    deck_sizes: tuple[int, int]
    discards: tuple[Card | None, Card | None]
    """The top cards of the discards; None if there is none."""
    discard_sizes: tuple[int, int]
    displays: tuple[tuple[Stack, ...], tuple[Stack, ...]]
    shop: tuple[Card | None, ...]
    shop_deck_size: int
    shop_discard: Card | None
    """The top card, below those of a running chain of effects; None if there is none."""
    shop_discard_size: int
    pending: Pending | None
    """The effect for which the player to act has to choose."""
    has_attacked: bool
    """Whether the player has made the successful attack of this turn that is countered."""
    has_revenge: bool
    """Whether the player's next attack ignores shields."""
    legal: tuple[Action, ...]
    """The actions this seat may play now; empty for everyone but the player to act."""
    opening: tuple[Event, ...]
    """What happened before the first action."""
    plays: tuple[Play, ...]
    """The actions so far, with what came of each: all of it public."""
    result: Result | None

    @property
    def hand(self) -> tuple[Card, ...]:
        """This seat's cards; empty for a spectator."""
        return () if self.seat is None else self.hands[self.seat] or ()

    @property
    def last_turn(self) -> tuple[Play, ...]:
        """The plays that the last player to act made in a row."""
        start = len(self.plays)
        while start and self.plays[start - 1].seat is self.plays[-1].seat:
            start -= 1
        return self.plays[start:]

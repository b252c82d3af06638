"""What a player who counts cards knows, and the odds that follow from it."""

from functools import cache
from math import comb
from typing import NamedTuple

from engine.en_garde.actions import Action
from engine.en_garde.legal import Hand
from engine.en_garde.rules import COPIES_OF_A_VALUE, Rules
from engine.en_garde.view import RoundView

Counts = tuple[int, ...]
"""How many cards of each value; the value is the index, 0 stands for no card."""


class Knowledge(NamedTuple):
    """The state of a round in numbers, as the player to act knows it."""

    legal: tuple[Action, ...]
    own: Counts
    unseen: Counts
    """Cards in the other hand or the pile."""
    other_hand: int
    pile: int
    distance: int
    lead: int
    """Squares advanced further than the opponent."""
    other_behind: int
    """Squares between the opponent and its own end."""
    rules: Rules
    attack: Action | None
    """What has to be answered."""

    def chance(self, card: int, number: int) -> float:
        """How likely the other hand holds at least `number` cards of a value; 0 for distances no card has."""
        if card > 5:
            return 0.0 if number > 0 else 1.0
        return at_least(self.pile + self.other_hand, self.unseen[card], self.other_hand, number)

    def after(self, action: Action, card: int) -> int:
        """Own cards of a value once those of `action` are laid, before drawing; 0 beyond 5."""
        return self.own[card] - action.cards.count(card) if card <= 5 else 0


def knowledge(view: RoundView) -> Knowledge:
    """What the player to act can count from its view."""
    seat = view.seat
    assert seat is not None
    own = counts(view.hand)
    left = [COPIES_OF_A_VALUE - number for number in own]
    left[0] = 0
    for play in view.plays:
        for card in play.action.cards:
            left[card] -= 1
    behind, other_behind = view.behind(seat), view.behind(seat.other)
    return Knowledge(
        view.legal,
        own,
        tuple(left),
        view.hand_sizes[seat.other],
        view.pile,
        view.distance,
        behind - other_behind,
        other_behind,
        view.rules,
        view.attack,
    )


@cache
def counts(hand: Hand) -> Counts:
    """The hand, counted.

    >>> counts((1, 3, 3, 5, 5))
    (0, 1, 0, 2, 0, 2)
    """
    return tuple(hand.count(card) for card in range(6))


@cache
def at_least(cards: int, marked: int, drawn: int, number: int) -> float:
    """How likely a hand of `drawn` from `cards` has at least `number` of the `marked` ones.

    >>> at_least(20, 4, 5, 1)
    0.718...
    """
    if number <= 0:
        return 1.0
    ways = sum(comb(marked, some) * comb(cards - marked, drawn - some) for some in range(number, drawn + 1))
    return ways / comb(cards, drawn)

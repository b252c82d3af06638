"""What a player who counts cards knows, and the chances that follow."""

from functools import cache, lru_cache
from itertools import product
from math import comb, prod
from operator import sub
from typing import NamedTuple

from engine.en_garde.actions import Action
from engine.en_garde.drawing import unseen
from engine.en_garde.legal import Hand
from engine.en_garde.rules import Rules
from engine.en_garde.view import RoundView

Counts = tuple[int, ...]
"""The number of cards of each value, indexed by value; index 0 is unused."""


class Knowledge(NamedTuple):
    """What the player to act knows of a round, in numbers."""

    legal: tuple[Action, ...]
    own: Counts
    unseen: Counts
    """The cards in the other hand or the draw pile."""
    other_hand: int
    """The number of cards in the other hand."""
    pile: int
    """The number of cards in the draw pile."""
    distance: int
    lead: int
    """Squares advanced minus those the opponent has advanced."""
    other_behind: int
    """Squares between the opponent and its own end of the piste."""
    rules: Rules
    attack: Action | None
    """The attack to answer."""

    def chance(self, card: int, number: int) -> float:
        """Return the probability that the other hand holds at least `number` cards of value `card`.

        `card` may be any distance; no hand holds a card beyond 5.
        """
        if card > 5:
            return 0.0 if number > 0 else 1.0
        return at_least(self.pile + self.other_hand, self.unseen[card], self.other_hand, number)

    def after(self, action: Action, card: int) -> int:
        """Return how many own cards of value `card` are left after `action`, before drawing; 0 beyond 5."""
        return self.own[card] - action.cards.count(card) if card <= 5 else 0


def knowledge(view: RoundView) -> Knowledge:
    """Return what the player to act can count from its view."""
    seat = view.seat
    assert seat is not None
    left = unseen(view.hand, (play.action for play in view.plays))
    behind, other_behind = view.behind(seat), view.behind(seat.other)
    return Knowledge(
        view.legal,
        counts(view.hand),
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
    """Count the cards of a hand.

    >>> counts((1, 3, 3, 5, 5))
    (0, 1, 0, 2, 0, 2)
    """
    return tuple(hand.count(card) for card in range(6))


def hand_of(counts: Counts) -> Hand:
    """Return so many cards of each value, ascending.

    >>> hand_of((0, 1, 0, 2, 0, 2))
    (1, 3, 3, 5, 5)
    """
    return tuple(card for card, number in enumerate(counts) for _ in range(number))


@cache
def at_least(cards: int, marked: int, drawn: int, number: int) -> float:
    """Return the probability that `drawn` of `cards` cards include at least `number` of `marked` ones.

    >>> at_least(20, 4, 5, 1)
    0.718...
    """
    if number <= 0:
        return 1.0
    ways = sum(comb(marked, hits) * comb(cards - marked, drawn - hits) for hits in range(number, drawn + 1))
    return ways / comb(cards, drawn)


@lru_cache(16)
def possible_hands(unseen: Counts, size: int) -> tuple[tuple[Counts, int], ...]:
    """Return every hand of `size` of the unseen cards, at most 126 of them, and in how many ways it is dealt.

    >>> possible_hands((0, 2, 1, 0, 0, 0), 2)
    (((0, 1, 1, 0, 0, 0), 2), ((0, 2, 0, 0, 0, 0), 1))
    """
    hands = product(*(range(min(number, size) + 1) for number in unseen))
    return tuple((hand, prod(map(comb, unseen, hand))) for hand in hands if sum(hand) == size)


@lru_cache(20_000)
def splits(cards: Hand, size: int) -> tuple[tuple[Hand, Hand, int], ...]:
    """Return every choice of `size` of the cards, what is left, and in how many ways it is made.

    >>> splits((1, 1, 2), 1)
    (((2,), (1, 1), 1), ((1,), (1, 2), 2))
    """
    held = counts(cards)
    return tuple(
        (hand_of(chosen), hand_of(tuple(map(sub, held, chosen))), ways)
        for chosen, ways in possible_hands(held, size)
    )

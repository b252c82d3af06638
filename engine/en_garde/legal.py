"""What may be played: finite tables of legal actions, filled as they are first asked for.

A hand is one of 252 sorted tuples of cards; beyond `FAR` squares of distance and `ROOM` squares behind
nothing changes, so the tables stay small however many rounds are played. Hands here are always sorted.
"""

from enum import StrEnum
from functools import cache
from typing import Final

from engine.en_garde.actions import (
    NO_ATTACK,
    TAKE_HIT,
    Action,
    advance,
    advance_and_attack,
    attack,
    evade,
    parry,
    step_back,
)
from engine.en_garde.rules import CARD_VALUES

Hand = tuple[int, ...]


class Phase(StrEnum):
    """What the player to act is asked for."""

    TURN = "turn"
    """An own turn: move or attack."""
    DEFENCE = "defence"
    """An attack has to be answered."""
    LAST_CHANCE = "last chance"
    """The pile is empty: one direct attack, or let it pass."""
    LAST_DEFENCE = "last defence"
    """The attack of the last chance has to be answered; nothing follows."""
    OVER = "over"
    """Nobody acts any more."""


FAR: Final = 2 * max(CARD_VALUES) + 1
"""From this distance on, no card and no pair of cards reaches the opponent."""

ROOM: Final = max(CARD_VALUES)
"""With so many squares behind it, a fencer can step back with any card."""


@cache
def after_playing(hand: Hand, action: Action) -> Hand:
    """The hand without the cards of `action`, all of which it holds."""
    left = list(hand)
    for card in action.cards:
        left.remove(card)
    return tuple(left)


@cache
def after_drawing(hand: Hand, drawn: tuple[int, ...]) -> Hand:
    """The hand with the drawn cards in their places."""
    return tuple(sorted((*hand, *drawn)))


@cache
def own_turn(hand: Hand, distance: int, behind: int, parries: bool, indirect: bool) -> tuple[Action, ...]:
    """A fencer's free choice: advances, steps back, direct attacks, then advances with attack.

    Within each kind in ascending order of cards, then of their number. `distance` counts up to `FAR`,
    `behind`, the squares between the fencer and the own end, up to `ROOM`.
    """
    cards = [card for card in CARD_VALUES if card in hand]
    actions = [advance(card) for card in cards if card < distance]
    actions += [step_back(card) for card in cards if card <= behind]
    actions += direct_attacks(hand, distance, parries)
    if indirect:
        for card in cards:
            if card < distance:
                reach = distance - card
                spare = hand.count(reach) - (card == reach)
                actions += [advance_and_attack(card, reach, number) for number in range(1, spare + 1)]
    return tuple(actions)


@cache
def direct_attacks(hand: Hand, distance: int, parries: bool) -> tuple[Action, ...]:
    """Every direct attack with cards of the distance, fewest cards first; one card where nothing parries."""
    most = hand.count(distance)
    return tuple(attack(distance, number) for number in range(1, (most if parries else min(most, 1)) + 1))


@cache
def last_chance(hand: Hand, distance: int, parries: bool) -> tuple[Action, ...]:
    """The direct attacks, then letting it pass; nothing at all for a hand without the distance."""
    attacks = direct_attacks(hand, distance, parries)
    return (*attacks, NO_ATTACK) if attacks else ()


@cache
def defence(hand: Hand, behind: int, against: Action) -> tuple[Action, ...]:
    """The parry, then the evasions from the shortest; the hit only when there is neither."""
    card, number = against.blades[0], len(against.blades)
    actions: list[Action] = []
    if hand.count(card) >= number:
        actions.append(parry(card, number))
    if against.step:
        actions += [evade(card) for card in CARD_VALUES if card in hand and card <= behind]
    return tuple(actions) or (TAKE_HIT,)

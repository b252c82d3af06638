"""Legal actions, from finite tables filled on first use.

Hands are always sorted, and there are 252 of up to five cards. Callers cap distances at `FAR` and the squares
behind a fencer at `ROOM`, since more changes nothing. So the tables stay small.
"""

from enum import StrEnum
from functools import lru_cache
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
    """What the player to act has to do."""

    TURN = "turn"
    """Move or attack."""
    DEFENCE = "defence"
    """Answer an attack."""
    LAST_CHANCE = "last chance"
    """The draw pile is empty: make one direct attack, or pass."""
    LAST_DEFENCE = "last defence"
    """Answer the attack of the last chance, which ends the round."""
    OVER = "over"
    """The round is over."""


FAR: Final = 2 * max(CARD_VALUES) + 1
"""At this distance or more, no card and no two cards reach the opponent."""

ROOM: Final = max(CARD_VALUES)
"""With this many squares behind it or more, a fencer can step back with any card."""

_remember = lru_cache(20_000)
"""Keeps the latest results, enough for one match after another, and not all that there can be."""


@_remember
def after_playing(hand: Hand, action: Action) -> Hand:
    """Return the hand without the cards of `action`, all of which it must hold."""
    left = list(hand)
    for card in action.cards:
        left.remove(card)
    return tuple(left)


@_remember
def after_drawing(hand: Hand, drawn: tuple[int, ...]) -> Hand:
    """Return the hand with the drawn cards sorted in."""
    return tuple(sorted((*hand, *drawn)))


@_remember
def own_turn(hand: Hand, distance: int, behind: int, parries: bool, indirect: bool) -> tuple[Action, ...]:
    """Return the actions of a turn: advances, steps back, direct attacks, indirect attacks.

    Each kind is sorted by card, then by number of cards. `distance` is at most `FAR`; `behind`, the squares
    between the fencer and its own end of the piste, at most `ROOM`.
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


@_remember
def direct_attacks(hand: Hand, distance: int, parries: bool) -> tuple[Action, ...]:
    """Return the direct attacks, fewest cards first; only one card attacks if `parries` is false."""
    held = hand.count(distance)
    return tuple(attack(distance, number) for number in range(1, (held if parries else min(held, 1)) + 1))


@_remember
def last_chance(hand: Hand, distance: int, parries: bool) -> tuple[Action, ...]:
    """Return the direct attacks, then the pass; empty if the hand cannot attack."""
    attacks = direct_attacks(hand, distance, parries)
    return (*attacks, NO_ATTACK) if attacks else ()


@_remember
def defence(hand: Hand, behind: int, against: Action) -> tuple[Action, ...]:
    """Return the parry, then the evasions, shortest first; the hit only if there is neither."""
    card, number = against.blades[0], len(against.blades)
    actions: list[Action] = []
    if hand.count(card) >= number:
        actions.append(parry(card, number))
    if against.step:
        actions += [evade(card) for card in CARD_VALUES if card in hand and card <= behind]
    return tuple(actions) or (TAKE_HIT,)

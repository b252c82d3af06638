"""Cards and moves as numbers, so that whoever counts many deals adds and shifts instead of sorting hands.

All tables are filled on first use and keep the latest, enough for one count after another.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import splits
from engine.en_garde.legal import Hand, defence, own_turn
from engine.en_garde.rules import CARD_VALUES, HAND_SIZE

Packed = int
"""Up to 14 cards in one number: four bits count those of each value, 1s in the lowest. To draw is to add.

The remainder by `DIGIT` is how many cards they are.
"""

BITS: Final = 4
DIGIT: Final = 15
WIDTH: Final = BITS * len(CARD_VALUES)
"""The bits of packed cards; at this place and above there are none."""

PLACES: Final = (WIDTH, *(min(BITS * number, WIDTH) for number in range(30)))
"""Where packed cards of each distance are counted, which for those that no card has is above all.

>>> 0x10201 >> PLACES[3] & DIGIT
2
"""

AHEAD: Final = 1 << 6 * BITS
BEHIND: Final = 1 << 7 * BITS

_remember = lru_cache(20_000)


def packed(cards: Iterable[int]) -> Packed:
    """Return cards as one number.

    >>> hex(packed((1, 3, 3, 5)))
    '0x10201'
    """
    return sum(1 << PLACES[card] for card in cards)


class Move(NamedTuple):
    """A legal action of a known hand at a known distance."""

    action: Action
    kept: Packed
    """The hand after playing."""
    step: int
    draws: int
    """How many cards fill the hand; none in a parry or a hit taken, after which nothing is drawn."""
    place: int
    """Where packed cards are counted that match the distance after the action."""
    blades: int
    """How many of these the other player needs to parry: 0 if it is no attack."""
    attack: Action | None
    """The action, if it is an attack."""
    is_indirect: bool
    """It is an attack that can be evaded."""
    key: int
    """If only the cards that match the distance count after the move: what is known of them; else 0."""

    def ending(self, unseen: Packed, known: int, lead: int) -> int:
        """Return all that the result depends on if the move has a key; four bits each, from the lowest.

        Unseen cards that match; the pile; own cards that match; blades; the place as a number of digits; how
        many cards of the opponent are known; whether the player is then ahead; whether it is behind.
        """
        side = AHEAD if lead > 0 else BEHIND if lead else 0
        return self.key | unseen >> self.place & DIGIT | known << 5 * BITS | side


def _move(action: Action, own: Packed, distance: int, pile: int, parries: bool) -> Move:
    kept = own - packed(action.cards)
    place = PLACES[distance - action.step]
    is_attack = action.kind in (Kind.ATTACK, Kind.ADVANCE_AND_ATTACK)
    blades = len(action.blades) if is_attack else 0
    draws = HAND_SIZE - kept % DIGIT if is_attack or action.step else 0
    is_indirect = is_attack and action.step != 0
    ends = 0 < pile <= draws and not is_indirect and (parries or not is_attack)
    key = ((place // BITS << BITS | blades) << BITS | kept >> place & DIGIT) << BITS | pile
    return Move(
        action,
        kept,
        action.step,
        draws,
        place,
        blades,
        action if is_attack else None,
        is_indirect,
        key << BITS if ends else 0,
    )


class Plan(NamedTuple):
    """What can be done with a hand, and which of it empties the pile."""

    moves: tuple[Move, ...]
    ends: tuple[tuple[int, int, int, int], ...]
    """Number, step, place and `Move.key` of each move that ends the round by the cards that match."""
    others: tuple[int, ...]
    """The numbers of all other moves."""


@_remember
def turn_plan(own: Packed, distance: int, room: int, pile: int, parries: bool, indirect: bool) -> Plan:
    """Return what `engine.en_garde.legal.own_turn` does, with so many cards left to draw."""
    return _plan(own, own_turn(_hand(own), distance, room, parries, indirect), distance, pile, parries)


@_remember
def defence_plan(own: Packed, distance: int, room: int, pile: int, against: Action) -> Plan:
    """Return what `engine.en_garde.legal.defence` does, with so many cards left to draw."""
    return _plan(own, defence(_hand(own), room, against), distance, pile, parries=True)


def _plan(own: Packed, legal: tuple[Action, ...], distance: int, pile: int, parries: bool) -> Plan:
    moves = tuple(_move(action, own, distance, pile, parries) for action in legal)
    numbered = tuple(enumerate(moves))
    return Plan(
        moves,
        tuple((number, move.step, move.place, move.key) for number, move in numbered if move.key),
        tuple(number for number, move in numbered if not move.key),
    )


def _hand(cards: Packed) -> Hand:
    return tuple(card for card in CARD_VALUES for _ in range(cards >> PLACES[card] & DIGIT))


Deal = tuple[Packed, Packed, int, int]
"""Cards drawn; cards left; both in one number, the left ones above; in how many ways it is dealt."""


@_remember
def deals(cards: Packed, size: int, share: float) -> tuple[tuple[Deal, ...], int]:
    """Return the deals of `size` of the cards, and how many ways they are in all.

    With a `share` below 1, the likeliest of them that together are so much of all.
    """
    every = [(packed(drawn), packed(left), ways) for drawn, left, ways in splits(_hand(cards), size)]
    found = tuple((drawn, left, drawn | left << WIDTH, ways) for drawn, left, ways in every)
    total = sum(ways for *_, ways in found)
    if share == 1:
        return found, total
    kept, reached = [], 0
    for deal in sorted(found, key=lambda deal: (-deal[-1], deal)):
        if reached >= share * total:
            break
        kept.append(deal)
        reached += deal[-1]
    return tuple(kept), reached

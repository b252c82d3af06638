"""Decks that lead to a chosen position."""

import re
from collections import Counter

from engine.en_garde.round import FULL_DECK
from engine.en_garde.rules import HAND_SIZE
from engine.game import Seat


def places_after(
    script: str, first: Seat = Seat.LEFT
) -> tuple[list[int | None], tuple[list[int], list[int]], list[int]]:
    """Return where the cards of a deck are after the actions of `script`.

    The result is the deck with only the played cards in it, the places of both hands, and those of the pile.
    """
    deck: list[int | None] = [None] * len(FULL_DECK)
    hands = (list(range(HAND_SIZE)), list(range(HAND_SIZE, 2 * HAND_SIZE)))
    pile = list(range(2 * HAND_SIZE, len(FULL_DECK)))
    seat = first
    for word in script.split():
        for card in re.findall("[1-5]", word):
            deck[hands[seat].pop(0)] = int(card)
        if not word.startswith("P"):
            missing = HAND_SIZE - len(hands[seat])
            hands[seat].extend(pile[:missing])
            pile = pile[missing:]
            seat = seat.other
    return deck, hands, pile


def stacked(
    script: str, left: str = "", right: str = "", pile: str = "", first: Seat = Seat.LEFT
) -> tuple[int, ...]:
    """Return a deck that allows the actions of `script`, then leaves these hands and next cards of the pile.

    All cards that nothing is said of come in ascending order. Raises ValueError if a value would need more
    than five cards.

    >>> "".join(map(str, stacked("+5 +4", left="12345", right="12345", pile="33")))
    '5123441234553311122234455'
    """
    deck, hands, drawn = places_after(script, first)
    for places, cards in zip((*hands, drawn), (left, right, pile), strict=True):
        for place, card in zip(places, cards, strict=False):
            deck[place] = int(card)
    rest = Counter(FULL_DECK)
    rest.subtract(card for card in deck if card is not None)
    if min(rest.values()) < 0:
        raise ValueError(f"there are only five cards of a value: {script} {left} {right} {pile}")
    others = rest.elements()
    return tuple(next(others) if card is None else card for card in deck)

"""Decks that lead to a chosen position."""

import re
from collections import Counter

from engine.en_garde.round import FULL_DECK
from engine.en_garde.rules import HAND_SIZE
from engine.game import Seat


def stacked(script: str, left: str, right: str, pile: str = "", first: Seat = Seat.LEFT) -> str:
    """Return a deck that allows the actions of `script`, then leaves these hands and next cards of the pile.

    All cards that nothing is said of come in ascending order. Raises ValueError if a value would need more
    than five cards.

    >>> stacked("+5 +4", left="12345", right="12345", pile="33")
    '5123441234553311122234455'
    """
    deck: list[str] = [""] * len(FULL_DECK)
    hands = [list(range(HAND_SIZE)), list(range(HAND_SIZE, 2 * HAND_SIZE))]
    drawn = list(range(2 * HAND_SIZE, len(FULL_DECK)))
    seat = first
    for word in script.split():
        for card in re.findall("[1-5]", word):
            deck[hands[seat].pop(0)] = card
        if not word.startswith("P"):
            missing = HAND_SIZE - len(hands[seat])
            hands[seat] += drawn[:missing]
            drawn = drawn[missing:]
            seat = seat.other
    for places, cards in zip((*hands, drawn), (left, right, pile), strict=True):
        for place, card in zip(places, cards, strict=False):
            deck[place] = card
    rest = Counter(map(str, FULL_DECK))
    rest.subtract(card for card in deck if card)
    if min(rest.values()) < 0:
        raise ValueError(f"there are only five cards of a value: {script} {left} {right} {pile}")
    others = rest.elements()
    return "".join(card or next(others) for card in deck)

"""The numbers of the cards in a hand, which stay the same through a turn."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.swords_and_shields import Card, DuelView

MOST_NUMBERED: Final = 9
"""The cards of a hand that have keys."""


def numbered_from_view(view: DuelView) -> tuple[Card, ...]:
    """Return the cards by the numbers with which a player's turn began, as far as the view tells.

    It does not tell which cards have been drawn since, so those are numbered as if they had been there.
    """
    is_own = view.turn is not None and view.turn is view.seat
    played = [play.action.card for play in view.last_turn if is_own and play.seat is view.seat]
    begun = [*view.hand, *(view.rules.cards.named(name) for name in played if name)]
    return tuple(sorted(begun, key=str)) if len(begun) <= MOST_NUMBERED else view.hand


def numbered(hand: Sequence[Card], before: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Return the cards by their numbers, from 1; some of them may have left the hand.

    Cards that were numbered before keep their numbers, also if they come back. Others get the next ones; the
    number of a card that has left is given again only when there are no more keys.
    """
    slots = list(before)
    known = Counter(before)
    for card in hand:
        if known[card]:
            known[card] -= 1
            continue
        free = [index for index, held in enumerate(in_hand(slots, hand)) if held is None]
        if len(slots) >= MOST_NUMBERED and free:
            slots[free[0]] = card
        else:
            slots.append(card)
    return tuple(slots)


def in_hand(slots: Sequence[Card], hand: Sequence[Card]) -> list[Card | None]:
    """Return the cards of the hand by their numbers, from 1; None for a number whose card has left."""
    held = Counter(hand)
    found: list[Card | None] = []
    for card in slots:
        found.append(card if held[card] else None)
        held[card] -= bool(held[card])
    return found

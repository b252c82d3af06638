"""The cards a player has drawn since their last action."""

from collections import Counter

from engine.en_garde import RoundView


def drawn_cards(before: RoundView, now: RoundView) -> Counter[int]:
    """Return the new cards in the hand since `before`, the same player's view before their last own action.

    Empty if either view shows no hand.
    """
    if before.seat is None or before.seat is not now.seat:
        return Counter()
    played = now.plays[len(before.plays)].action.cards
    return Counter(now.hand) - (Counter(before.hand) - Counter(played))

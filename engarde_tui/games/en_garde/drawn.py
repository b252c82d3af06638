"""What a player has drawn since the last time of choosing."""

from collections import Counter

from engine.en_garde import RoundView


def drawn_cards(before: RoundView, now: RoundView) -> Counter[int]:
    """The cards of the hand that are new since `before`, the same player's view before the last own action.

    Empty where either shows no hand.
    """
    if before.seat is None or before.seat is not now.seat:
        return Counter()
    played = now.plays[len(before.plays)].action.cards
    return Counter(now.hand) - (Counter(before.hand) - Counter(played))

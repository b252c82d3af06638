"""When a fencer draws, and which cards nobody has seen: what anybody at the table can count."""

from collections.abc import Iterable, Iterator

from engine.en_garde.actions import Action, Kind
from engine.en_garde.rules import CARD_VALUES, COPIES_OF_A_VALUE, HAND_SIZE, Rules
from engine.game import Seat

PILE_SIZE = len(CARD_VALUES) * COPIES_OF_A_VALUE - 2 * HAND_SIZE
"""The cards in the draw pile once both hands are dealt."""

_PARRY, _ATTACKS = Kind.PARRY, (Kind.ATTACK, Kind.ADVANCE_AND_ATTACK)


def drawn_after(rules: Rules, action: Action, held: int, pile: int) -> int:
    """Return how many cards are drawn after an action that leaves `held` cards, from a pile of so many.

    Hands are filled up after every turn; not after a parry, which the player's own turn follows, nor after an
    attack that cannot be parried, which ends the round.
    """
    if not pile or action.kind is _PARRY or (action.kind in _ATTACKS and not rules.parry):
        return 0
    return min(HAND_SIZE - held, pile)


def draws(rules: Rules, plays: Iterable[tuple[Seat, Action]]) -> Iterator[int]:
    """Yield how many cards were drawn after each action of a round."""
    sizes, pile = [HAND_SIZE, HAND_SIZE], PILE_SIZE
    for seat, action in plays:
        sizes[seat] -= len(action.cards)
        drawn = drawn_after(rules, action, sizes[seat], pile)
        sizes[seat] += drawn
        pile -= drawn
        yield drawn


def unseen(own: Iterable[int], actions: Iterable[Action]) -> list[int]:
    """Return how many cards of each value, from 1 on, are neither in the `own` hand nor played."""
    left = [0, *[COPIES_OF_A_VALUE] * len(CARD_VALUES)]
    for card in own:
        left[card] -= 1
    for action in actions:
        for card in action.cards:
            left[card] -= 1
    return left

"""The strongest level: searches widely through what it can do in a turn, and judges where it would end."""

from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from engine.bot import Bot, Hint
from engine.swords_and_shields.actions import Action
from engine.swords_and_shields.bots.planner import best_action, turn_plans
from engine.swords_and_shields.bots.value import PLAIN
from engine.swords_and_shields.cards import Card, Colour, Suit
from engine.swords_and_shields.view import DuelView

WIDTH: Final = 24
DEPTH: Final = 8


def master_worth(card: Card) -> float:
    """Return what it is worth to draw a card: a strong sword more than its share, a shield less."""
    if card.is_buff:
        return 1.5 * card.bonus
    if card.is_duff:
        return -2.0 * card.toll
    grey = 1.0 if card.colour is Colour.GREY else 0.0
    worth: float = card.strength**1.2 + grey + 0.3 * card.stones
    return worth * (0.65 if card.suit is Suit.SHIELD else 1.0)


JUDGE: Final = replace(PLAIN, worth=master_worth, deck=1.5, hand_cards=1.0, blow=0.5)
"""The judgement of the master; docs/swords-and-shields-bots.md tells how it came about."""

_FORECAST: Final = replace(JUDGE, deck=0.9, idle=1.0)
"""The judgement that the chance to win is told by: a hoard of shields wins no duel, a deck alone not many."""

_DOUBT: Final = 4.0
"""The master might as well play a plan that is worth so little less than the best."""

_EVEN: Final = 15.0
"""The value at which the chance to win is 50%: the opponent is to move."""

_SCALE: Final = 60.0
"""How much more it takes for 73%."""


class Master(Bot):
    """Plans its turn again before each action, with what it has learned since the last."""

    def choose(self, view: DuelView, score: tuple[int, int], source: Random) -> Action:
        """Return the first action of the best plan it finds."""
        return best_action(view, JUDGE, WIDTH, DEPTH, source)


def hint(view: DuelView) -> Hint:
    """Return what the master would play in the turn of whose view this is; equal views, equal hints.

    An action has odds if it begins a plan that is nearly as good as the best; the odds say how nearly.
    """
    found = turn_plans(view, JUDGE, WIDTH, DEPTH, Random(len(view.plays)))
    best = found[0].value
    worth: dict[Action, float] = {}
    for plan in found:
        if plan.action in view.legal:
            worth.setdefault(plan.action, exp(max(-50.0, (plan.value - best) / _DOUBT)))
    likely = {action: weight for action, weight in worth.items() if weight > 0.1} or {view.legal[-1]: 1.0}
    total = sum(likely.values())
    odds = {action: weight / total for action, weight in likely.items()}
    first = next(iter(odds))
    actions = next((plan.actions for plan in found if plan.action == first), ())
    assert view.turn is not None
    forecast = _FORECAST.value(end := found[0].end, view.turn, _FORECAST.worths(end))
    chance = 1 / (1 + exp((_EVEN - max(-300.0, min(300.0, forecast))) / _SCALE))
    return Hint(odds, chance, actions or (first,), plays_best=True)

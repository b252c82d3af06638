"""The strongest level: searches widely through what it can do in a turn, and judges where it would end."""

from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from engine.bots.bot import Bot, Opinion
from engine.swords_and_shields.actions import Action
from engine.swords_and_shields.bots.planner import best_action, turn_plans
from engine.swords_and_shields.bots.value import PLAIN
from engine.swords_and_shields.view import DuelView

WIDTH: Final = 24
DEPTH: Final = 8

JUDGE: Final = replace(PLAIN, deck=1.3)
"""The judgement of the master; docs/swords-and-shields-bots.md tells how it came about."""

_DOUBT: Final = 4.0
"""The master might as well play a plan that is worth so little less than the best."""

_SCALE: Final = 45.0
"""The value at which the chance to win is 73%."""


class Master(Bot):
    """Plans its turn again before each action, with what it has learned since the last."""

    def choose(self, view: DuelView, score: tuple[int, int], source: Random) -> Action:
        """Return the first action of the best plan it finds."""
        return best_action(view, JUDGE, WIDTH, DEPTH, source)


def opinion(view: DuelView) -> Opinion:
    """Return the master's opinion of the turn of the player whose view this is; equal views, equal opinions.

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
    return Opinion(odds, 1 / (1 + exp(-max(-300.0, min(300.0, best)) / _SCALE)))

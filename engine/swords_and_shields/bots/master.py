"""The strongest level: searches widely through what it can do in a turn, and judges where it would end."""

from dataclasses import replace
from random import Random
from typing import Final

from engine.bots.bot import Bot
from engine.swords_and_shields.actions import Action
from engine.swords_and_shields.bots.guess import guess
from engine.swords_and_shields.bots.planner import plans
from engine.swords_and_shields.bots.trial import Trial
from engine.swords_and_shields.bots.value import PLAIN
from engine.swords_and_shields.view import DuelView

WIDTH: Final = 24
DEPTH: Final = 8

JUDGE: Final = replace(PLAIN, deck=1.3)
"""The judgement of the master; docs/swords-and-shields-bots.md tells how it came about."""


class Master(Bot):
    """Plans its turn again before each action, with what it has learned since the last."""

    def choose(self, view: DuelView, score: tuple[int, int], source: Random) -> Action:
        """Return the first action of the best plan it finds."""
        if len(view.legal) == 1:
            return view.legal[0]
        action = plans(Trial.of(guess(view, source)), JUDGE, WIDTH, DEPTH)[0].action
        return action if action in view.legal else view.legal[-1]

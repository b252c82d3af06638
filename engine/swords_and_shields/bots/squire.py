"""The middle level: tries what it can do in a turn and judges where it would end by a rule of thumb."""

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

WIDTH: Final = 3
DEPTH: Final = 4

JUDGE: Final = replace(PLAIN, deck=0.6)
"""It thinks more of the next blow than of a better deck."""


class Squire(Bot):
    """Plans its own turn, and does not think of what the opponent will do."""

    def choose(self, view: DuelView, score: tuple[int, int], source: Random) -> Action:
        """Return the first action of the best plan it finds."""
        if len(view.legal) == 1:
            return view.legal[0]
        action = plans(Trial.of(guess(view, source)), JUDGE, WIDTH, DEPTH)[0].action
        return action if action in view.legal else view.legal[-1]

"""The middle level: tries what it can do in a turn and judges where it would end by a rule of thumb."""

from dataclasses import replace
from random import Random
from typing import Final

from engine.bot import Bot
from engine.swords_and_shields.actions import Action
from engine.swords_and_shields.bots.planner import best_action
from engine.swords_and_shields.bots.value import PLAIN
from engine.swords_and_shields.view import DuelView

WIDTH: Final = 5
DEPTH: Final = 6

JUDGE: Final = replace(PLAIN, deck=0.6)
"""It thinks more of the next blow than of a better deck."""


class Squire(Bot):
    """Plans its own turn, and does not think of what the opponent will do."""

    def choose(self, view: DuelView, score: tuple[int, int], source: Random) -> Action:
        """Return the first action of the best plan it finds."""
        return best_action(view, JUDGE, WIDTH, DEPTH, source)

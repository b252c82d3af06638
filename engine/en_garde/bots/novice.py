"""A beginner: hits when it can, parries when it must, and otherwise moves at random."""

from random import Random
from typing import Final

from engine.bot import Bot
from engine.en_garde.actions import Action, Kind
from engine.en_garde.view import RoundView

NOTICED: Final = 0.5
"""How often it notices an indirect attack."""


class Novice(Bot):
    """Plays the obvious."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return the parry or the strongest attack it notices, else a move, mostly forwards."""
        legal = view.legal
        if view.attack is not None:
            return legal[0] if legal[0].kind is Kind.PARRY else source.choice(legal)
        hits = [action for action in legal if action.kind is Kind.ATTACK]
        if hits:
            return hits[-1]
        indirect = [action for action in legal if action.kind is Kind.ADVANCE_AND_ATTACK]
        if indirect and source.random() < NOTICED:
            return max(indirect, key=lambda action: len(action.blades))
        moves = [action for action in legal if not action.blades]
        return source.choices(moves, [2 if action.step > 0 else 1 for action in moves])[0]

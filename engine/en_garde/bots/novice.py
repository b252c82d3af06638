"""A beginner: hits when it can, parries when it must, and otherwise moves without much thought."""

from random import Random
from typing import Final

from engine.bots.bot import Bot
from engine.en_garde.actions import Action, Kind
from engine.en_garde.view import RoundView

NOTICED: Final = 0.5
"""How often it sees that an advance would lead straight into an attack."""


class Novice(Bot):
    """Sees what is in front of it."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """The strongest attack or the parry it sees; else a move, forwards twice as likely as back."""
        legal = view.legal
        if view.attack is not None:
            return legal[0] if legal[0].kind is Kind.PARRY else source.choice(legal)
        hits = [action for action in legal if action.kind is Kind.ATTACK]
        if hits:
            return hits[-1]
        lunges = [action for action in legal if action.kind is Kind.ADVANCE_AND_ATTACK]
        if lunges and source.random() < NOTICED:
            return max(lunges, key=lambda action: len(action.blades))
        moves = [action for action in legal if not action.blades]
        return source.choices(moves, [2 if action.step > 0 else 1 for action in moves])[0]

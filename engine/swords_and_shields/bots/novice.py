"""A beginner: buys what it can, attacks, lays out the rest, and thinks of an effect now and then."""

from random import Random
from typing import Final

from engine.bot import Bot
from engine.swords_and_shields.actions import Action, Kind
from engine.swords_and_shields.view import DuelView

USES: Final = 0.15
"""How often it thinks of an effect."""

_LIKED: Final = (Kind.BUY, Kind.ATTACK, Kind.LAY)
"""What it does first, if it can."""


class Novice(Bot):
    """Plays the obvious."""

    def choose(self, view: DuelView, score: tuple[int, int], source: Random) -> Action:
        """Return a purchase, an attack or a card to lay out, at random among those, or end the turn."""
        legal = view.legal
        if view.pending is not None:
            return source.choice(legal)
        uses = [action for action in legal if action.kind is Kind.USE]
        if uses and source.random() < USES:
            return source.choice(uses)
        for kind in _LIKED:
            liked = [action for action in legal if action.kind is kind and not _is_duff(view, action)]
            if liked:
                return source.choice(liked)
        return legal[-1]


def _is_duff(view: DuelView, action: Action) -> bool:
    """Return whether the action lays out a duff."""
    return action.kind is Kind.LAY and action.card.startswith("d")

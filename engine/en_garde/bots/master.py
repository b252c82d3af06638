"""The master: plays as its judge says, by the network's odds until the last cards can be counted."""

from random import Random
from typing import Final

from engine.bot import Bot
from engine.en_garde.actions import Action
from engine.en_garde.bots.judge import MASTER, Budget, Judge
from engine.en_garde.bots.policy import network
from engine.en_garde.view import RoundView


class Master(Bot):
    """Plays by the odds of its judge."""

    def __init__(self, budget: Budget = MASTER) -> None:
        """Let the judge do this much work."""
        self.budget: Final = budget

    def get_ready(self) -> None:
        """Read the network."""
        network()

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return an action drawn by the odds of its judge."""
        if len(view.legal) == 1:
            return view.legal[0]
        odds: dict[Action, float] = Judge(view, self.budget).hint.odds
        return source.choices(list(odds), list(odds.values()))[0]

"""What a bot is: somebody who sees a view and answers with an action."""

from abc import abstractmethod
from random import Random
from typing import Protocol

from engine.en_garde.actions import Action
from engine.en_garde.view import RoundView


class Bot(Protocol):
    """A player; it sees exactly what a person in its seat sees."""

    @abstractmethod
    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """One of `view.legal`, given the rounds won so far by left and right; chance comes from `source`.

        Raises ForfeitError where the bot cannot go on.
        """

    def finish(self, view: RoundView) -> None:
        """See how the round ended."""

    def close(self) -> None:
        """Let go of what the bot holds; it can be asked again."""

    def dismiss(self) -> None:
        """Let go for good: it is not asked any more."""
        self.close()


class ForfeitError(Exception):
    """The bot has crashed, answered nonsense or not answered; the message says which."""

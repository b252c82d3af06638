"""What a bot is: somebody who sees a view and answers with an action."""

from abc import abstractmethod
from random import Random
from typing import Any, NamedTuple, Protocol


class Bot(Protocol):
    """A player; it sees exactly what a person in its seat sees."""

    @abstractmethod
    def choose(self, view: Any, score: tuple[int, int], source: Random) -> Any:
        """One of `view.legal`, given the rounds won so far by left and right; chance comes from `source`.

        Raises ForfeitError where the bot cannot go on.
        """

    def finish(self, view: Any) -> None:
        """See how the round ended."""

    def close(self) -> None:
        """Let go of what the bot holds; it can be asked again."""

    def dismiss(self) -> None:
        """Let go for good: it is not asked any more."""
        self.close()


class Opinion(NamedTuple):
    """What a bot thinks of a turn."""

    odds: dict[Any, float]
    """How likely it would play each legal action, the likeliest first; they add up to 1."""
    chance: float
    """Its chance of winning the round, 0 to 1, a draw counted as half a win."""


class ForfeitError(Exception):
    """The bot has crashed, answered nonsense or not answered; the message says which."""

"""The interface of bots."""

from abc import abstractmethod
from random import Random
from typing import Any, NamedTuple, Protocol


class Bot(Protocol):
    """A computer player; it sees exactly what a human in its seat would see."""

    @abstractmethod
    def choose(self, view: Any, score: tuple[int, int], source: Random) -> Any:
        """Return one of `view.legal`.

        `score` holds the rounds won by left and right; all randomness comes from `source`. Raises
        ForfeitError if the bot cannot go on.
        """

    def get_ready(self) -> None:
        """Load now what would take long at the first question."""
        return

    def finish(self, view: Any) -> None:
        """Take note of how the round ended."""
        return

    def close(self) -> None:
        """Release the bot's resources; it can be used again."""
        return

    def dismiss(self) -> None:
        """Release the bot's resources for good."""
        self.close()


class Opinion(NamedTuple):
    """A bot's judgement of a turn."""

    odds: dict[Any, float]
    """The probability of each action the bot might play, most likely first; they add up to 1."""
    chance: float
    """The chance that the player to act wins the round, 0 to 1; a draw counts as half a win."""
    plan: tuple[Any, ...] = ()
    """The likeliest action and what the bot would play after it, if it plans ahead."""
    plays_best: bool = False
    """Whether the bot always plays the first action; its odds then say how nearly as good others are."""
    is_counted: bool = False
    """The chance is exact: it follows from the cards alone, and not from the bot's judgement."""


class ForfeitError(Exception):
    """The bot failed; the message says how, as a verb phrase such as "exited with status 1"."""

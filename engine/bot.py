"""Computer players, which see only what a human in their seat would see, and the levels that they play at.

A level is a bot of its own, or a mix of two for the steps between.
"""

from abc import abstractmethod
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, NamedTuple, Protocol

PREFIX: Final = "bot:"
"""Begins the name of a player that is a bot."""

CHANCE: Final = "chance"
"""The name, in a mix, of a bot that plays any legal action."""


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


class Hint(NamedTuple):
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


class Mix(NamedTuple):
    """Two bots, by name, that play one level's actions by turns, as chance has it."""

    weaker: str
    stronger: str
    share: float
    """How many of the actions the stronger one plays, 0 to 1."""


class Level(NamedTuple):
    """A step of a game's ladder."""

    character: str
    """How it plays, in a few words."""
    rating: int
    """Its strength: 400 more wins ten rounds for each one lost. Measured by docs/standings.py."""
    mix: Mix | None = None
    """What it is mixed of; None for a bot of its own."""
    extra: tuple[str, str] | None = None
    """A package that it needs, and the extra of this program that installs it; None if it needs none."""

    @property
    def is_here(self) -> bool:
        """Whether what it needs is installed."""
        return self.extra is None or find_spec(self.extra[0]) is not None


class Chance(Bot):
    """Plays any legal action."""

    def choose(self, view: Any, score: tuple[int, int], source: Random) -> Any:
        """Return one of the legal actions, all equally likely."""
        return source.choice(view.legal)


class Mixed(Bot):
    """Plays each action as one of two bots would; neither may rely on having played the others."""

    def __init__(self, weaker: Bot, stronger: Bot, share: float) -> None:
        """Play as `stronger` in a `share` of the actions, 0 to 1."""
        self._weaker = weaker
        self._stronger = stronger
        self._share = share

    def choose(self, view: Any, score: tuple[int, int], source: Random) -> Any:
        """Draw the bot, and return its action."""
        bot = self._stronger if source.random() < self._share else self._weaker
        return bot.choose(view, score, source)

    def get_ready(self) -> None:
        """Get both bots ready."""
        self._weaker.get_ready()
        self._stronger.get_ready()

    def finish(self, view: Any) -> None:
        """Let both bots take note."""
        self._weaker.finish(view)
        self._stronger.finish(view)

    def close(self) -> None:
        """Release the resources of both bots."""
        self._weaker.close()
        self._stronger.close()


def create(name: str, levels: Mapping[str, Level], package: str) -> Bot:
    """Create the bot called `name`: a mix if `levels` say so, else the class in its module of `package`."""
    if name == CHANCE:
        return Chance()
    mix = levels[name].mix if name in levels else None
    if mix is not None:
        weaker, stronger = (create(part, levels, package) for part in (mix.weaker, mix.stronger))
        return Mixed(weaker, stronger, mix.share)
    kind: type[Bot] = getattr(import_module(f"{package}.{name}"), name.title())
    return kind()

"""Levels to play against: a few bots, and mixes of two of them for the steps between."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple

from engine.bots.bot import Bot

CHANCE: Final = "chance"
"""The name, in a mix, of a bot that plays any legal action."""


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

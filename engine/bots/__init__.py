"""Players that see what a person in their seat sees, and answer with an action."""

from importlib import import_module
from typing import Final

from engine.bots.bot import Bot, ForfeitError

LEVELS: Final = ("novice", "fencer", "master")
"""The opponents, the weakest first."""

REFERENCES: Final = ("threshold", "playout")
"""Bots to measure others by, in the arena only."""

PREFIX: Final = "bot:"
"""How the name of a player that is a bot begins."""

__all__ = ["LEVELS", "PREFIX", "REFERENCES", "Bot", "ForfeitError", "bot_named"]


def bot_named(name: str) -> Bot:
    """The bot of a level or a reference, or else the program that `name` is a command for.

    Raises ValueError for what is no command line.
    """
    # Most matches are played between people: a bot is imported when it is wanted.
    if name in LEVELS or name in REFERENCES:
        bot: type[Bot] = getattr(import_module(f"engine.en_garde.bots.{name}"), name.title())
        return bot()
    from engine.bots.program import Program

    return Program(name)

"""The bot that a name stands for: a level of its game, or a program."""

from engine.bot import Bot
from engine.game import Game


def bot_named(game: Game, name: str) -> Bot:
    """Create the level or reference `name` of `game`, or the program that `name` is the command of.

    Raises ValueError if `name` is none of these.
    """
    # Imported on demand, since most matches need no bot.
    if name in (*game.levels, *game.references):
        return game.bot(name)
    from engine.program import Program

    return Program(game, name)

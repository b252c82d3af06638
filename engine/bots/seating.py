"""Which bot a name means."""

from engine.bots.bot import Bot
from engine.game import Game


def bot_named(game: Game, name: str) -> Bot:
    """The bot of a level or a reference of `game`, or else the program that `name` is a command for.

    Raises ValueError for what is no command line.
    """
    # Most matches are played between people: a bot is imported when it is wanted.
    if name in (*game.levels, *game.references):
        return game.bot(name)
    from engine.bots.program import Program

    return Program(game, name)

"""Who sits where: people, and bots by name; told in the header of a match's record."""

import shlex
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from shutil import which
from typing import Final

from engine.bots import PREFIX, Bot
from engine.bots.seating import bot_named
from engine.game import Game, Seat
from engine.match import MAX_NAME

_KEYS: Final = ("Left-Bot", "Right-Bot")
_LONGEST_COMMAND: Final = 200
"""A longer one could not be shown whole to who has to agree to it."""


@dataclass(frozen=True, slots=True)
class Players:
    """The names of both players, and of those that are bots which: a level, or a program's command."""

    game: Game
    names: tuple[str, str]
    bots: tuple[str | None, str | None] = (None, None)
    missing: tuple[str, ...] = ()
    """Bots of a record that cannot play here; persons play for them."""

    @classmethod
    def parse(cls, game: Game, left: str, right: str, *, programs: bool = True) -> "Players":
        """Players as the command line names them: "Anna", "bot:master", "bot:python3 my_bot.py".

        Raises ValueError where there is no such bot, or no person among them, or no `programs` may be run.
        """
        words = (left.strip(), right.strip())
        bots = [bot_of(game, word) for word in words]
        for word, bot in zip(words, bots, strict=True):
            if bot is not None:
                if not programs and bot not in game.levels:
                    raise ValueError(
                        f"the bots here are {', '.join(game.levels)}: programs run on your own machine"
                    )
                check_bot(bot, game)
            elif word.lower() in game.levels:
                raise ValueError(f"{word!r} is a bot's name: write {PREFIX}{word.lower()}, or choose another")
        if None not in bots:
            raise ValueError(
                "one of the two has to be a person: engarde arena measures bots against each other"
            )
        names = [word if bot is None else bot_title(bot, game) for word, bot in zip(words, bots, strict=True)]
        if names[0] == names[1]:
            names = [
                name if bot is None else f"{name[: MAX_NAME - 6]} (bot)"
                for name, bot in zip(names, bots, strict=True)
            ]
        return cls(game, (names[0], names[1]), (bots[0], bots[1]))

    @classmethod
    def recorded(cls, game: Game, names: tuple[str, str], others: Iterable[tuple[str, str]]) -> "Players":
        """The players of a record, by its names and its further header lines.

        A bot that cannot play here has a person in its place, and so have two: bots need somebody to play.
        """
        told = dict(others)
        named = [told.get(key) for key in _KEYS]
        left, right = [_playable(bot, game) if None in named else None for bot in named]
        seats = zip(named, (left, right), strict=True)
        return cls(
            game, names, (left, right), tuple(bot for bot, seated in seats if bot is not None and not seated)
        )

    @property
    def header(self) -> tuple[tuple[str, str], ...]:
        """The header lines that tell of the bots."""
        return tuple((key, bot) for key, bot in zip(_KEYS, self.bots, strict=True) if bot is not None)

    @property
    def program(self) -> str | None:
        """The command of the bot that is a program, where one is: to be run only if the user wants it."""
        return next((bot for bot in self.bots if bot is not None and bot not in self.game.levels), None)

    @property
    def person(self) -> Seat | None:
        """The seat of the only person; None where two people play."""
        people = [seat for seat in Seat if self.bots[seat] is None]
        return people[0] if len(people) == 1 else None

    def without_program(self) -> "Players":
        """The same with a person in the place of the program."""
        left, right = (bot if bot in self.game.levels else None for bot in self.bots)
        return Players(self.game, self.names, (left, right))

    def seat_bots(self) -> tuple[Bot | None, Bot | None]:
        """The bots, ready to play; raises ValueError where there is no such bot."""
        left, right = (None if bot is None else bot_named(self.game, bot) for bot in self.bots)
        return left, right


def bot_of(game: Game, word: str) -> str | None:
    """The bot that a word like "bot:master" names; None for a person's name."""
    if not word.lower().startswith(PREFIX):
        return None
    bot = word[len(PREFIX) :].strip()
    return bot.lower() if bot.lower() in (*game.levels, *game.references) else bot


def _playable(bot: str | None, game: Game) -> str | None:
    if bot is not None:
        with suppress(ValueError):
            check_bot(bot, game)
            return bot
    return None


def check_bot(bot: str, game: Game, *, arena: bool = False) -> None:
    """Raise ValueError unless it is a bot of `game`, or a program's command; references only in the arena."""
    known = (*game.levels, *game.references) if arena else game.levels
    names = ", ".join(f"{PREFIX}{name}" for name in known)
    if bot in known:
        return
    if bot in game.references:
        raise ValueError(f"{PREFIX}{bot} plays in the arena only: choose {names}, or a command")
    if not bot.isprintable():
        raise ValueError("a bot's command holds printable characters only")
    if len(bot) > _LONGEST_COMMAND:
        raise ValueError(f"a bot's command has at most {_LONGEST_COMMAND} characters")
    try:
        words = shlex.split(bot)
    except ValueError as error:
        raise ValueError(f"{bot!r} is no command: {error}") from None
    if words and PurePath(words[0]).suffix and Path(words[0]).is_file() and which(words[0]) is None:
        raise ValueError(f"{words[0]} cannot be run: say what runs it, as in bot:python3 {words[0]}")
    if not words or which(words[0]) is None:
        raise ValueError(f"there is no bot {bot!r}: choose {names}, or give the command of a program")


def bot_title(bot: str, game: Game) -> str:
    """What a bot is called at the table."""
    if bot in game.levels:
        return bot.capitalize()
    words = shlex.split(bot)
    file = next((word for word in words if PurePath(word).suffix and word[0] != "-"), words[0])
    return PurePath(file).stem[:MAX_NAME].strip() or "Program"

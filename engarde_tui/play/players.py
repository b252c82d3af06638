"""Who sits where: humans, and bots by name, as a record's header lines say."""

import re
from collections.abc import Iterable
from contextlib import suppress
from os.path import isfile
from pathlib import PurePath
from shutil import which
from typing import Final, NamedTuple

from engine.bot import PREFIX, Bot
from engine.command import command_words
from engine.game import Game, Seat, games
from engine.message import message
from engine.names import MAX_NAME, identity, is_printable, typed_name
from engine.seating import bot_named

_KEYS: Final = ("Left-Bot", "Right-Bot")
_PYTHON: Final = re.compile(r"(python|pypy)\d+(\.\d+)*\w*(-dbg)?")
_LONGEST_COMMAND: Final = 200
"""Characters: the question whether to run a command must show all of it."""


class Players(NamedTuple):
    """The names of both players, and for each bot its level or its program's command."""

    game: Game
    names: tuple[str, str]
    bots: tuple[str | None, str | None] = (None, None)
    missing: tuple[str, ...] = ()
    """Bots of a record that cannot play here; humans play for them."""

    @classmethod
    def parse(
        cls,
        game: Game,
        left: str,
        right: str,
        *,
        programs: bool = True,
        person: str = "",
        bots_only: bool = False,
    ) -> "Players":
        """Return the players that two words name: "Anna", "bot:master", "bot:python3 my_bot.py".

        The name of `person` is theirs even if a level is called so. Raises ValueError if `typed_name` refuses
        another name, if both are one person's, if there is no such bot, for a program unless `programs` is
        set, or if both are bots unless `bots_only` is.
        """
        words = (left.strip(), right.strip())
        bots = [None if word == person else bot_of(game, word) for word in words]
        for word, bot in zip(words, bots, strict=True):
            if bot is not None:
                if not programs and bot not in game.levels:
                    raise ValueError(
                        message(
                            "the bots here are {bots}: programs run on your own machine",
                            bots=", ".join(game.levels),
                        )
                    )
                check_bot(bot, game)
            elif word != person and (level := identity(typed_name(word)).lower()) in game.levels:
                raise ValueError(
                    message(
                        "{name!r} is a bot's name: write {bot}, or choose another",
                        name=word,
                        bot=f"{PREFIX}{level}",
                    )
                )
        if None not in bots and not bots_only:
            raise ValueError(message("at least one player must be human: use engarde play to watch two bots"))
        names = [word if bot is None else bot_title(bot, game) for word, bot in zip(words, bots, strict=True)]
        is_same = identity(names[0]) == identity(names[1])
        if is_same and None not in bots:
            names = [f"{name[: MAX_NAME - 2]} {number}" for number, name in enumerate(names, 1)]
        elif is_same and bots == [None, None]:
            raise ValueError(
                message("the two players need different names, not {name!r} twice", name=names[0])
            )
        elif is_same:
            names = [
                name if bot is None else f"{name[: MAX_NAME - 6]} (bot)"
                for name, bot in zip(names, bots, strict=True)
            ]
        return cls(game, (names[0], names[1]), (bots[0], bots[1]))

    @classmethod
    def recorded(cls, game: Game, names: tuple[str, str], others: Iterable[tuple[str, str]]) -> "Players":
        """Return the players of a record, from its names and header lines.

        A human replaces a bot that cannot play here, and both bots if there are two: somebody has to play.
        """
        named = recorded_bots(others)
        left, right = [_playable(bot, game) if None in named else None for bot in named]
        seats = zip(named, (left, right), strict=True)
        return cls(
            game, names, (left, right), tuple(bot for bot, seated in seats if bot is not None and not seated)
        )

    @property
    def header(self) -> tuple[tuple[str, str], ...]:
        """The header lines that name the bots."""
        return tuple((key, bot) for key, bot in zip(_KEYS, self.bots, strict=True) if bot is not None)

    @property
    def program(self) -> str | None:
        """The command of the bot that is a program, None if there is none; ask the user before running it."""
        return next((bot for bot in self.bots if bot is not None and bot not in self.game.levels), None)

    @property
    def person(self) -> Seat | None:
        """The seat of the only human; None if two humans play."""
        people = [seat for seat in Seat if self.bots[seat] is None]
        return people[0] if len(people) == 1 else None

    def without_program(self) -> "Players":
        """Return the same players with a human in place of the program."""
        left, right = (bot if bot in self.game.levels else None for bot in self.bots)
        return Players(self.game, self.names, (left, right))

    def against_next_level(self) -> "Players | None":
        """Return the same human against the next stronger level; None if there is none, or no level plays."""
        levels, seat = list(self.game.levels), self.person
        if seat is None or (bot := self.bots[seat.other]) not in levels[:-1]:
            return None
        name, stronger = self.names[seat], f"{PREFIX}{levels[levels.index(bot) + 1]}"
        words = (name, stronger) if seat is Seat.LEFT else (stronger, name)
        return Players.parse(self.game, *words, person=name)

    def seat_bots(self) -> tuple[Bot | None, Bot | None]:
        """Return the bots by seat, ready to play; raises ValueError if there is no such bot."""
        left, right = (None if bot is None else bot_named(self.game, bot) for bot in self.bots)
        return left, right


def own_name(text: str) -> str:
    """Return the name that a player has typed, trimmed; raises ValueError if it is not one, or a bot's."""
    name = typed_name(text)
    levels = {level for game in games().values() for level in game.levels}
    if (seen := identity(name).lower()).startswith(PREFIX) or seen in levels:
        raise ValueError(message("{name!r} is a bot's name: choose another", name=name))
    return name


def recorded_bots(others: Iterable[tuple[str, str]]) -> tuple[str | None, str | None]:
    """Return the level or the command of each seat's bot, from the header lines of a record."""
    values = dict(others)
    left, right = (values.get(key) for key in _KEYS)
    return left, right


def bot_of(game: Game, word: str) -> str | None:
    """Return the bot that a word like "bot:master" names; None for a human's name."""
    if not identity(word).lower().startswith(PREFIX):
        return None
    bot = word.partition(":")[2].strip()
    known = (*game.levels, *game.missing_levels, *game.references)
    return bot.lower() if bot.lower() in known else bot


def _playable(bot: str | None, game: Game) -> str | None:
    if bot is not None:
        with suppress(ValueError):
            check_bot(bot, game)
            return bot
    return None


def check_bot(bot: str, game: Game, *, arena: bool = False) -> None:
    """Raise ValueError unless `bot` is a bot of `game` or a command; references count only in the `arena`."""
    known = (*game.levels, *game.references) if arena else game.levels
    names = ", ".join(known)
    if bot in known:
        return
    if missing := game.missing_levels.get(bot):
        package, extra = missing.extra or ("", "")
        command = f"pip install 'engarde-tui[{extra}]'"
        raise ValueError(
            message("{bot} needs {package}: {command}", bot=bot, package=package, command=command)
        )
    if bot in game.references:
        raise ValueError(message("{bot} is for the arena: choose {bots}", bot=bot, bots=names))
    if not is_printable(bot):
        raise ValueError(message("a bot's command must be printable"))
    if len(bot) > _LONGEST_COMMAND:
        raise ValueError(message("a bot's command has at most {number} characters", number=_LONGEST_COMMAND))
    words = command_words(bot)
    if words and PurePath(words[0]).suffix and isfile(words[0]) and which(words[0]) is None:
        raise ValueError(
            message(
                "{file} cannot be run directly: name its interpreter, as in bot:python3 {file}", file=words[0]
            )
        )
    if not words or which(words[0]) is None:
        # Here, because it takes a while to load.
        from difflib import get_close_matches

        for close in get_close_matches(bot.lower(), known, 1):
            raise ValueError(message("there is no bot {bot!r}: did you mean {close}?", bot=bot, close=close))
        raise ValueError(message("there is no bot {bot!r}: choose {bots}", bot=bot, bots=names))


def bot_title(bot: str, game: Game) -> str:
    """Return the name of a bot at the table, at most 16 characters."""
    if bot in game.levels:
        return bot.capitalize()
    words = command_words(bot)
    file = next((word for word in words if _is_script(word)), words[0])
    return identity(PurePath(file).stem)[:MAX_NAME].strip() or "Program"


def _is_script(word: str) -> bool:
    """Return whether a word of a command is a file with a suffix; the version in python3.11 is not one."""
    path = PurePath(word)
    return bool(path.suffix) and not word.startswith("-") and not _PYTHON.fullmatch(path.name)

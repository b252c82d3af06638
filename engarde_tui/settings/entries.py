"""The settings: what a player can choose, what is chosen by default, and which values are allowed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from engarde_tui.language import LANGUAGES
from engarde_tui.play.bot_turns import BOT_PACE
from engarde_tui.play.client import CURTAIN_DELAY
from engarde_tui.play.live_match import STARTERS
from engine.game import games
from engine.match import MAX_TARGET
from engine.message import Message, message
from engine.names import is_printable, typed_name

AUTO: Final = "auto"
"""The theme that suits the terminal, and the language that it asks for."""

LAST_GAME: Final = "last"
"""The game that was played last."""

_LONGEST_PAUSE: Final = 10.0
"""Seconds."""

_LONGEST_TEXT: Final = 200
"""Characters of rules and of a bot; the rules of a duel with a player's own cards are longer."""


class Motion(StrEnum):
    """Whether actions are animated."""

    AUTO = "auto"
    """On, but not over SSH."""
    ON = "on"
    OFF = "off"


class Characters(StrEnum):
    """What the screen is drawn with."""

    AUTO = "auto"
    """What the terminal's language settings allow."""
    ASCII = "ascii"
    UNICODE = "unicode"
    """Everything, whatever the terminal says; at home only what standard output can encode."""


@dataclass(frozen=True)
class Setup:
    """How a game was set up last; the form offers it again."""

    rules: str = ""
    """In the words of a record; "" if they are unknown or too long."""
    target: int | None = None
    """Rounds to win."""
    bot: str = ""
    """The last bot, a level or a command; "" for a good match."""
    starter: str = STARTERS[0]


@dataclass(frozen=True)
class Settings:
    """Everything a player can choose, and what the form for a new match offers."""

    name: str = ""
    """The player's; "" until the player tells it."""
    opponent: str = "Bruno"
    game: str = LAST_GAME
    language: str = AUTO
    theme: str = AUTO
    motion: Motion = Motion.AUTO
    characters: Characters = Characters.AUTO
    mouse: bool = True
    bot_pace: float = BOT_PACE
    curtain_delay: float = CURTAIN_DELAY
    bell: bool = False
    lines: bool = False
    """Whether the program speaks in lines instead of drawing a screen."""
    say: str = ""
    """The command of a program that is given each message; "" for none."""
    confirm_leaving: bool = True
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys of bindings that are not the default ones: Textual's names by the binding's id."""
    setups: Mapping[str, Setup] = field(default_factory=dict)
    """By the name of the game."""

    @property
    def player(self) -> str:
        """What the player is called at the table: "Anna" until a name is told."""
        return self.name or "Anna"


class Entry(NamedTuple):
    """One entry of the file."""

    comment: str
    check: Callable[[Any], Any]
    """Returns the setting that a value of the file means; raises ValueError, saying what to write instead."""


def _either(*choices: str) -> Message | str:
    """Return the choices in words: "left" or "right" or "random", each in its quotes."""
    *others, last = choices
    return (
        message("{first} or {second}", first=_either(*others), second=f'"{last}"') if others else f'"{last}"'
    )


def _one_of(*choices: str) -> Callable[[Any], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(message("write {choices}", choices=_either(*choices)))
        return value

    return check


def _seconds(least: float) -> Callable[[Any], float]:
    def check(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(message("write a number of seconds"))
        # Not a number is in no range.
        if not least <= value <= _LONGEST_PAUSE:
            raise ValueError(message("write {least:g} to {most:g} seconds", least=least, most=_LONGEST_PAUSE))
        return float(value)

    return check


def _true_or_false(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(message("write true or false, without quotes"))
    return value


def _name(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(message("write a name in quotes"))
    return typed_name(value)


def _name_or_none(value: object) -> str:
    return "" if value == "" else _name(value)


def _command(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT or not is_printable(value):
        raise ValueError("write a command in quotes")
    return value


def _game(value: object) -> str:
    return _one_of(LAST_GAME, *games())(value)


def _language(value: object) -> str:
    return _one_of(AUTO, *LANGUAGES)(value)


def _theme(value: object) -> str:
    if value == AUTO:
        return AUTO
    # Imports Textual, which is slow: most players never need it here.
    from engarde_tui.terminal.themes import THEMES

    return _one_of(AUTO, *THEMES)(value)


def _text(value: object) -> str:
    if not (isinstance(value, str) and is_printable(value) and is_short(value)):
        raise ValueError(message("write at most {number} characters in quotes", number=_LONGEST_TEXT))
    return value


def _target(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_TARGET:
        raise ValueError(message("write a number of rounds from 1 to {most}", most=MAX_TARGET))
    return value


ENTRIES: Final[Mapping[str, Entry]] = {
    "name": Entry('Your name; as long as it is "", the menu asks for it.', _name_or_none),
    "opponent": Entry("The name of the human you played with last.", _name),
    "game": Entry(
        f'The game that the form shows first: "{LAST_GAME}" for the one played last, or a name.', _game
    ),
    "language": Entry(
        f'The language: "{AUTO}" for the one that the terminal asks for, or one of {", ".join(LANGUAGES)}.',
        _language,
    ),
    "theme": Entry(f'The colours: "{AUTO}" for those that suit the terminal, or a theme.', _theme),
    "motion": Entry(
        'Whether actions are animated: "on", "off", or "auto" for on but not over SSH.',
        lambda value: Motion(_one_of(*Motion)(value)),
    ),
    "characters": Entry(
        'What the screen is drawn with: "ascii", "unicode", or "auto" for what the terminal says.',
        lambda value: Characters(_one_of(*Characters)(value)),
    ),
    "mouse": Entry("Whether the mouse works; if not, the terminal has it.", _true_or_false),
    "bot_pace": Entry("Seconds that a bot takes for an action, at least: 0 to 10.", _seconds(0)),
    "curtain_delay": Entry(
        "Seconds before the curtain can be lifted: 0.5 to 10, as a key held down must not lift it.",
        _seconds(CURTAIN_DELAY),
    ),
    "lines": Entry("Whether the program speaks in lines instead of drawing a screen.", _true_or_false),
    "say": Entry('The program that is given each message, such as "espeak-ng"; "" for none.', _command),
    "bell": Entry("Whether the bell rings when it is your turn.", _true_or_false),
    "confirm_leaving": Entry("Whether to ask before leaving an unfinished match.", _true_or_false),
}
"""The entries outside all tables, in the order of the file."""

SETUP_ENTRIES: Final[Mapping[str, Callable[[Any], Any]]] = {
    "rules": _text,
    "target": _target,
    "bot": _text,
    "starter": _one_of(*STARTERS),
}
"""The entries of the table of a game."""


def check_keys(value: object) -> tuple[str, ...]:
    """Return the keys that an entry of the table of keys lists; raises ValueError as other checks do."""
    # Imports Textual.
    from engarde_tui.settings.keys import parse

    return parse(value)


def is_short(text: str) -> bool:
    """Return whether a text can be an entry."""
    return len(text) <= _LONGEST_TEXT

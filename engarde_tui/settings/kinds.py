"""The kinds of settings: which values are allowed, and what is said of them in the file and the form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from engine.match import MAX_TARGET
from engine.message import Message, message
from engine.names import is_printable, typed_name

Check = Callable[[Any], Any]
"""Returns the setting that a value of the file means; raises ValueError, saying what to write instead."""

_LONGEST_PAUSE: Final = 10.0
"""Seconds."""

_LONGEST_TEXT: Final = 200
"""Characters of rules and of a command; the rules of a duel with a player's own cards are longer."""


class Panel(Enum):
    """The parts of the form."""

    THEME = message("Theme")
    MOTION = message("Motion")
    TABLE = message("At the table")
    MATCH = message("New match")
    USE = message("Keys, language, characters and mouse")


@dataclass(frozen=True)
class Setting:
    """Something that can be chosen."""

    default: Any
    check: Check
    about: str = ""
    """The remark in the file and in the documentation."""
    panel: Panel | None = None
    """Where it is in the form; None if it is not there."""
    label: Message | None = None
    """What the form calls it, where its panel is about more."""
    rows: int = 0
    """In how many rows of the form the choices stand; 0 if they stand in a column."""


def declared(default: Any, *others: Any, **named: Any) -> Any:
    """Return a setting as a field of a dataclass."""
    return field(default=default, metadata={"setting": Setting(default, *others, **named)})


def flag(value: Any) -> bool:
    """Check whether something is so."""
    if not isinstance(value, bool):
        raise ValueError(message("write true or false, without quotes"))
    return value


@dataclass(frozen=True)
class Choice:
    """Checks which of several was chosen."""

    choices: Callable[[], Mapping[str, Message | str]]
    """Returns what can be chosen, each with its label."""
    kind: type[str] = str

    def __call__(self, value: Any) -> str:
        """Check a choice."""
        if not isinstance(value, str) or value not in self.choices():
            raise ValueError(message("write {choices}", choices=_either(*self.choices())))
        return self.kind(value)


def _either(*choices: str) -> Message | str:
    """Return the choices in words: "left" or "right" or "random", each in its quotes."""
    *others, last = choices
    return (
        message("{first} or {second}", first=_either(*others), second=f'"{last}"') if others else f'"{last}"'
    )


def seconds(least: float) -> Check:
    """Return what checks a pause of at least so many seconds."""

    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(message("write a number of seconds"))
        # Not a number is in no range.
        if not least <= value <= _LONGEST_PAUSE:
            raise ValueError(message("write {least:g} to {most:g} seconds", least=least, most=_LONGEST_PAUSE))
        return float(value)

    return check


def player_name(value: Any) -> str:
    """Check a player's name."""
    if not isinstance(value, str):
        raise ValueError(message("write a name in quotes"))
    return typed_name(value)


def line(value: Any) -> str:
    """Check a line of text."""
    if not (isinstance(value, str) and is_printable(value) and is_short(value)):
        raise ValueError(message("write at most {number} characters in quotes", number=_LONGEST_TEXT))
    return value


def is_short(text: str) -> bool:
    """Return whether a text can be a line."""
    return len(text) <= _LONGEST_TEXT


def rounds(value: Any) -> int:
    """Check how many rounds are to be won."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_TARGET:
        raise ValueError(message("write a number of rounds from 1 to {most}", most=MAX_TARGET))
    return value

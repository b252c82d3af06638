"""What a terminal says of its colours: it is asked at the start, and answers at some time or never."""

import re
from collections.abc import Mapping
from enum import StrEnum
from io import StringIO
from typing import Final, Literal

from rich.console import Console
from textual.color import Color
from textual.message import Message

ColorSystem = Literal["standard", "256", "truecolor"]
"""A terminal's colours: 16, 256, or 24-bit."""


def console_of(colors: ColorSystem | None) -> Console:
    """Return a console with so many colours, whatever the environment says; Textual writes what it makes."""
    return Console(
        file=StringIO(),
        color_system=colors,
        force_terminal=True,
        no_color=False,
        legacy_windows=False,
        safe_box=False,
    )


class Asked(StrEnum):
    """A colour that a terminal is asked for, by its number in the question and in the answer."""

    FOREGROUND = "10"
    GROUND = "11"
    LAST = "4;255"
    """The last of 256 colours: a terminal that answers has them all."""


_BEL: Final = "\x07"
"""Ends a question, and so its answer: of the other end, some versions of rxvt send only the escape."""

_ANSWER: Final = re.compile(
    r"(?P<asked>10|11|4;255);rgba?:(?P<parts>[0-9a-f]{1,4}(?:/[0-9a-f]{1,4}){2,3})", re.IGNORECASE
)
_BEGUN: Final = re.compile(r"(?:1[01]?|4|4;2?5?5?|(?:1[01]|4;255);[rgba:/0-9a-f]{0,24})", re.IGNORECASE)

_UNASKED: Final = re.compile(
    r"|dumb|unknown|linux.*|(?:pc|sco)?ansi.*|cygwin.*|cons25.*|vt\d.*|eterm.*|sun.*|screen.*"
)
"""Terminals that are not asked: older than the questions, they would show them.

GNU screen keeps a question and asks it again later, when a shell would get the answer. tmux may go by the
same name, but is asked where it makes itself known.
"""


class ColourTold(Message, bubble=False):
    """A terminal has answered."""

    def __init__(self, asked: Asked, colour: Color) -> None:
        self.asked = asked
        self.colour = colour
        super().__init__()


def told_by(answer: str) -> ColourTold | None:
    """Return what an answer tells, without its beginning and its end; None if it is none."""
    found = _ANSWER.fullmatch(answer)
    if found is None:
        return None
    # How far the ground lets others through does not matter.
    red, green, blue = (
        round(255 * int(part, 16) / (16 ** len(part) - 1)) for part in found["parts"].split("/")[:3]
    )
    return ColourTold(Asked(found["asked"]), Color(red, green, blue))


def may_become_answer(text: str) -> bool:
    """Return whether more characters could make this an answer."""
    return _BEGUN.fullmatch(text) is not None


def may_be_asked(term: str, environment: Mapping[str, str]) -> bool:
    """Return whether a terminal of this name takes a question for what it is."""
    if "STY" in environment:
        return False
    return _UNASKED.fullmatch(term) is None or (term.startswith("screen") and "TMUX" in environment)


def colours_by_terminfo() -> ColorSystem | None:
    """Return the colours that the system knows of the terminal of standard output; None if it does not."""
    try:
        import curses

        curses.setupterm()
        number = curses.tigetnum("colors")
    except Exception:
        # There may be no such module, no database, no entry; what a broken one raises is written nowhere.
        return None
    return None if number < 256 else "256" if number < 1 << 24 else "truecolor"


class TerminalColours:
    """What one terminal has said of its colours."""

    def __init__(self) -> None:
        self._unanswered: set[Asked] = set()
        self._told: dict[Asked, Color] = {}

    def questions(self, term: str) -> str:
        """Return what asks a terminal of this name; from now on it may answer, each question once.

        One that is called after its few colours is not asked for more.
        """
        asked = [each for each in Asked if not (each is Asked.LAST and term.endswith("-16color"))]
        self._unanswered = set(asked)
        return "".join(f"\x1b]{each};?{_BEL}" for each in asked)

    def take(self, answer: ColourTold) -> bool:
        """Note an answer; return whether it says anything new.

        Only one counts for each question: else a terminal could keep the program busy with others.
        """
        if answer.asked not in self._unanswered:
            return False
        self._unanswered.remove(answer.asked)
        is_new = self._told.get(answer.asked) != answer.colour
        self._told[answer.asked] = answer.colour
        return is_new

    @property
    def has_256(self) -> bool:
        """Whether the terminal has said that it has 256 colours."""
        return Asked.LAST in self._told

    @property
    def is_light(self) -> bool:
        """Whether its ground is lighter than its text, or than half-way if it does not tell that."""
        ground, text = self._told.get(Asked.GROUND), self._told.get(Asked.FOREGROUND)
        return ground is not None and ground.brightness > (0.5 if text is None else text.brightness)

"""Errors that the user can fix."""

import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.message import Message, message


def printable(text: str) -> str:
    r"""Return the text on one line, unprintable characters escaped as in `\x1b`."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


def _printable_field(value: Any) -> Any:
    """Return a field of a message as it may be shown: a number as it is, all else as printable text."""
    match value:
        case Message():
            return _printable_fields(value)
        case BaseException(args=(Message() as words, *_)):
            return _printable_fields(words)
        case int() | float():
            return value
        case _:
            return printable(f"{value}")


def _printable_fields(words: Message) -> Message:
    return words._replace(fields={name: _printable_field(value) for name, value in words.fields.items()})


class Problem(Exception):
    """Something the user can fix; the message says what is wrong, where, and what to do.

    What it quotes is made printable, as it may be of a damaged file.
    """

    def __init__(self, words: Message | str) -> None:
        super().__init__(_printable_fields(words) if isinstance(words, Message) else printable(words))


class UsageError(Problem):
    """Wrong usage of the command line."""


def insist_on_regular_file(path: Path) -> None:
    """Raise UsageError if there is something else at `path`: reading from a pipe could block forever."""
    with suppress(OSError, ValueError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise UsageError(message("{path}: not a regular file", path=path))

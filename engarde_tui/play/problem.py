"""Errors that the user can fix."""

import stat
from contextlib import suppress
from pathlib import Path


def printable(text: str) -> str:
    r"""Return the text on one line, unprintable characters escaped as in `\x1b`."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


class Problem(Exception):
    """Something the user can fix; the message says what is wrong, where, and what to do.

    The message is made printable, as it may quote a damaged file.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class UsageError(Problem):
    """Wrong usage of the command line."""


def insist_on_regular_file(path: Path) -> None:
    """Raise UsageError if there is something else at `path`: reading from a pipe could block forever."""
    with suppress(OSError, ValueError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise UsageError(f"{path}: not a regular file")

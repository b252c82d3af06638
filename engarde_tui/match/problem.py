"""Errors that the user can fix."""


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

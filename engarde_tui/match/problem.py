"""What can go wrong without anybody's fault in the program."""


def printable(text: str) -> str:
    r"""The text with an escape like `\x1b` for each character that cannot be printed; so it is one line."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


class Problem(Exception):
    """Something that its user can mend; the message says what, where, and what to do.

    What it quotes may come from a damaged file, so the message is made printable.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))

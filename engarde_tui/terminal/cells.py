"""The cells of a terminal that a text takes."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cached_cell_len

from engine.names import NON_JOINER, identity

is_narrow: Final = re.compile("[ -~\xa0-\xac\xae-\u02ff‐-‧←-⌙─-◼]*").fullmatch
"""Tells quickly of most texts, letters, arrows, lines and blocks, that each character takes one cell."""


class Span(NamedTuple):
    """A part of a row: one column or more."""

    y: int
    start: int
    end: int
    """The column after it."""

    def with_(self, other: "Span") -> "Span":
        """Return what has both this and another part of the same row."""
        return Span(self.y, min(self.start, other.start), max(self.end, other.end))


def cells_of(text: str) -> Sequence[str]:
    """Return the character in each cell that a text takes, "" in the second cell of a wide one.

    An accent of its own goes with the character before it, and what keeps letters apart; others that take
    no cell are left out, so that all terminals show the parts of an emoji, each in its cells.
    """
    if is_narrow(text):
        return text
    cells: list[str] = []
    for char in text:
        match cached_cell_len(char):
            case 1:
                cells.append(char)
            case 2:
                cells += (char, "")
            case _ if cells and (char == NON_JOINER or identity(char)):
                cells[-1 if cells[-1] else -2] += char
    return cells

"""Lines of text: broken by the columns they take, or set side by side; some characters take two."""

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size

_PARTS: Final = re.compile(r"[^/-]*[/-]|[^/-]+")
"""The parts of a word between which it may be broken."""

_WORDS: Final = re.compile(r"\d+ (?::|to) \d+\S*|\S+")
"""Words, and scores."""


def wrapped(text: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` columns, broken between words where possible."""
    lines: list[str] = []
    line = ""
    for word in _words(text, width):
        gap = " "
        # A path that is too long is broken after a slash or a hyphen, like words that need no gap.
        for part in [word] if cell_len(word) <= width else _PARTS.findall(word):
            joined = f"{line}{gap}{part}" if line else part
            gap = ""
            if cell_len(joined) <= width:
                line = joined
                continue
            if line:
                lines.append(line)
            *full, line = chop_cells(part, max(width, 2)) if cell_len(part) > width else [part]
            lines += full
    return [*lines, line] if line else lines


def balanced(text: str, width: int) -> list[str]:
    """Return the text in as few lines, each about as long as the others, so that no word stands alone."""
    lines = wrapped(text, width)
    # Two columns are as narrow as a line can be.
    while len(lines) > 1 and (most := max(map(cell_len, lines))) > 2:
        shorter = wrapped(text, most - 1)
        if len(shorter) > len(lines):
            break
        lines = shorter
    return lines


def _words(text: str, width: int) -> list[str]:
    """Return the words of a text; a score is one, unless it is wider than a line."""
    found = _WORDS.findall(text)
    return [word for each in found for word in ([each] if cell_len(each) <= width else each.split())]


_GAP = "  "


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as lines, each cell padded to the widest of its column.

    >>> in_columns([["Left", "Score"], ["Bo", "2 : 1"]])
    ['Left  Score', 'Bo    2 : 1']
    """
    widths = [max(map(cell_len, cells)) for cells in zip(*rows, strict=True)]
    return [_GAP.join(map(set_cell_size, row, widths)).rstrip() for row in rows]

"""Lines of text in columns; characters of some scripts take two."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

_GAP = "  "


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as lines, each cell padded to the widest of its column.

    >>> in_columns([["Left", "Score"], ["Bo", "2 : 1"]])
    ['Left  Score', 'Bo    2 : 1']
    """
    widths = [max(map(cell_len, cells)) for cells in zip(*rows, strict=True)]
    return [_GAP.join(map(set_cell_size, row, widths)).rstrip() for row in rows]

"""Plots in characters: a running line, and bars of what was won and lost."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from engarde_tui.match.words import cut, percent
from engarde_tui.widgets.canvas import Canvas

WON: Final = "█"
LOST: Final = "░"

_FIGURES: Final = 18
"""Columns of the figures before a bar."""


_SHORTEST: Final = 6
"""Columns of the longest bar if the labels are long."""


class Bar(NamedTuple):
    """How often something was won and lost."""

    label: str
    won: int
    lost: int


def put_course(canvas: Canvas, x: int, y: int, width: int, height: int, values: Sequence[int]) -> int:
    """Draw values, the oldest at the left, as a line after its scale; return the line's first column."""
    top, bottom = max(values), min(values)

    def row(value: int) -> int:
        return y + round((top - value) * (height - 1) / max(top - bottom, 1))

    labels = max(len(f"{value:+}") for value in (top, bottom)) + 1
    left, columns = x + labels + 1, width - labels - 1
    for value in sorted({top, bottom, 0}, key=abs, reverse=True):
        canvas.put_right(left - 1, row(value), f"{value:+}" if value else "0", "dim")
        canvas.put(left, row(value), ("┄" if value else "─") * columns, "frame")
    before = row(values[0])
    for column in range(left, left + columns):
        here = row(values[(column - left) * (len(values) - 1) // columns + 1])
        ink = "left" if min(here, before) < row(0) else "right"
        for between in range(min(here, before) + 1, max(here, before)):
            canvas.put(column, between, "│", ink)
        if here == before:
            canvas.put(column, here, "─", ink)
        else:
            canvas.put(column, before, "╯" if here < before else "╮", ink)
            canvas.put(column, here, "╭" if here < before else "╰", ink)
        before = here
    return left


def put_bars(canvas: Canvas, x: int, y: int, width: int, bars: Sequence[Bar]) -> None:
    """Draw a bar in each row, below their heads: the won part, then the lost one, scaled to the longest."""
    labels = min(max(cell_len(bar.label) for bar in bars), width - _FIGURES - _SHORTEST)
    most = max(bar.won + bar.lost for bar in bars)
    canvas.put(x + labels, y, " won lost share", "dim")
    start = x + labels + _FIGURES
    room = x + width - start
    for row, (label, won, lost) in enumerate(bars, y + 1):
        share = percent(won / (won + lost)) if won + lost else ""
        canvas.put(x, row, cut(label, labels))
        canvas.put(x + labels, row, f"{won:>4}{lost:>5}{share:>6}")
        end = start + _columns(won, most, room)
        canvas.put(start, row, WON * (end - start), "left")
        canvas.put(end, row, LOST * _columns(lost, most, room), "right")


def _columns(count: int, most: int, room: int) -> int:
    """Return the columns of a bar of `count`; at least one unless it is empty."""
    return max(count * room // most, 1) if count else 0

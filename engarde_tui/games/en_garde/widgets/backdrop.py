"""The backdrop of the piste: a fencing hall at night, with windows, lamps, a banner and a row of heads.

It is drawn in half rows, in two shades of the ground and one for the banner: all before it is brighter.
"""

from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, FigureSize
from engarde_tui.terminal.canvas import Canvas, CanvasWidget

_Rows = list[list[str]]
"""A ground for each column of each half row; "" is that of the screen."""


class _Measures(NamedTuple):
    """What is drawn in a size of the fencers; rows are half rows."""

    window: int
    """Columns of a window, odd for its bar in the middle."""
    sill: int
    """Rows between a window and the floor."""
    lamp: int
    """Columns of a lamp, odd."""
    banner: tuple[int, int]
    """Columns, odd, and rows of the banner."""
    head: int
    """Columns and rows of a head."""
    row: int
    """Rows from the highest head to the floor."""
    apart: int
    """Columns from a head to the next."""


_MEASURES: Final = {
    SMALL: _Measures(window=5, sill=5, lamp=5, banner=(7, 7), head=2, row=4, apart=6),
    MEDIUM: _Measures(window=9, sill=9, lamp=7, banner=(9, 12), head=4, row=7, apart=10),
    LARGE: _Measures(window=13, sill=12, lamp=9, banner=(13, 18), head=5, row=9, apart=13),
}

_WINDOWS: Final = (0.17, 0.83)
_LAMPS: Final = (0.34, 0.66)
"""Where they are, of its width."""

_BOWED: Final = (0, 1, 0, 0, 1, 0, 1)
"""How much lower one head after another is: no row of people is straight."""


def put_backdrop(
    widget: CanvasWidget, canvas: Canvas, size: FigureSize, centre: int, floor: int, width: int
) -> None:
    """Draw it around column `centre`, from row 0 down to row `floor`.

    In the terminal's own colours it is left out: none of them is a shade of the ground.
    """
    if widget.app.native_ansi_color:
        return
    canvas.show(_backdrop(canvas.width, canvas.height, size, centre - width // 2, floor, width))


@lru_cache(64)
def _backdrop(columns: int, height: int, size: FigureSize, left: int, floor: int, width: int) -> Canvas:
    """Return it on a canvas of so many columns and so high; its own left edge and width are given."""
    measures = _MEASURES[size]
    rows = [[""] * width for _ in range(2 * floor)]
    for place in _WINDOWS:
        _put_window(rows, measures, round(width * place))
    for place in _LAMPS:
        _put_lamp(rows, measures, round(width * place))
    _put_banner(rows, measures, width // 2)
    _put_heads(rows, measures)
    canvas = Canvas(columns, height)
    for y in range(floor):
        _put_row(canvas, left, y, rows[2 * y], rows[2 * y + 1])
    return canvas


def _put_row(canvas: Canvas, x: int, y: int, upper: list[str], lower: list[str]) -> None:
    """Put two half rows on a row of a canvas."""
    for (above, below), cells in groupby(zip(upper, lower, strict=True)):
        columns = len(list(cells))
        if below:
            canvas.fill(x, y, columns, 1, above)
        if above != below:
            canvas.put(x, y, ("▄" if below else "▀") * columns, below or above)
        x += columns


def _fill(rows: _Rows, x: int, y: int, width: int, height: int, ground: str) -> None:
    for row in rows[max(y, 0) : max(y + height, 0)]:
        for column in range(max(x, 0), min(x + width, len(row))):
            row[column] = ground


def _put_window(rows: _Rows, measures: _Measures, centre: int) -> None:
    """Put a round arch with a bar and a cross-bar."""
    width, half = measures.window, measures.window // 2
    top, bottom = len(rows) // 13, len(rows) - measures.sill
    for row in range(top, bottom):
        inset = max(half - 1 - 2 * (row - top), 0) if row - top < 2 else 0
        _fill(rows, centre - half + inset, row, width - 2 * inset, 1, "window")
    _fill(rows, centre, top, 1, bottom - top, "")
    _fill(rows, centre - half, top + (bottom - top) * 2 // 5, width, 1, "")


def _put_lamp(rows: _Rows, measures: _Measures, centre: int) -> None:
    half = measures.lamp // 2
    cord = len(rows) // 10
    _fill(rows, centre, 0, 1, cord, "lit")
    _fill(rows, centre - half + 1, cord, measures.lamp - 2, 1, "lit")
    _fill(rows, centre - half, cord + 1, measures.lamp, 1, "window")


def _put_banner(rows: _Rows, measures: _Measures, centre: int) -> None:
    """Put a cloth that ends in two tails."""
    width, height = measures.banner
    half = width // 2
    _fill(rows, centre - half, 0, width, height, "banner")
    for step in range(half):
        _fill(rows, centre - step, height - half + step, 2 * step + 1, 1, "")


def _put_heads(rows: _Rows, measures: _Measures) -> None:
    """Put heads above shoulders that all but touch, in front of the wall."""
    head, apart = measures.head, measures.apart
    for number in range(len(rows[0]) // apart):
        x = (len(rows[0]) % apart) // 2 + number * apart
        y = len(rows) - measures.row + _BOWED[number % len(_BOWED)]
        # A small head has no room for a round one.
        cut = int(head > 3)
        _fill(rows, x + (apart - head) // 2, y + cut, head, head - 2 * cut, "lit")
        _fill(rows, x + (apart - head) // 2 + cut, y, head - 2 * cut, head, "lit")
        _fill(rows, x + 1 + cut, y + head, apart - 2 - 2 * cut, 1, "lit")
        _fill(rows, x + 1, y + head + 1, apart - 2, len(rows), "lit")

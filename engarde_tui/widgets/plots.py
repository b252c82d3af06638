"""Plots in characters: a running line, and bars of what was won and lost."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from engarde_tui.language import tr_as
from engarde_tui.play.words import cut, percent
from engarde_tui.terminal.canvas import Canvas

WON: Final = "█"
LOST: Final = "░"

_BRAILLE: Final = 0x2800
_DOTS: Final = ((1, 2, 4, 64), (8, 16, 32, 128))
"""The bits of the dots of a braille sign, from above, in its left and in its right column."""

_GAP: Final = 3
"""Columns between the figures and a bar."""

_SHORTEST: Final = 6
"""Columns of the longest bar if the labels are long."""


class Bar(NamedTuple):
    """How often something was won and lost."""

    label: str
    won: int
    lost: int


class Marks(NamedTuple):
    """The rows of a plot: labelled values, from the highest down, and the value of every row."""

    top: float
    bottom: float
    y: int
    height: int

    def row(self, value: float) -> int:
        """Return the row of a value; values beyond the ends are at the ends."""
        return round(self._depth(value))

    def dot(self, value: float) -> int:
        """Return the row of dots, four to a row, of a value that is a line in the middle of its row."""
        return round(4 * self._depth(value) + 1.5)

    def _depth(self, value: float) -> float:
        span = max(self.top - self.bottom, 1)
        within = min(max(value, self.bottom), self.top)
        return self.y + (self.top - within) * (self.height - 1) / span


def put_course(canvas: Canvas, x: int, y: int, width: int, height: int, values: Sequence[int]) -> int:
    """Draw values, the oldest at the left, as a line after its scale; return the line's first column."""
    marks = Marks(max(values), min(values), y, height)
    labels = {value: f"{value:+}" if value else "0" for value in (marks.top, marks.bottom, 0)}
    left = _put_scale(canvas, x, width, marks, labels)
    zero = marks.row(0)
    _put_line(canvas, left, x + width - left, marks, values, lambda row: "left" if row < zero else "right")
    return left


def put_ratings(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    ratings: Sequence[tuple[float, float]],
    levels: Mapping[str, float],
) -> int:
    """Draw ratings and their margins, the oldest at the left, as a line in a band between the `levels`.

    Returns the line's first column.
    """
    values = [value for value, _ in ratings]
    marks, left = _put_levels(canvas, x, y, width, height, values, levels)
    columns = x + width - left
    upper, lower = ([value + side * margin for value, margin in ratings] for side in (1, -1))
    for column in range(columns):
        top, bottom = (marks.row(_between(edge, column, columns)) for edge in (upper, lower))
        canvas.fill(left + column, top, 1, bottom - top + 1, "face")
    for edge in (upper, lower):
        _put_line(canvas, left, columns, marks, edge, lambda row: "frame", is_dotted=True)
    _put_line(canvas, left, columns, marks, values, lambda row: "left")
    return left


def put_rating(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    rating: tuple[float, float],
    levels: Mapping[str, float],
) -> int:
    """Draw one rating as a point on a bar as long as its margin, between the `levels`.

    Returns the first column of the lines of the levels.
    """
    value, margin = rating
    marks, left = _put_levels(canvas, x, y, width, height, [value - margin, value + margin], levels)
    centre = (left + x + width) // 2
    for row in range(marks.row(value + margin), marks.row(value - margin) + 1):
        canvas.put(centre, row, "│", "dim")
    canvas.put(centre, marks.row(value), "●", "left")
    # The rating last: in few rows it stands where an end would.
    for end, foreground in ((value + margin, "dim"), (value - margin, "dim"), (value, "strong")):
        canvas.put(centre + 1, marks.row(end), f" {end:.0f} ", foreground)
    return left


def _put_levels(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    values: Sequence[float],
    levels: Mapping[str, float],
) -> tuple[Marks, int]:
    """Draw a line for each level among the values, the next one above and below them included.

    Returns the rows, and the lines' first column.
    """
    above = [level for level in levels.values() if level > max(values)]
    below = [level for level in levels.values() if level < min(values)]
    marks = Marks(min(above, default=max(values)), max(below, default=min(values)), y, height)
    labels = {level: name for name, level in levels.items() if marks.bottom <= level <= marks.top}
    return marks, _put_scale(canvas, x, width, marks, labels)


def _between(values: Sequence[float], column: int, columns: int) -> float:
    """Return the value in a column, on a straight way from one value to the next."""
    place = column * (len(values) - 1) / max(columns - 1, 1)
    before = min(int(place), len(values) - 2)
    return values[before] + (values[before + 1] - values[before]) * (place - before)


def _put_scale(canvas: Canvas, x: int, width: int, marks: Marks, labels: Mapping[float, str]) -> int:
    """Draw a line for each label, as far as they have room, the last one solid; return the first column."""
    left = x + max(map(cell_len, labels.values()), default=0) + 2
    for value, label in labels.items():
        canvas.put(x, marks.row(value), " " * (left - x - 1))
        canvas.put_right(left - 1, marks.row(value), label, "dim")
        canvas.put(left, marks.row(value), ("┄" if value else "─") * (x + width - left), "frame")
    return left


def _put_line(
    canvas: Canvas,
    left: int,
    columns: int,
    marks: Marks,
    values: Sequence[float],
    foreground_of: Callable[[int], str],
    *,
    is_dotted: bool = False,
) -> None:
    """Draw values as a line of dots, two to a column and four to a row; of a dotted line every other column.

    A dotted line leaves out what lies at the ends of the scale.
    """
    cells: dict[tuple[int, int], int] = {}
    dots = [marks.dot(_between(values, x, 2 * columns)) for x in range(2 * columns)]
    ends = marks.dot(marks.top), marks.dot(marks.bottom)
    for x, (before, here) in enumerate(zip([*dots[:1], *dots], dots, strict=False)):
        if is_dotted and (x % 4 or here in ends):
            continue
        way = [here] if is_dotted or here == before else range(min(here, before), max(here, before) + 1)
        for y in way:
            cell = x // 2, y // 4
            cells[cell] = cells.get(cell, 0) | _DOTS[x % 2][y % 4]
    for (column, row), signs in cells.items():
        canvas.put(left + column, row, chr(_BRAILLE + signs), foreground_of(row))


def put_bars(canvas: Canvas, x: int, y: int, width: int, bars: Sequence[Bar]) -> None:
    """Draw a bar in each row, below their heads: the won part, then the lost one, scaled to the longest."""
    heads = [f" {head}" for head in (tr_as("head", "won"), tr_as("head", "lost"), tr_as("head", "share"))]
    counts = max(bar.won for bar in bars), max(bar.lost for bar in bars), percent(1)
    wide = [max(cell_len(head), len(f" {count}")) for head, count in zip(heads, counts, strict=True)]
    figures = sum(wide) + _GAP
    labels = min(max(cell_len(bar.label) for bar in bars), width - figures - _SHORTEST)
    most = max(bar.won + bar.lost for bar in bars)
    canvas.put(x + labels, y, _in_columns(heads, wide), "dim")
    start = x + labels + figures
    room = x + width - start
    for row, (label, won, lost) in enumerate(bars, y + 1):
        share = percent(won / (won + lost)) if won + lost else ""
        canvas.put(x, row, cut(label, labels))
        canvas.put(x + labels, row, _in_columns((f"{won}", f"{lost}", share), wide))
        end = start + _columns(won, most, room)
        canvas.put(start, row, WON * (end - start), "left")
        canvas.put(end, row, LOST * _columns(lost, most, room), "right")


def _in_columns(words: Sequence[str], columns: Sequence[int]) -> str:
    """Return words, each at the right edge of its column."""
    return "".join(" " * (width - cell_len(word)) + word for word, width in zip(words, columns, strict=True))


def _columns(count: int, most: int, room: int) -> int:
    """Return the columns of a bar of `count`; at least one unless it is empty."""
    return max(count * room // most, 1) if count else 0

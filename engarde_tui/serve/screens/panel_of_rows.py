"""A panel of the lobby: rows in columns, which scroll with the marked one."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset, Region

from engarde_tui.play.words import cut
from engarde_tui.serve.screens.rows import Cell, MatchCell, Row
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.panel import put_hidden, put_panel

FRAME: Final = 2
"""Rows of a frame."""
_GAP: Final = 2
"""Columns between two columns."""


class Panel(NamedTuple):
    """A list of lines under a title."""

    title: str
    heads: tuple[str, ...]
    """A head for each column; () for none."""
    lines: Sequence[Row]
    empty: str = ""
    """What to say if there are no lines."""

    @property
    def rows(self) -> int:
        """The rows that it would like to have."""
        return FRAME + max(len(self.lines), 1) + (1 if self.heads and self.lines else 0)

    def draw(self, canvas: Canvas, room: Region, first: int, marked: int) -> None:
        """Draw it in a region; its first line has the number `first` of all, another may be `marked`."""
        put_panel(canvas, *room, self.title)
        x, y, width, rows = room.x + 2, room.y + 1, room.width - 4, room.height - FRAME
        if not self.lines:
            canvas.put(x, y, cut(self.empty, width), "dim")
            return
        widths = list(self._widths(width))
        if self.heads:
            _put_cells(canvas, x, y, self.heads, widths, "dim")
            y += 1
            rows -= 1
        start = min(max(marked - first - rows // 2, 0), max(len(self.lines) - rows, 0))
        for row, line in enumerate(self.lines[start : start + rows], y):
            number = first + start + row - y
            if number == marked:
                canvas.pointed = Offset(x - 1, row)
                canvas.put(x - 1, row, "►".ljust(width + 2), "pointed")
            _put_cells(canvas, x, row, line.cells, widths, "pointed" if number == marked else "plain")
            canvas.make_target(x, row, width, 1, line.action)
        put_hidden(canvas, room.right - 2, room.y, start, len(self.lines) - start - rows)

    def _widths(self, width: int) -> Iterator[int]:
        """Yield the width of each column; the widest gives way if they do not fit."""
        rows = [line.cells for line in self.lines] + ([self.heads] if self.heads else [])
        widths = [max(cell_len(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
        while sum(widths) + _GAP * (len(widths) - 1) > width:
            widths[widths.index(max(widths))] -= 1
        yield from widths


def _put_cells(
    canvas: Canvas,
    x: int,
    y: int,
    cells: Sequence[str | Cell | MatchCell],
    widths: Sequence[int],
    foreground: str,
) -> None:
    for cell, width in zip(cells, widths, strict=True):
        canvas.put(x, y, cut(cell, width) if isinstance(cell, str) else cell.within(width), foreground)
        x += width + _GAP

"""What has been played in the round."""

from typing import ClassVar, Final

from textual.geometry import Size

from engarde_tui.games.en_garde.words import did
from engarde_tui.language import tr
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, BoardWidget, measure
from engarde_tui.widgets.panel import put_hidden, put_rule
from engarde_tui.widgets.text_lines import wrapped

_COLUMN: Final = 42
"""Least columns of a list beside another."""

_ROOM: Final = Size(118, 54)
"""The smallest window with rows to spare below the hands."""


class RoundSoFar(BoardWidget):
    """The actions of the round, the last ones that fit, in lists side by side where there is room."""

    TOP: ClassVar = 0
    """The row of its title."""

    def draw(self, canvas: Canvas) -> None:
        """Draw one action a line, down the first list, then down the next."""
        if self.view is None:
            return
        left, width = measure(canvas)
        put_rule(canvas, left, self.TOP, width, tr("The round so far"))
        lists, rows = max(width // _COLUMN, 1), canvas.height - 1 - self.TOP
        column = width // lists
        lines = []
        for seat, action in self.view.round.plays:
            name = self.view.names[seat]
            first, *others = wrapped(did(name, action), column - 2)
            # Not every language begins with the name, and a long one may be wrapped.
            lines += [(first, name if first.startswith(name) else "", seat)]
            lines += [(f"  {line}", "", seat) for line in others]
        hidden = max(len(lines) - lists * rows, 0)
        for number, (line, name, seat) in enumerate(lines[hidden:]):
            x, y = left + number // rows * column, self.TOP + 1 + number % rows
            canvas.put(x, y, line)
            canvas.put(x, y, name, SEAT_FOREGROUNDS[seat])
        put_hidden(canvas, left + width, self.TOP, hidden, 0)


class RoundBelow(RoundSoFar):
    """The round so far below the hands, in windows with rows to spare."""

    IS_MEASURED_BY_WINDOW: ClassVar = True
    TOP: ClassVar = 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows for a round of usual length; none in smaller windows."""
        return 9 if viewport.width >= _ROOM.width and viewport.height >= _ROOM.height else 0

    def draw(self, canvas: Canvas) -> None:
        """Draw nothing where there is no room."""
        if canvas.height:
            super().draw(canvas)

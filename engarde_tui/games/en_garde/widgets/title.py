"""The title of the program."""

from engarde_tui.games.en_garde.widgets.figures import BLADE_ROW, LARGE, mirrored
from engarde_tui.widgets.canvas import Canvas, CanvasWidget

_APART = 13
"""Columns between the two fencers of the title."""


class Title(CanvasWidget):
    """Two fencers on guard, and the name of the game."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the fencers with crossed blades, and the name below."""
        figure = LARGE["guard"]
        width = len(figure[0])
        left = (canvas.width - _APART) // 2 - width
        right = left + width + _APART
        for row, (one, other) in enumerate(zip(figure, mirrored(figure), strict=True)):
            canvas.put(left, row, one, "left")
            canvas.put(right, row, other, "right")
        half = _APART // 2
        canvas.put(left + width, BLADE_ROW[width], "─" * half, "left")
        canvas.put(left + width + half, BLADE_ROW[width], "×", "accent")
        canvas.put(right - half, BLADE_ROW[width], "─" * half, "right")
        canvas.put_centre(len(figure), "━" * (_APART + 6 * width), "dim")
        canvas.put_centre(len(figure) + 1, "E N   G A R D E", "accent")
        canvas.put_centre(len(figure) + 2, "Reiner Knizia's fencing card game, for one or two players", "dim")

"""The title of the program."""

from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import SMALL, Pose
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.widgets.canvas import Canvas, CanvasWidget

_APART = 7
"""Columns between the two front feet."""


class Title(CanvasWidget):
    """Two fencers with crossed blades in a pool of light, and the name of the game."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the fencers, and the name below."""
        floor, centre = SMALL.height + 1, canvas.width // 2
        width = 2 * floor + 34
        for row in range(floor):
            canvas.fill(centre - width // 2 + floor - row, row, width - 2 * (floor - row), 1, "lit")
        canvas.fill(centre - width // 2, floor, width, 1, "strip")
        canvas.put_centre(floor, "▔" * width, "frame")
        left = centre - _APART // 2
        feet = (Stance(left, Pose.CLOSE), Stance(left + _APART, Pose.CLOSE))
        put_fencers(canvas, SMALL, floor, round, feet)
        canvas.put_centre(floor + 2, "E N   G A R D E", "accent")
        canvas.put_centre(floor + 3, "Reiner Knizia's fencing card game, for one or two players", "dim")

"""The title of the program."""

from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import SMALL, Pose
from engarde_tui.games.en_garde.widgets.light import put_light
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.widgets.canvas import Canvas, CanvasWidget

_APART = 3
"""Columns between the two front feet."""

_WIDTH = 52
"""Columns of the strip."""


class Title(CanvasWidget):
    """Two fencers with crossed blades in a pool of light, and the name of the game."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the fencers, and the name below."""
        floor, centre = SMALL.height, canvas.width // 2
        put_light(canvas, centre, floor, _WIDTH)
        canvas.fill(centre - _WIDTH // 2, floor, _WIDTH, 1, "strip")
        canvas.put(centre - _WIDTH // 2, floor, "▔" * _WIDTH, "frame")
        left = centre - _APART // 2 - 1
        put_fencers(
            canvas, SMALL, floor, round, (Stance(left, Pose.CLOSE), Stance(left + _APART, Pose.CLOSE))
        )
        canvas.put_centre(floor + 2, "E N   G A R D E", "accent")
        canvas.put_centre(floor + 3, "Reiner Knizia's fencing card game, for one or two players", "dim")

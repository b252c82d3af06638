"""The title of the program."""

from typing import Final

from engarde_tui.games.en_garde.widgets.backdrop import put_backdrop
from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, Pose
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.terminal.canvas import Canvas, CanvasWidget

_NAME: Final = "E N   G A R D E"

_WORDS: Final = 4
"""Rows below the fencers: the strip and the words."""


class Title(CanvasWidget):
    """Two fencers with crossed blades in a fencing hall, and the name of the game."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the largest fencers that fit, and the name below; without room for any, the name alone."""
        sizes = (size for size in (LARGE, MEDIUM, SMALL) if size.height + _WORDS <= canvas.height)
        size = next(sizes, None)
        if size is None:
            canvas.put_centre(max(canvas.height - 3, 0), _NAME, "accent")
            return
        floor = size.height + (canvas.height - size.height - _WORDS) // 2
        centre = canvas.width // 2
        strip = 28 + 4 * size.height
        put_backdrop(self, canvas, size, centre, floor, strip)
        canvas.fill(centre - strip // 2, floor, strip, 1, "strip")
        canvas.put(centre - strip // 2, floor, "▔" * strip, "frame")
        apart = 1 + size.height // 3
        left = centre - apart // 2 - 1
        stances = Stance(left, Pose.CLOSE), Stance(left + apart, Pose.CLOSE)
        put_fencers(canvas, size, floor, int, stances)
        canvas.put_centre(floor + 2, _NAME, "accent")
        canvas.put_centre(floor + 3, "Reiner Knizia's fencing card game, for one or two players", "dim")

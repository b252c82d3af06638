"""The title of the program."""

from typing import Final

from textual.geometry import Size

from engarde_tui.games.en_garde.widgets.backdrop import put_backdrop
from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, Pose
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.language import tr
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.lettering import ROWS, put_lettering_centre

_NAME: Final = "E N   G A R D E"
_STRIP: Final = 2
"""Rows of the strip, and of the gap below it."""
_LETTERS: Final = "en garde"
_ROOM_FOR_LETTERS: Final = Size(100, 20)
"""The smallest title with large letters."""


class Title(CanvasWidget):
    """Two fencers with crossed blades in a fencing hall, and the name of the game."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the largest fencers that fit, and the name below; without room for any, the name alone."""
        has_letters = canvas.width >= _ROOM_FOR_LETTERS.width and canvas.height >= _ROOM_FOR_LETTERS.height
        words = _STRIP + (ROWS + 2 if has_letters else 2)
        size = next((size for size in (LARGE, MEDIUM, SMALL) if size.height + words <= canvas.height), None)
        if size is None:
            canvas.put_centre(max(canvas.height - 3, 0), _NAME, "accent")
            return
        floor = size.height + (canvas.height - size.height - words + (not has_letters)) // 2
        centre = canvas.width // 2
        strip = 28 + 4 * size.height
        put_backdrop(self, canvas, size, centre, floor, strip)
        canvas.fill(centre - strip // 2, floor, strip, 1, "strip")
        canvas.put(centre - strip // 2, floor, "▔" * strip, "frame")
        apart = 1 + size.height // 3
        left = centre - apart // 2 - 1
        stances = Stance(left, Pose.CLOSE), Stance(left + apart, Pose.CLOSE)
        put_fencers(canvas, size, floor, int, stances)
        if has_letters:
            put_lettering_centre(canvas, floor + _STRIP, _LETTERS, "accent")
        else:
            canvas.put_centre(floor + _STRIP, _NAME, "accent")
        subtitle = tr("Reiner Knizia's fencing card game, for one or two players")
        canvas.put_centre(floor + words - 1, subtitle, "dim")

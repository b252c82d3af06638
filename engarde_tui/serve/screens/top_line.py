"""A line over every screen of the hall, for what everybody has to know."""

from typing import Final

from textual.geometry import Size

from engarde_tui.widgets.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.wrapping import wrapped

SECONDS: Final = 60.0
"""How long the line is shown."""


class TopLine(CanvasWidget):
    """The words over the first rows of a screen; the keys still belong to the screen."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the words."""
        return len(self._lines(width))

    def _lines(self, width: int) -> list[str]:
        return wrapped(self.text, width - 4)

    def draw(self, canvas: Canvas) -> None:
        """Draw the words as the lists draw a marked line, which is seen without colours too."""
        for row, line in enumerate(self._lines(canvas.width)):
            canvas.put(0, row, f" {'!' if not row else ' '} {line}".ljust(canvas.width), "pointed")

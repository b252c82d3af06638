"""Sentences in a dialog, broken between words."""

from textual.geometry import Size

from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.text_lines import wrapped


class Prose(CanvasWidget):
    """Paragraphs as high as their lines; a score stays in one line, which Textual would break."""

    def __init__(self, text: str) -> None:
        """`text` has a line for each paragraph; an empty one is an empty row."""
        super().__init__()
        self.text = text

    def say(self, text: str) -> None:
        """Show another text."""
        self.text = text
        self.refresh(layout=True)
        self.redraw()

    def in_words(self) -> list[str]:
        """Return the paragraphs."""
        return [*filter(None, self.text.split("\n"))]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the text."""
        return len(self._lines(width))

    def draw(self, canvas: Canvas) -> None:
        """Draw the text."""
        for row, line in enumerate(self._lines(canvas.width)):
            canvas.put(0, row, line)

    def _lines(self, width: int) -> list[str]:
        return [line for each in self.text.split("\n") for line in wrapped(each, max(width, 1)) or [""]]

"""A message to the player, and the one style of all error lines."""

from textwrap import wrap

from textual.geometry import Size
from textual.reactive import reactive

from engarde_tui.widgets.canvas import Canvas, CanvasWidget


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop; a first word that is no plain word stays.

    >>> sentence("the file is damaged"), sentence("x.engarde: no such file")
    ('The file is damaged.', 'x.engarde: no such file.')
    """
    first = text.split(" ", 1)[0]
    start = text[:1].upper() if first.isalpha() else text[:1]
    return f"{start}{text[1:]}{'' if text.endswith(('.', '?', '!', '…')) else '.'}" if text else ""


class Notice(CanvasWidget):
    """One message to the player: what can be done, or why a key did nothing."""

    text: reactive[str] = reactive("", repaint=False)
    refused: reactive[bool] = reactive(False, repaint=False)

    def say(self, text: str, *, refused: bool = False) -> None:
        """Show a text; a refusal as a sentence after a mark."""
        self.refused = refused
        self.text = sentence(text) if refused else text

    def watch_text(self) -> None:
        """Show it, in as many rows as it takes where the style sheet allows."""
        if self.styles.is_auto_height:
            self.refresh(layout=True)
        self.redraw()

    def watch_refused(self) -> None:
        """Show it in another ink."""
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that the text takes."""
        return len(self._lines(width))

    def draw(self, canvas: Canvas) -> None:
        """Draw the text at the bottom; where it does not fit, its end is cut."""
        lines = self._lines(canvas.width)
        for row, line in enumerate(lines, max(canvas.height - len(lines), 0)):
            canvas.put(1, row, line, "alert" if self.refused else "dim")

    def _lines(self, width: int) -> list[str]:
        """A refusal starts with a mark, to stand out without colour."""
        return wrap(f"! {self.text}" if self.refused else self.text, max(width - 2, 1))

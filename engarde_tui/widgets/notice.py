"""A word to the player."""

from textwrap import wrap

from textual.geometry import Size
from textual.reactive import reactive

from engarde_tui.widgets.canvas import Canvas, CanvasWidget


class Notice(CanvasWidget):
    """A word to the player: why a key did nothing, or what could be done."""

    text: reactive[str] = reactive("", repaint=False)
    refused: reactive[bool] = reactive(False, repaint=False)

    def say(self, text: str, *, refused: bool = False) -> None:
        """Show a text, as a refusal or as a word beside."""
        self.refused = refused
        self.text = text

    def watch_text(self) -> None:
        """Show it, in as many rows as it takes where the style sheet leaves that open."""
        if self.styles.is_auto_height:
            self.refresh(layout=True)
        self.redraw()

    def watch_refused(self) -> None:
        """Show it in another ink."""
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the text has."""
        return len(self._lines(width))

    def draw(self, canvas: Canvas) -> None:
        """At the bottom; from its beginning where not all of it fits."""
        lines = self._lines(canvas.width)
        for row, line in enumerate(lines, max(canvas.height - len(lines), 0)):
            canvas.put(1, row, line, "alert" if self.refused else "dim")

    def _lines(self, width: int) -> list[str]:
        """A refusal starts with a mark, so that it stands out without colour."""
        return wrap(f"! {self.text}" if self.refused else self.text, max(width - 2, 1))

"""The finished rounds, below the log."""

from textual.geometry import Region, Size

from engarde_tui.games.swords_and_shields.widgets.beside import BesideWidget, put_titled
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.score_sheet import ScoreSheet


class Rounds(BesideWidget, ScoreSheet):
    """The score sheet in a frame, where nobody plays."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the sheet and its frame."""
        return self.sheet_rows(viewport)

    def draw(self, canvas: Canvas) -> None:
        """Draw nothing where there is no room."""
        if canvas.height:
            super().draw(canvas)

    def put_heads(self, canvas: Canvas, heads: str) -> Region:
        """Write the heads into the frame, and return the region inside it."""
        return put_titled(canvas, heads)

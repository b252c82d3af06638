"""A message to a visitor, in the middle of the window."""

from textual.geometry import Size

from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import put_panel


class News(Notice):
    """What has happened, or what others want; nothing while there is no news."""

    def __init__(self, width: int, *, is_framed: bool) -> None:
        """Take at most `width` columns, with the frame if there is one."""
        super().__init__()
        self._widest = width
        self._frame = 1 if is_framed else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the text and of its frame."""
        rows = len(self.text_lines(self._columns(width)))
        return rows + 2 * self._frame if rows else 0

    def _columns(self, width: int) -> int:
        """Return the columns of the text, and one on either side of it."""
        return min(width - 2, self._widest) - 2 * self._frame

    def draw(self, canvas: Canvas) -> None:
        """Draw the text, in its frame."""
        columns = self._columns(canvas.width)
        x = (canvas.width - columns) // 2
        foreground = "alert" if self.words.refused else "strong" if self._frame else "plain"
        if self._frame:
            edge = "alert" if self.words.refused else "frame"
            put_panel(canvas, x - 1, 0, columns + 2, canvas.height, "", edge=edge)
        for row, line in enumerate(self.text_lines(columns), self._frame):
            canvas.put(x + 1, row, line, foreground)

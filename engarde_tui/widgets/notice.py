"""A message to the player, the one style of all error lines, and news from the hall."""

from textual.geometry import Size
from textual.reactive import reactive

from engarde_tui.play.scene import Words
from engarde_tui.play.words import sentence
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.panel import put_panel
from engarde_tui.widgets.text_lines import wrapped


def spoken(words: Words) -> str:
    """Return a message as it is shown; a refusal starts with a mark, to stand out without colour."""
    return f"! {sentence(words.text)}" if words.refused else words.text


class Notice(CanvasWidget):
    """One message to the player: what can be done, or why a key did nothing."""

    words: reactive[Words] = reactive(Words(), repaint=False)

    def say(self, text: str, *, refused: bool = False) -> None:
        """Show a text; a refusal as a sentence after a mark."""
        self.words = Words(text, refused and bool(text))

    def watch_words(self) -> None:
        """Redraw, with as many rows as needed if the style sheet allows."""
        if self.styles.is_auto_height:
            self.refresh(layout=True)
        self.redraw()

    def in_words(self) -> list[str]:
        """Return the text, a refusal without its mark."""
        text = sentence(self.words.text) if self.words.refused else self.words.text
        return [*filter(None, text.splitlines())]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that the text takes."""
        return len(self.text_lines(width))

    def draw(self, canvas: Canvas) -> None:
        """Draw the text at the bottom, aligned as the style sheet says; cut its end if it does not fit."""
        lines = self.text_lines(canvas.width)
        foreground = "alert" if self.words.refused else "dim"
        for row, line in enumerate(lines, max(canvas.height - len(lines), 0)):
            if self.styles.text_align == "center":
                canvas.put_centre(row, line, foreground)
            else:
                canvas.put(1, row, line, foreground)

    def text_lines(self, width: int) -> list[str]:
        """Return the text in lines that fit."""
        paragraphs = spoken(self.words).splitlines()
        return [line for paragraph in paragraphs for line in wrapped(paragraph, max(width - 2, 1))]


class News(Notice):
    """What has happened, or what others want; nothing while there is no news."""

    def __init__(self, width: int, *, is_framed: bool) -> None:
        """Take at most `width` columns, with the frame if there is one."""
        super().__init__()
        self._widest = width
        self._is_framed = is_framed

    @property
    def _frame(self) -> int:
        """The rows of an edge of the frame; a small window has none."""
        is_small = self.screen.has_class("-short") or self.screen.has_class("-tight")
        return 1 if self._is_framed and not is_small else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the text and of its frame."""
        rows = len(self.text_lines(self._columns(width)))
        return rows + 2 * self._frame if rows else 0

    def _columns(self, width: int) -> int:
        """Return the columns of the text, and one on either side of it."""
        return min(width - 2, self._widest - 2 * self._frame)

    def draw(self, canvas: Canvas) -> None:
        """Draw the text, in its frame."""
        columns = self._columns(canvas.width)
        x = (canvas.width - columns) // 2
        foreground = "alert" if self.words.refused else "strong" if self._is_framed else "plain"
        if self._frame:
            edge = "alert" if self.words.refused else "frame"
            put_panel(canvas, x - 1, 0, columns + 2, canvas.height, "", edge=edge)
        for row, line in enumerate(self.text_lines(columns), self._frame):
            canvas.put(x + 1, row, line, foreground)

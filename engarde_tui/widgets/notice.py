"""A word to the player."""

from textwrap import wrap

from textual.geometry import Size
from textual.reactive import reactive

from engarde_tui.match.scene import Scene, Words
from engarde_tui.widgets.canvas import Canvas, CanvasWidget


class Notice(CanvasWidget):
    """A word to the player: why a key did nothing, or what could be done."""

    words: reactive[Words] = reactive(Words(), repaint=False)

    def say(self, text: str, *, refused: bool = False) -> None:
        """Show a text, as a refusal or as a word beside."""
        self.words = Words(text, refused)

    def watch_words(self) -> None:
        """Show them, in as many rows as they take where the style sheet leaves that open."""
        if self.styles.is_auto_height:
            self.refresh(layout=True)
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the text has."""
        return len(self._lines(width))

    def draw(self, canvas: Canvas) -> None:
        """At the bottom; from its beginning where not all of it fits."""
        lines = self._lines(canvas.width)
        for row, line in enumerate(lines, max(canvas.height - len(lines), 0)):
            canvas.put(1, row, line, "alert" if self.words.refused else "dim")

    def _lines(self, width: int) -> list[str]:
        """A refusal starts with a mark, so that it stands out without colour."""
        return wrap(f"! {self.words.text}" if self.words.refused else self.words.text, max(width - 2, 1))


class SceneNotice(Notice):
    """What the screen's scene has to say."""

    scene: reactive[Scene | None] = reactive(None, repaint=False)

    def watch_scene(self, scene: Scene | None) -> None:
        """Say it."""
        if scene is not None:
            self.words = scene.said

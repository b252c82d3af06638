"""The base of the widgets beside the cards."""

from typing import Final

from textual.geometry import Region, Size

from engarde_tui.games.swords_and_shields.widgets.board import DuelWidget
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.panel import put_panel, put_rule

_WIDTH_FOR_FRAME: Final = 30
_PLAYED: Final = (Mode.PLAYING, Mode.WAITING, Mode.CURTAIN)
_MOST_ROUNDS: Final = 5
"""Most rows for finished rounds."""


class BesideWidget(DuelWidget):
    """A widget in the column beside the cards."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns beside the cards."""
        return self.scale_in(viewport).beside

    def list_rows(self, window: Size) -> int:
        """Return the rows of the list, also behind the curtain; none where nobody plays."""
        is_played = self.scene is not None and self.scene.mode in _PLAYED
        # The words of a lesson take more than the log, and there is less to choose from.
        fifths = 2 if self.scene is not None and "lesson" in self.scene.styles else 3
        return self.scale_in(window).rows * fifths // 5 if is_played else 0

    def sheet_rows(self, window: Size) -> int:
        """Return the rows of the finished rounds: in place of the list, in a match of several."""
        has_room = is_framed(self.scale_in(window).beside) and not self.list_rows(window)
        if self.view is None or self.view.target == 1 or not has_room:
            return 0
        return min(2 * self.view.target - 1, _MOST_ROUNDS) + 2

    def log_rows(self, window: Size) -> int:
        """Return the rows of the log: those that the list and the rounds leave, above the curtain."""
        scale, is_curtain = self.scale_in(window), self.scene is not None and self.scene.mode is Mode.CURTAIN
        rows = scale.open_rows if is_curtain else scale.rows
        return rows - self.list_rows(window) - self.sheet_rows(window)

    def watch_scene(self, before: Scene | None, scene: Scene | None) -> None:
        """Redraw; take as many rows as the other widget beside the cards leaves."""
        if before is not None and scene is not None and before.mode is not scene.mode:
            self.refresh(layout=True)
        super().watch_scene(before, scene)


def is_framed(width: int) -> bool:
    """Return whether a widget of `width` columns has room for a frame."""
    return width >= _WIDTH_FOR_FRAME


def put_titled(canvas: Canvas, title: str, foreground: str = "title", corner: str = "") -> Region:
    """Give the whole canvas a title, in a frame if it is wide enough for one; return the region inside."""
    if not is_framed(canvas.width):
        put_rule(canvas, 0, 0, canvas.width, title, foreground, corner)
        # The cards end in the column before.
        canvas.put(0, 0, " ")
        return Region(2, 1, canvas.width - 3, canvas.height - 1)
    put_panel(canvas, 0, 0, canvas.width, canvas.height, title, foreground, corner)
    return Region(2, 1, canvas.width - 4, canvas.height - 2)

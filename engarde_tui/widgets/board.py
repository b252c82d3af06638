"""The base of all widgets of a board."""

from typing import Any

from textual.reactive import reactive

from engarde_tui.match.scene import Scene
from engarde_tui.widgets.canvas import CanvasWidget
from engine.game import Seat
from engine.match import MatchView

SEAT_INKS = {Seat.LEFT: "left", Seat.RIGHT: "right"}


class BoardWidget(CanvasWidget):
    """A widget bound to the screen's scene; redraws only when what it reads has changed."""

    scene: reactive[Scene | None] = reactive(None, repaint=False)

    def reads(self, scene: Scene) -> object:
        """Return what this widget draws of a scene."""
        return scene.view

    def watch_scene(self, before: Scene | None, scene: Scene | None) -> None:
        """Redraw if what this widget reads has changed."""
        if before is None or scene is None or self.reads(before) != self.reads(scene):
            self.redraw()

    @property
    def view(self) -> MatchView[Any] | None:
        """The view to draw; None before there is a scene."""
        return None if self.scene is None else self.scene.view

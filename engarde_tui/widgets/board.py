"""The base of all widgets of a board."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Self, cast

from textual.reactive import Reactive

from engarde_tui.play.scene import Scene
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engine.game import Seat
from engine.match import MatchView

SEAT_FOREGROUNDS = {Seat.LEFT: "left", Seat.RIGHT: "right"}

WIDEST: Final = 130
"""Most columns of what is at a table: all of it has one left and one right edge."""


def measure(canvas: Canvas) -> tuple[int, int]:
    """Return the first column, and the number of columns, of what is at a table on this canvas."""
    width = min(canvas.width, WIDEST)
    return (canvas.width - width) // 2, width


class BoardWidget(CanvasWidget):
    """A widget bound to the screen's scene; redraws only when what it reads has changed."""

    IS_MEASURED_BY_WINDOW: ClassVar = False
    """Whether its size follows from that of the window alone."""

    scene: Scene | None = None
    """The scene to draw; None before there is one."""

    _bound: Reactive[Any] | None = None

    def data_bind(self, *reactives: Reactive[Any], **bind_vars: Reactive[Any] | object) -> Self:
        """Follow a scene of the screen, or of a container, from mounting on.

        Textual would look up every reactive of the widget, about 250 attributes, whenever the scene changes.
        """
        (self._bound,) = (*reactives, *(cast(Reactive[Any], bound) for bound in bind_vars.values()))
        return self

    def on_mount(self) -> None:
        """Follow the bound scene."""
        if (bound := self._bound) is not None:
            owner = next(node for node in self.ancestors if isinstance(node, cast(type, bound.owner)))
            self.watch(owner, bound.name, self._take_scene)

    def _take_scene(self, scene: Scene | None) -> None:
        before, self.scene = self.scene, scene
        self.watch_scene(before, scene)

    def introduction(self) -> Sequence[str]:
        """Return what the line mode says of it at the table, as sentences; () for what other words tell."""
        return ()

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

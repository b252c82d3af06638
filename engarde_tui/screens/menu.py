"""The first screen: what can be done."""

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.app import EngardeApp
from engarde_tui.widgets.canvas import INK_CLASSES, Canvas, CanvasWidget
from engarde_tui.widgets.figures import BLADE_ROW, LARGE, mirrored
from engarde_tui.widgets.lines import KeyBar

_APART = 13
"""Columns between the two fencers of the title."""


class Title(CanvasWidget):
    """Two fencers on guard, and the name of the game."""

    def draw(self, canvas: Canvas) -> None:
        """Blades crossed in the middle."""
        figure = LARGE["guard"]
        width = len(figure[0])
        left = (canvas.width - _APART) // 2 - width
        right = left + width + _APART
        for row, (one, other) in enumerate(zip(figure, mirrored(figure), strict=True)):
            canvas.put(left, row, one, "left")
            canvas.put(right, row, other, "right")
        half = _APART // 2
        canvas.put(left + width, BLADE_ROW[width], "─" * half, "left")
        canvas.put(left + width + half, BLADE_ROW[width], "×", "accent")
        canvas.put(right - half, BLADE_ROW[width], "─" * half, "right")
        canvas.put_centre(len(figure), "━" * (_APART + 6 * width), "dim")
        canvas.put_centre(len(figure) + 1, "E N   G A R D E", "accent")
        canvas.put_centre(len(figure) + 2, "Reiner Knizia's fencing card game, for two", "dim")


class MenuScreen(Screen[None]):
    """New match, rules, quit."""

    app = getters.app(EngardeApp)
    CSS_PATH: ClassVar = paths.style_sheets("menu")
    COMPONENT_CLASSES = INK_CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new_match", "new match", id="new-match", tooltip="Set up a new match")
    ]

    def compose(self) -> ComposeResult:
        """The title, the list, the keys."""
        yield Title()
        with Center():
            yield OptionList(
                Option("New match", id="new_match"),
                Option("Rules and keys", id="app.help"),
                Option("Quit", id="app.quit"),
                compact=True,
            )
        yield KeyBar()

    @on(OptionList.OptionSelected)
    async def _select(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            await self.run_action(event.option_id)

    def action_new_match(self) -> None:
        """Set up a new match."""
        self.app.open_setup()

"""Asks before a running match is left."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.widgets.canvas import INK_CLASSES
from engarde_tui.widgets.lines import KeyBar


class QuitScreen(ModalScreen[bool]):
    """Answers whether to leave."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")
    COMPONENT_CLASSES = INK_CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "leave the match", id="leave"),
        Binding("n,escape", "dismiss(False)", "go on fencing", key_display="n", id="stay"),
    ]

    def compose(self) -> ComposeResult:
        """The question and its two answers."""
        with Vertical(classes="dialog"):
            yield Static("Leave this match? It ends here and is not kept.", markup=False)
            yield KeyBar()

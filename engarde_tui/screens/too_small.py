"""Shown instead of everything else while the window is too small."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.app import MIN_HEIGHT, MIN_WIDTH


class TooSmallScreen(Screen[None]):
    """Covers the hand; the application takes it away once the window is large enough."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")
    BINDINGS: ClassVar[list[BindingType]] = []

    def compose(self) -> ComposeResult:
        """What is missing."""
        yield Static(
            f"En Garde needs {MIN_WIDTH} columns and {MIN_HEIGHT} rows.\n"
            "Make the window larger: the match goes on where it was.",
            markup=False,
        )

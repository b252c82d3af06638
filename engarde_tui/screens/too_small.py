"""The notice shown while the window is too small."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.terminal.textual_private import RemappedKeys

MIN_SIZE: Final = Size(80, 24)


def fits(window: Size) -> bool:
    """Return whether every screen fits the window."""
    return window.width >= MIN_SIZE.width and window.height >= MIN_SIZE.height


class TooSmallScreen(RemappedKeys, Screen[None]):
    """Covers all screens until the window is large enough."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")

    def compose(self) -> ComposeResult:
        """Say which size is needed."""
        yield Static(
            f"engarde needs {MIN_SIZE.width} columns and {MIN_SIZE.height} rows.\n"
            "Enlarge the window to continue.",
            markup=False,
        )

    def __init__(self) -> None:
        super().__init__()
        self._is_closing_now = False

    def on_resize(self) -> None:
        """Close if the window is large enough."""
        self._close_if_it_fits()

    def on_screen_resume(self) -> None:
        """Close if the window has grown while another screen was on top."""
        self._close_if_it_fits()

    def _close_if_it_fits(self) -> None:
        if not self._is_closing_now and self.app.screen is self and fits(self.app.size):
            self._is_closing_now = True
            self.dismiss()

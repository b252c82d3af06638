"""A page to read: framed sections that scroll above the keys."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.events import Resize

from engarde_tui import paths
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import Scroll
from engarde_tui.widgets.sections import Section, Sections


class PageScreen(AppScreen):
    """Sections on a full screen, so that no hand shows behind them."""

    CSS_PATH: ClassVar = paths.style_sheets("help")

    def compose(self) -> ComposeResult:
        """Show the sections above the keys."""
        with Scroll():
            yield Sections(self.first_sections())
        yield KeyBar()

    def first_sections(self) -> Sequence[Section]:
        """Return what is shown from the beginning."""
        return ()

    def on_resize(self, event: Resize) -> None:
        """Keep a row for the keys below what scrolls."""
        self.query_one(Scroll).styles.max_height = self.size.height - 1
        self.call_after_refresh(self.query_one(Sections).redraw)

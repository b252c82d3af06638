"""What has been announced in the hall, to read in full."""

from datetime import UTC, datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from engarde_tui import paths
from engarde_tui.play.words import when
from engarde_tui.screens.base import AppScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import ANNOUNCEMENTS
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import Scroll, bindings
from engarde_tui.widgets.sections import Entries, Sections


class AnnouncementsScreen(AppScreen):
    """The announcements, newest first, on a full screen, so that no hand shows behind them."""

    CSS_PATH: ClassVar = paths.style_sheets("help")
    BINDINGS: ClassVar[list[BindingType]] = bindings(ANNOUNCEMENTS)

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall = hall

    def compose(self) -> ComposeResult:
        """Show the announcements above the keys."""
        with Scroll():
            yield Sections()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what has been announced so far."""
        self.renew()

    def renew(self) -> None:
        """Show also what has just been announced."""
        now = datetime.fromtimestamp(self._hall.register.clock(), UTC)
        told = [(when(announced.at), announced.text) for announced in self._hall.announcements]
        # Visitors may be in other time zones.
        page = Entries(f"Announcements · the hall's clock says {when(now)}", told, "dim")
        page.is_wide = True
        # Before it is composed there is nothing to renew.
        for sections in self.query(Sections):
            sections.show([page])

    def on_resize(self, event: Resize) -> None:
        """Keep a row for the keys below what scrolls."""
        self.query_one(Scroll).styles.max_height = self.size.height - 1

"""What has happened in a round, to read back."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from engarde_tui import paths
from engarde_tui.play.keys import LOG
from engarde_tui.presentation import presentation_of, verdict
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import Scroll, bindings
from engarde_tui.widgets.sections import Entries, Sections
from engine.match import MatchView


class LogScreen(AppScreen):
    """The log of a round on a full screen, so that no hand shows behind it; the newest is at the bottom."""

    CSS_PATH: ClassVar = paths.style_sheets("help")
    BINDINGS: ClassVar[list[BindingType]] = bindings(LOG)

    def __init__(self, view: MatchView[Any]) -> None:
        """Tell what everybody saw happen in the round of a view."""
        super().__init__()
        log = [*presentation_of(view.round.rules).log(view)]
        if view.round.result is not None:
            log.append(("", f"{verdict(view)}."))
        self._log = Entries(f"Round {view.number}", log, "dim")
        self._log.is_wide = True

    def compose(self) -> ComposeResult:
        """Show the log above the keys."""
        with Scroll():
            yield Sections([self._log])
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the newest."""
        self.call_after_refresh(self.query_one(Scroll).scroll_end, animate=False)

    def on_resize(self, event: Resize) -> None:
        """Keep a row for the keys below what scrolls."""
        self.query_one(Scroll).styles.max_height = self.size.height - 1

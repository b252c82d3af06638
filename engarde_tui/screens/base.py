"""What screens know of the app."""

from typing import Final, cast

from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from engarde_tui.sessions.services import AppServices
from engarde_tui.settings.keys import live_key
from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.terminal.own_screen import OwnScreen
from engarde_tui.widgets.board import BoardWidget

MIN_SIZE: Final = Size(80, 24)

TOO_SMALL: Final = "too-small"
"""The name of the screen that covers all others while the window is smaller."""


def fits(window: Size) -> bool:
    """Return whether every screen fits the window."""
    return window.width >= MIN_SIZE.width and window.height >= MIN_SIZE.height


class AppScreen(OwnScreen, Screen[None]):
    """A screen with canvases."""

    @property
    def hidden_keys(self) -> frozenset[str]:
        """The ids of keys that could only say why they do nothing now; the key bar leaves them out."""
        return frozenset()

    @property
    def dimmed_keys(self) -> frozenset[str]:
        """The ids of keys that do something only later; the key bar shows them quietly, in their places."""
        return frozenset()

    def on_resize(self, event: Resize) -> None:
        """Let widgets measure themselves by the window again: Textual keeps sizes while no style changes."""
        for widget in self.query(BoardWidget):
            if widget.IS_MEASURED_BY_WINDOW:
                widget.refresh(layout=True)

    @property
    def services(self) -> AppServices:
        """The app, as screens know it."""
        return cast(AppServices, self.app)

    def key(self, action_id: str) -> str:
        """Return the key of one of this screen's bindings, as the player reads it."""
        return self.services.key_name(self.main_key(action_id))

    def main_key(self, action_id: str) -> str:
        """Return the key of one of this screen's bindings, by Textual's name; of several, the first."""
        return live_key(self, action_id, self.services.settings.keys)

    def follow_settings(self) -> None:
        """Show the keys that the settings choose."""
        self.refresh_bindings()
        for canvas in self.query(CanvasWidget):
            canvas.redraw()


class SettingsPage(AppScreen):
    """A page of the settings; the settings are not opened over it again."""

"""The own matches in the hall."""

from typing import ClassVar

from textual import getters
from textual.binding import Binding, BindingType

from engarde_tui.screens.history import HistoryScreen
from engarde_tui.serve.app import HallApp


class HallHistoryScreen(HistoryScreen):
    """The same list; files are the visitor's, so a record goes through the visitor's own shell."""

    app = getters.app(HallApp)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "export", "record", id="export", tooltip="How to get the match as a record"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is taken from the server's files, and no match is deleted that another has played too."""
        return action not in ("import", "delete") and super().check_action(action, parameters)

    def action_export(self) -> None:
        """Say how to get the record."""
        row = self._marked
        if row is None or row.match is None:
            return
        if row.match.view.winner is None:
            self._say("A match that goes on has no record yet: it would show both hands.")
        else:
            way = f"ssh {self.app.visitor.name}@{self.app.address} record {row.id} > match.engarde"
            self._say(f"In your own shell: {way}")

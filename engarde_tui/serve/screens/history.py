"""The list of the visitor's own matches."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engarde_tui.screens.history import HistoryScreen
from engarde_tui.serve.screens.navigator import InHall


class HallHistoryScreen(InHall, HistoryScreen):
    """The history without files: the server's are not the visitor's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "export", "record", id="export", tooltip="How to save the match as a record"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Forbid import, which would read the server's files, and delete: matches have two owners."""
        return action not in ("import", "delete") and super().check_action(action, parameters)

    def action_export(self) -> None:
        """Show the shell command that saves the record."""
        row = self._marked
        if row is None or row.match is None:
            return
        if row.match.view.winner is None:
            self._say("The match is not over: its record would show both hands.")
        else:
            command = (
                f"ssh {self.navigator.visitor.name}@{self.navigator.address} record {row.id} > match.engarde"
            )
            self._say(f"In your own shell: {command}")

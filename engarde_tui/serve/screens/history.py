"""The visitor's own matches."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engarde_tui.screens.history import HistoryScreen
from engarde_tui.serve.screens.navigator import InHall


class HallHistoryScreen(InHall, HistoryScreen):
    """The same list, but no files: the server's are not the visitor's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "export", "record", id="export", tooltip="How to save the match as a record"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is imported from the server, and no match is deleted: it is somebody else's too."""
        return action not in ("import", "delete") and super().check_action(action, parameters)

    def action_export(self) -> None:
        """Say how to save the record."""
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

"""The list of the visitor's own matches."""

from typing import ClassVar

from textual.binding import BindingType

from engarde_tui.language import tr
from engarde_tui.screens.history import HistoryScreen
from engarde_tui.screens.match_rows import MatchRow
from engarde_tui.serve.hall.keys import OWN_MATCHES
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.screens.services import InHall
from engarde_tui.widgets.keys import bindings


class HallHistoryScreen(InHall, HistoryScreen):
    """The history without files: the server's are not the visitor's."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(OWN_MATCHES)

    def __init__(self, own: OwnMatches) -> None:
        super().__init__(own)
        self._own = own

    def about_deleting(self, row: MatchRow) -> str:
        """Return the match, and who keeps it; raises Problem if it is there no more."""
        opponent = self._own.opponent(row.id)
        kept = tr("{opponent} keeps it.", opponent=opponent)
        return f"{row.line}\n\n{kept}" if opponent else row.line

    def action_export(self) -> None:
        """Show the shell command that saves the record."""
        row = self._marked
        if row is None or row.match is None:
            return
        if row.match.winner is None:
            self._say(tr("The match is not over: its record would show both hands."))
        else:
            command = (
                f"ssh {self.services.visitor.name}@{self.services.address} record {row.id} > match.engarde"
            )
            self._say(tr("In your own shell: {command}", command=command))

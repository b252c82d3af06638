"""A part of the table that shows the turn being composed."""

from textual.reactive import reactive

from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.widgets.board import BoardWidget


class ComposingWidget(BoardWidget):
    """A part of the table that also shows the turn being composed."""

    draft: reactive[Draft] = reactive(Draft(), repaint=False)

    def watch_draft(self) -> None:
        """Show the new draft."""
        self.redraw()

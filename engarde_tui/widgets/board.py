"""What all parts of the table have in common: they draw one view of the match."""

from textual.reactive import reactive

from engarde_tui.draft import Draft
from engarde_tui.widgets.canvas import CanvasWidget
from engine.en_garde import MatchView, Seat

SEAT_INKS = {Seat.LEFT: "left", Seat.RIGHT: "right"}


class BoardWidget(CanvasWidget):
    """A part of the table, bound to a view; redrawn when the view changes."""

    view: reactive[MatchView | None] = reactive(None, repaint=False)

    def watch_view(self) -> None:
        """Show the new view."""
        self.redraw()


class ComposingWidget(BoardWidget):
    """A part of the table that also shows the turn being composed."""

    draft: reactive[Draft] = reactive(Draft(), repaint=False)

    def watch_draft(self) -> None:
        """Show the new draft."""
        self.redraw()

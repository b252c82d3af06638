"""What all parts of the table have in common: they draw one view of the match."""

from textual.reactive import reactive

from engarde_tui.draft import Draft
from engarde_tui.widgets.canvas import CanvasWidget
from engarde_tui.widgets.cards import LARGE, SMALL, CardSize
from engine.en_garde import MatchView, Seat

SEAT_INKS = {Seat.LEFT: "left", Seat.RIGHT: "right"}


class BoardWidget(CanvasWidget):
    """A part of the table, bound to a view; redrawn when the view changes."""

    view: reactive[MatchView | None] = reactive(None, repaint=False)

    def watch_view(self) -> None:
        """Show the new view."""
        self.redraw()

    @property
    def card_size(self) -> CardSize:
        """Large cards where the style sheets make room for them: in a window both wide and tall."""
        return LARGE if self.screen.has_class("-wide") and self.screen.has_class("-tall") else SMALL


class ComposingWidget(BoardWidget):
    """A part of the table that also shows the turn being composed."""

    draft: reactive[Draft] = reactive(Draft(), repaint=False)

    def watch_draft(self) -> None:
        """Show the new draft."""
        self.redraw()

"""What all parts of the table have in common: they draw one view of the match."""

from textual.reactive import reactive

from engarde_tui.games.en_garde.widgets.cards import LARGE, SMALL, CardSize
from engarde_tui.widgets.canvas import CanvasWidget
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

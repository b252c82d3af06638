"""The draw pile with its counter, and the top of the discards."""

from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.widgets.cards import put_card, put_card_back, put_card_place
from engine.en_garde.rules import CARD_VALUES


class DrawPile(BoardWidget):
    """How many cards are left to draw: both players may count them at any time."""

    def draw(self, canvas: Canvas) -> None:
        """A face-down card while there is one, and the number."""
        if self.view is None:
            return
        pile = self.view.round.pile
        canvas.put(0, 0, "pile", "dim")
        if pile:
            put_card_back(canvas, 0, 2)
            canvas.put(1, 4, f"{pile:^3}", "strong")
        else:
            put_card_place(canvas, 0, 2)
            canvas.put(1, 4, "end", "alert")


class Discard(BoardWidget):
    """The top discard; with the open discard pile also how many of each value lie there."""

    def draw(self, canvas: Canvas) -> None:
        """The top card, and where the rules allow it the count of each value."""
        if self.view is None:
            return
        round = self.view.round
        canvas.put(0, 0, "discard", "dim")
        if round.discard:
            put_card(canvas, 0, 2, round.discard[-1])
        else:
            put_card_place(canvas, 0, 2)
        if round.rules.open_discard:
            for place, card in enumerate(CARD_VALUES):
                canvas.put(6, 2 + place, f"{card}×{round.discard.count(card)}", "dim")

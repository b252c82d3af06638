"""The draw pile with its counter, and the top of the discards."""

from engarde_tui.games.en_garde.widgets.cards import card_size, put_card, put_card_back, put_card_place
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engine.en_garde.rules import CARD_VALUES


class _Pile(BoardWidget):
    """A pile with its name above it."""

    def __init__(self, top: int = 2) -> None:
        """Draw the cards from row `top` on, level with the hand beside them."""
        super().__init__()
        self._top = top


class DrawPile(_Pile):
    """How many cards are left to draw: both players may count them at any time."""

    def draw(self, canvas: Canvas) -> None:
        """A face-down card while there is one, and the number."""
        if self.view is None:
            return
        pile, size = self.view.round.pile, card_size(self.screen)
        canvas.put(0, 0, "pile", "dim")
        put = put_card_back if pile else put_card_place
        put(canvas, 0, self._top, size)
        text = f"{pile:^{size.width - 2}}" if pile else "end".center(size.width - 2)
        canvas.put(1, self._top + size.height // 2, text, "strong" if pile else "alert")


class Discard(_Pile):
    """The top discard; with the open discard pile also how many of each value lie there."""

    def draw(self, canvas: Canvas) -> None:
        """The top card, and where the rules allow it the count of each value."""
        if self.view is None:
            return
        round, size = self.view.round, card_size(self.screen)
        canvas.put(0, 0, "discard", "dim")
        if round.discard:
            put_card(canvas, 0, self._top, size, round.discard[-1])
        else:
            put_card_place(canvas, 0, self._top, size)
        if round.rules.open_discard:
            for place, card in enumerate(CARD_VALUES):
                canvas.put(size.width, self._top + place, f"{card}×{round.discard.count(card)}", "dim")

"""The draw pile with its counter, and the top of the discards."""

from engarde_tui.games.en_garde.widgets.cards import card_size, put_card, put_card_back, put_card_slot
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
    """The draw pile, with its number of cards, which is public."""

    def draw(self, canvas: Canvas) -> None:
        """Draw a card back, or an empty slot, and the number."""
        if self.view is None:
            return
        pile, size = self.view.round.pile, card_size(self.screen)
        canvas.put(0, 0, "pile", "dim")
        put = put_card_back if pile else put_card_slot
        put(canvas, 0, self._top, size)
        text = f"{pile:^{size.width - 2}}" if pile else "end".center(size.width - 2)
        canvas.put(1, self._top + size.height // 2, text, "strong" if pile else "alert")


class Discard(_Pile):
    """The top discard; with the open discard pile also the number of each value."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the top card, and the number of each value if the rules allow it."""
        if self.view is None:
            return
        round, size = self.view.round, card_size(self.screen)
        canvas.put(0, 0, "discard", "dim")
        if round.discard:
            put_card(canvas, 0, self._top, size, round.discard[-1])
        else:
            put_card_slot(canvas, 0, self._top, size)
        if round.rules.open_discard:
            for row, card in enumerate(CARD_VALUES, self._top):
                canvas.put(size.width, row, f"{card}×{round.discard.count(card)}", "dim")

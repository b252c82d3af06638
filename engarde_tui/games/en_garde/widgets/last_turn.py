"""What the last player to act did."""

from rich.cells import cell_len

from engarde_tui.games.en_garde.words import last_turn
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas


class LastTurn(BoardWidget):
    """What the last player to act did, in words; the curtain says it itself while it is down."""

    def draw(self, canvas: Canvas) -> None:
        """One line, in the middle: the words, and the cards as they were laid."""
        if self.view is None:
            return
        words, ink = last_turn(self.view), "alert" if self.view.round.attack else "strong"
        cards = [f"[{card}]" for play in self.view.round.last_turn for card in play.action.cards]
        if cell_len(words) + 2 + 4 * len(cards) > canvas.width:
            cards = []
        x = max((canvas.width - cell_len(words) - 2 - 4 * len(cards)) // 2, 0)
        x = canvas.put(x, 0, words, ink) + 1
        for card in cards:
            x = canvas.put(x + 1, 0, card, "key")

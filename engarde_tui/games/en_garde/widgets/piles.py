"""The draw pile with its counter, and the top of the discards."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.games.en_garde.widgets.cards import on_card, put_card, put_card_back, put_card_slot
from engarde_tui.games.en_garde.widgets.scale import CardSize, scale_for
from engarde_tui.language import tr_as
from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.moving import Frame, MovingWidget
from engine.en_garde import MatchView
from engine.en_garde.rules import CARD_VALUES

_TRAIL: Final = 2
"""Columns of the trail of a card on its way to the discards, beside which a name has as much room."""


class _Pile(BoardWidget):
    """A card under the name of its pile, level with those of a hand beside it."""

    def __init__(self, *, is_between: bool = False) -> None:
        """Show it beside one hand, or between two."""
        super().__init__()
        self._is_between = is_between

    def card(self, window: Size) -> CardSize:
        """Return the size of its card."""
        scale = scale_for(window)
        return scale.beside_card if self._is_between else scale.card

    @property
    def label(self) -> str:
        """The name of the pile."""
        raise NotImplementedError

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of a card and of what stands beside it."""
        return self.card(viewport).width + self._beside

    def put_label(self, canvas: Canvas) -> None:
        """Write the name of the pile above the card."""
        canvas.put(0, 0, cut(self.label, canvas.width), "dim")

    @property
    def _beside(self) -> int:
        """The columns beside the card: of a longer name, as far as there is room."""
        return min(max(cell_len(self.label) - self.card(self.app.size).width, 0), _TRAIL)


class DrawPile(_Pile):
    """The draw pile, with its number of cards, which is public."""

    @property
    def label(self) -> str:
        """The name of the pile."""
        return tr_as("card", "pile")

    def draw(self, canvas: Canvas) -> None:
        """Draw a card back, or an empty slot, and the number."""
        if self.view is None:
            return
        pile, size = self.view.round.pile, self.card(self.app.size)
        top = canvas.height - size.height
        self.put_label(canvas)
        put = put_card_back if pile else put_card_slot
        put(canvas, 0, top, size)
        text = on_card(f"{pile}" if pile else tr_as("card", "end"), size)
        canvas.put(1, top + size.height // 2, text, "strong" if pile else "alert")


class Discard(MovingWidget, _Pile):
    """The top discard; with the open discard pile also the number of each value."""

    @property
    def label(self) -> str:
        """The name of the pile."""
        return tr_as("card", "discard")

    @property
    def _beside(self) -> int:
        # How often a value has been discarded takes one more.
        return _TRAIL + int(self.view is not None and self.view.round.rules.open_discard)

    def movement(self, before: MatchView, now: MatchView) -> Sequence[Frame]:
        """Return the trail of a card that has just been discarded."""
        if now.number != before.number or len(now.round.plays) <= len(before.round.plays):
            return ()
        return [Frame(length, 0.08) for length in range(_TRAIL, 0, -1)]

    def draw(self, canvas: Canvas) -> None:
        """Draw the top card, and the number of each value if the rules allow it."""
        if self.view is None:
            return
        view, size = self.view.round, self.card(self.app.size)
        top = canvas.height - size.height
        self.put_label(canvas)
        if self.picture is not None:
            canvas.put(size.width, top + size.height // 2, "─" * self.picture, "accent")
        if view.discard:
            put_card(canvas, 0, top, size, view.discard[-1])
        else:
            put_card_slot(canvas, 0, top, size)
        if view.rules.open_discard:
            for row, card in enumerate(CARD_VALUES, top):
                canvas.put(size.width, row, f"{card}×{view.discard.count(card)}", "dim")

"""A hand of cards, open: the sitting player's, or one laid open when the round is over."""

from rich.cells import cell_len

from engarde_tui.games.en_garde.widgets.cards import put_card, put_card_back
from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.widgets.board import SEAT_INKS
from engarde_tui.widgets.canvas import Canvas
from engine.en_garde import Seat


class Hand(ComposingWidget):
    """The cards of one hand, the laid ones raised; one that the view does not show lies face down."""

    def __init__(self, seat: Seat | None = None) -> None:
        """Show the hand of `seat`, or that of whoever the view is for."""
        super().__init__()
        self._seat = seat

    def draw(self, canvas: Canvas) -> None:
        """Name the holder, then draw the cards, ascending."""
        if self.view is None:
            return
        round = self.view.round
        seat = round.seat if self._seat is None else self._seat
        if seat is None:
            return
        # A composing hand keeps a row free above it, into which the laid cards are raised.
        top = 2 if self._seat is None else 1
        size = self.card_size
        width = round.hand_sizes[seat] * (size.width + 1) - 1
        # The hands that face each other after the round stand at the sides.
        name = f"{self.view.names[seat]}'s hand"
        left = canvas.width - max(width, cell_len(name)) if self._seat is Seat.RIGHT else 0
        canvas.put(left, 0, name, SEAT_INKS[seat])
        hand = round.hands[seat]
        if hand is None:
            for place in range(round.hand_sizes[seat]):
                put_card_back(canvas, left + place * (size.width + 1), top, size)
            return
        counts_here = round.distance if round.showdown and round.showdown.cards else None
        laid = list(self.draft.shown)
        for place, card in enumerate(hand):
            x = left + place * (size.width + 1)
            lies = card in laid
            if lies:
                laid.remove(card)
            marked = lies or card == counts_here
            put_card(canvas, x, 1 if lies else top, size, card, "accent" if marked else "plain", bold=marked)
            canvas.make_target(x, 1, size.width, size.height + 1, ("laid" if lies else "card", card))

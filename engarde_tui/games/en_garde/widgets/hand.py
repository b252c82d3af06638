"""A hand of cards, open: the sitting player's, or one laid open when the round is over."""

from collections import Counter

from rich.cells import cell_len

from engarde_tui.games.en_garde.drawn import drawn_cards
from engarde_tui.games.en_garde.widgets.cards import card_size, put_card, put_card_back
from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.match.scene import Scene
from engarde_tui.widgets.board import SEAT_INKS
from engarde_tui.widgets.canvas import Canvas
from engine.en_garde import Seat


class Hand(ComposingWidget):
    """The cards of one hand, the laid ones raised; a hidden hand is face down."""

    def __init__(self, seat: Seat | None = None) -> None:
        """Show the hand of `seat`, by default the one the view belongs to."""
        super().__init__()
        self._seat = seat

    def reads(self, scene: Scene) -> object:
        """Return the view, the draft, and the view before the last own action."""
        return scene.view, scene.draft, scene.before

    @property
    def _drawn(self) -> Counter[int]:
        """The cards to mark as just drawn."""
        if self.scene is None or self.scene.before is None:
            return Counter()
        return drawn_cards(self.scene.before.round, self.scene.view.round)

    def draw(self, canvas: Canvas) -> None:
        """Name the holder, then draw the cards, ascending."""
        if self.view is None:
            return
        round = self.view.round
        seat = round.seat if self._seat is None else self._seat
        if seat is None:
            return
        # Leave a row free above the hand of the table, for raised cards.
        top = 2 if self._seat is None else 1
        size = card_size(self.screen)
        width = round.hand_sizes[seat] * (size.width + 1) - 1
        # In the showdown the hands are at the sides.
        name = f"{self.view.names[seat]}'s hand"
        left = canvas.width - max(width, cell_len(name)) if self._seat is Seat.RIGHT else 0
        canvas.put(left, 0, name, SEAT_INKS[seat])
        hand = round.hands[seat]
        if hand is None:
            for index in range(round.hand_sizes[seat]):
                put_card_back(canvas, left + index * (size.width + 1), top, size)
            return
        counts_here = round.distance if round.showdown and round.showdown.cards else None
        laid, drawn = list(self.draft.shown), self._drawn
        for index, card in enumerate(hand):
            x = left + index * (size.width + 1)
            is_laid = card in laid
            if is_laid:
                laid.remove(card)
            marked = is_laid or card == counts_here
            y = 1 if is_laid else top
            put_card(canvas, x, y, size, card, "accent" if marked else "plain", bold=marked)
            # Of equal cards the last ones are marked.
            if drawn[card] > hand[index + 1 :].count(card):
                canvas.put(x + 1, y + size.height // 2, "new".center(size.width - 2), "accent")
            canvas.make_target(x, 1, size.width, size.height + 1, ("laid" if is_laid else "card", card))

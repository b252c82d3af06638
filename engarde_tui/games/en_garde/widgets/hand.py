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
    """The cards of one hand, the laid ones raised; one that the view does not show lies face down."""

    def __init__(self, seat: Seat | None = None) -> None:
        """Show the hand of `seat`, or that of whoever the view is for."""
        super().__init__()
        self._seat = seat

    def reads(self, scene: Scene) -> object:
        """The view, the draft, and what was known before the last own action."""
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
        # A composing hand keeps a row free above it, into which the laid cards are raised.
        top = 2 if self._seat is None else 1
        size = card_size(self.screen)
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
        laid, drawn = list(self.draft.shown), self._drawn
        for place, card in enumerate(hand):
            x = left + place * (size.width + 1)
            lies = card in laid
            if lies:
                laid.remove(card)
            marked = lies or card == counts_here
            y = 1 if lies else top
            put_card(canvas, x, y, size, card, "accent" if marked else "plain", bold=marked)
            # Of equal cards the last ones are marked.
            if drawn[card] > hand[place + 1 :].count(card):
                canvas.put(x + 1, y + size.height // 2, "new".center(size.width - 2), "accent")
            canvas.make_target(x, 1, size.width, size.height + 1, ("laid" if lies else "card", card))

"""A hand of cards."""

from engarde_tui.games.swords_and_shields.widgets.board import SideWidget
from engarde_tui.games.swords_and_shields.widgets.cards import GAP, card_size, put_back, put_card
from engarde_tui.widgets.board import SEAT_INKS
from engarde_tui.widgets.canvas import Canvas


class DuelHand(SideWidget):
    """The cards of the player who looks, or of one side of a replay; numbered for the keys."""

    def __init__(self, *, is_below: bool = True, is_numbered: bool = True) -> None:
        super().__init__(is_below=is_below)
        self._is_numbered = is_numbered

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards; they overlap if there are many."""
        round = self.round
        if self.view is None or round is None:
            return
        size, seat = card_size(self.screen), self.seat
        held, hand = round.hand_sizes[seat], round.hands[seat]
        canvas.put(1, 0, f"{self.view.names[seat]}'s hand", SEAT_INKS[seat])
        step = size.width + GAP
        if held > 1:
            step = min(step, (canvas.width - size.width) // (held - 1))
        marked = (
            None
            if hand is None
            else next(
                (index for index, card in enumerate(hand) if self.chosen and self.chosen.card == str(card)),
                None,
            )
        )
        # The marked card lies on top of its neighbours.
        for index in sorted(range(held), key=lambda index: index == marked):
            x = index * step
            if hand is None:
                put_back(canvas, x, 1, size)
                continue
            put_card(canvas, x, 1, size, hand[index], is_marked=index == marked)
            if self._is_numbered and round.result is None:
                canvas.put(x + 1, size.height, str(index + 1), "key")
                canvas.make_target(x, 1, size.width, size.height, ("card", index))

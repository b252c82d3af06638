"""A hand of cards, open: the sitting player's with what was drawn, or one laid open at the end of a round."""

from collections import Counter

from rich.cells import cell_len
from textual.geometry import Offset, Size

from engarde_tui.games.en_garde.widgets.cards import on_card, put_card, put_card_back
from engarde_tui.games.en_garde.widgets.choices import ComposingWidget
from engarde_tui.games.en_garde.widgets.scale import CardSize, scale_for
from engarde_tui.language import tr, tr_as
from engarde_tui.play.scene import Scene
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engine.en_garde import Kind, RoundView, Seat
from engine.en_garde.rules import HAND_SIZE


def drawn_cards(before: RoundView, now: RoundView) -> Counter[int]:
    """Return the new cards in the hand since `before`, the same player's view before their last own action.

    Empty if either view shows no hand.
    """
    if before.seat is None or before.seat is not now.seat:
        return Counter()
    played = now.plays[len(before.plays)].action.cards
    return Counter(now.hand) - (Counter(before.hand) - Counter(played))


class Hand(ComposingWidget):
    """The cards of one hand, the laid ones raised; a hidden hand is face down."""

    def __init__(self, seat: Seat | None = None) -> None:
        """Show the hand of `seat`, by default the viewer's, of which cards can be picked."""
        super().__init__()
        self._seat = seat

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of a full hand."""
        return (self._card(viewport).width + 1) * HAND_SIZE - 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the name, of a card, and of those above it that picked cards are lifted into."""
        lift = scale_for(viewport).lift if self._seat is None else 0
        return 1 + lift + self._card(viewport).height

    def _card(self, window: Size) -> CardSize:
        scale = scale_for(window)
        return scale.card if self._seat is None else scale.beside_card

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
        """Draw the cards, ascending, below the holder's name, which keeps its place."""
        if self.view is None:
            return
        view = self.view.round
        seat = view.seat if self._seat is None else self._seat
        if seat is None:
            return
        size = self._card(self.app.size)
        left, name = 0, tr("{name}'s hand", name=self.view.names[seat])
        if self._seat is Seat.RIGHT:
            width = view.hand_sizes[seat] * (size.width + 1) - 1
            left = canvas.width - max(width, cell_len(name))
        canvas.put(left, 0, name, SEAT_FOREGROUNDS[seat])
        hand = view.hands[seat]
        if hand is None:
            for index in range(view.hand_sizes[seat]):
                put_card_back(canvas, left + index * (size.width + 1), 1, size)
            return
        laid, drawn, marks = list(self.draft.shown), self._drawn, _marks(view)
        low = canvas.height - size.height
        for index, card in enumerate(hand):
            x = left + index * (size.width + 1)
            is_laid = card in laid
            if is_laid:
                laid.remove(card)
            y = 1 if is_laid else low
            if is_laid and self._seat is None:
                canvas.pointed = Offset(x, y)
            put_card(canvas, x, y, size, card, is_laid=is_laid, mark=marks.get(card, ""))
            # Of equal cards the last ones are marked.
            if drawn[card] > hand[index + 1 :].count(card):
                canvas.put(x + 1, y + size.height - 1, on_card(tr_as("card", "new"), size, "─"), "accent")
            canvas.make_target(x, 1, size.width, canvas.height - 1, ("laid" if is_laid else "card", card))


def _marks(view: RoundView) -> dict[int, str]:
    """Return the marks of values: a dagger for what hits or parries now, or counted in the showdown."""
    if view.result is not None:
        return {view.distance: "†"} if view.showdown and view.showdown.cards else {}
    return {action.blades[0]: "†" for action in view.legal if action.kind in (Kind.ATTACK, Kind.PARRY)}

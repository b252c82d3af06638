"""A hand of cards."""

from collections import Counter

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.widgets.board import SideWidget
from engarde_tui.games.swords_and_shields.widgets.cards import put_back, put_card
from engarde_tui.games.swords_and_shields.widgets.scale import GAP
from engarde_tui.play.scene import Scene
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engarde_tui.widgets.panel import put_rule
from engine.swords_and_shields import Card


class DuelHand(SideWidget):
    """The cards of the player who looks, or of one side of a replay; numbered for the keys."""

    def __init__(self, *, is_below: bool = True, is_numbered: bool = True) -> None:
        super().__init__(is_below=is_below)
        self._is_numbered = is_numbered

    def reads(self, scene: Scene) -> object:
        """Return the view, the draft and what the player knew before."""
        return scene.view, scene.draft, scene.before

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the title and the cards; the title of an upper hand is in the box."""
        scale = self.scale_in(viewport)
        return scale.hand_rows if self._is_below else scale.card.height

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards; they overlap if there are many."""
        view = self.round
        if self.view is None or view is None:
            return
        size, seat = self.scale.card, self.seat
        held, hand = view.hand_sizes[seat], view.hands[seat]
        top = canvas.height - size.height
        put_rule(canvas, 0, top - 1, canvas.width, f"{self.view.names[seat]}'s hand", SEAT_FOREGROUNDS[seat])
        step = size.width + GAP
        if held > 1:
            step = min(step, (canvas.width - size.width) // (held - 1))
        if hand is None:
            for index in range(held):
                put_back(canvas, index * step, top, size)
            return
        chosen = next(
            (index for index, card in enumerate(hand) if self.chosen and self.chosen.card == str(card)), None
        )
        new = self._drawn(hand)
        # The marked card lies on top of its neighbours.
        for index in sorted(range(held), key=lambda index: index == chosen):
            x = index * step
            is_live = self._is_numbered and view.result is None
            put_card(
                canvas,
                x,
                top,
                size,
                hand[index],
                str(index + 1) if is_live else "",
                "new" if index in new else "",
                is_marked=index == chosen,
                label_foreground="key",
            )
            if is_live:
                canvas.make_target(x, top, size.width, size.height, ("card", index))

    def _drawn(self, hand: tuple[Card, ...]) -> set[int]:
        """Return the indices of the cards that were drawn by the player's last action."""
        before = None if self.scene is None else self.scene.before
        if before is None or before.round.seat is not self.seat:
            return set()
        known = Counter(before.round.hand)
        new = set()
        for index, card in enumerate(hand):
            if known[card]:
                known[card] -= 1
            else:
                new.add(index)
        return set() if len(new) == len(hand) else new

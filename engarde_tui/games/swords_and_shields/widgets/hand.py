"""A hand of cards."""

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.games.swords_and_shields.labels import hand_title
from engarde_tui.games.swords_and_shields.numbers import in_hand, numbered
from engarde_tui.games.swords_and_shields.widgets.board import CardsWidget, SideWidget
from engarde_tui.games.swords_and_shields.widgets.cards import put_back, put_card, put_slot, stones_mark
from engarde_tui.games.swords_and_shields.widgets.scale import GAP, CardSize
from engarde_tui.language import tr_as
from engarde_tui.play.scene import Mode
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engarde_tui.widgets.panel import put_rule
from engine.swords_and_shields import Card

Slots = Sequence[Card | None]
"""The cards by their numbers; None for one that has left the hand."""


class DuelHand(SideWidget):
    """The cards of the player who looks, or of one side of a replay; numbered for the keys."""

    def __init__(self, *, is_below: bool = True, is_numbered: bool = True) -> None:
        super().__init__(is_below=is_below)
        self._is_numbered = is_numbered

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
        title = hand_title(self.view.names[seat])
        put_rule(canvas, 0, top - 1, canvas.width, title, SEAT_FOREGROUNDS[seat])
        if self._listens:
            canvas.put(cell_len(title) + 3, top - 1, "━" * canvas.width, "accent")
        step = size.width + GAP
        if hand is None or not held:
            _put_backs(canvas, 0, top, canvas.width, size, held)
            return
        slots = in_hand(numbered(hand, self.draft.slots), hand)
        if len(slots) * step > canvas.width + GAP:
            # No room for the places of cards that have left.
            places = {index: place for place, index in enumerate(_held(slots))}
            step = _step(canvas.width, size.width, held)
        else:
            places = {index: index for index in _held(slots)}
        marked = self._marked_in(slots)
        new = self._drawn(slots)
        is_live = self._is_numbered and view.result is None
        # The marked card lies on top of its neighbours.
        for index in sorted(places, key=lambda index: index == marked):
            card, x = slots[index], places[index] * step
            assert card is not None
            put_card(
                canvas,
                x,
                top,
                size,
                card,
                str(index + 1) if is_live else "",
                tr_as("small card", "new") if index in new else stones_mark(card),
                is_marked=index == marked,
                label_foreground="key",
            )
            if is_live:
                canvas.make_target(x, top, size.width, size.height, ("card", index))

    @property
    def _listens(self) -> bool:
        """Whether the numbers that are pressed are those of these cards."""
        is_asked = self.scene is not None and self.scene.mode is Mode.PLAYING
        return self._is_numbered and is_asked and self.round is not None and self.round.pending is None

    def _marked_in(self, slots: Slots) -> int | None:
        """Return the index of the card that the chosen action is about, or that is read."""
        name = self.chosen.card if self.chosen is not None else str(self.draft.read or "")
        return next((index for index in _held(slots) if str(slots[index]) == name), None)

    def _drawn(self, slots: Slots) -> set[int]:
        """Return the indices of the cards that were drawn by the player's last action."""
        before = self.before
        if before is None or before.seat is not self.seat:
            return set()
        known = Counter[Card | None](before.hand)
        new = set()
        for index in _held(slots):
            card = slots[index]
            if known[card]:
                known[card] -= 1
            else:
                new.add(index)
        return set() if len(new) == len(_held(slots)) else new


class HiddenHands(CardsWidget):
    """Both hands, face down, before spectators."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the titles and the cards."""
        return self.scale_in(viewport).hand_rows

    def draw(self, canvas: Canvas) -> None:
        """Draw the hand of the player below on the left, the other one's on the right."""
        if self.view is None or self.round is None:
            return
        size = self.scale.card
        width, top = (canvas.width - GAP) // 2, canvas.height - size.height
        for seat, x in ((self.below, 0), (self.below.other, canvas.width - width)):
            put_rule(canvas, x, top - 1, width, hand_title(self.view.names[seat]), SEAT_FOREGROUNDS[seat])
            _put_backs(canvas, x, top, width, size, self.round.hand_sizes[seat])


def _put_backs(canvas: Canvas, x: int, y: int, columns: int, size: CardSize, cards: int) -> None:
    """Draw cards face down, or where the first would lie."""
    if not cards:
        put_slot(canvas, x, y, size, tr_as("small card", "empty"))
    step = _step(columns, size.width, cards)
    for index in range(cards):
        put_back(canvas, x + index * step, y, size)


def _held(slots: Slots) -> list[int]:
    """Return the indices of the cards that are in hand."""
    return [index for index, card in enumerate(slots) if card is not None]


def _step(columns: int, width: int, cards: int) -> int:
    """Return the columns from one card to the next; they overlap if there are many."""
    return min(width + GAP, (columns - width) // (cards - 1)) if cards > 1 else width + GAP

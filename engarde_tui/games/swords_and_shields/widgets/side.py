"""One player's side: display, deck and discard."""

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.games.swords_and_shields.labels import deck_size, discard_size, display_title, hand_size
from engarde_tui.games.swords_and_shields.names import name_in
from engarde_tui.games.swords_and_shields.widgets.blows import put_crack, put_cut
from engarde_tui.games.swords_and_shields.widgets.board import SideWidget
from engarde_tui.games.swords_and_shields.widgets.cards import (
    card_foreground,
    put_back,
    put_card,
    put_slot,
    stones_mark,
)
from engarde_tui.games.swords_and_shields.widgets.crest import SIGNS
from engarde_tui.games.swords_and_shields.widgets.movement import MovingPart, broken_by
from engarde_tui.games.swords_and_shields.widgets.scale import GAP, GRAND, LARGE, CardSize
from engarde_tui.games.swords_and_shields.words import place_numbers
from engarde_tui.language import tr_as
from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engarde_tui.widgets.panel import put_rule
from engine.swords_and_shields import DuelView, Place, Stack
from engine.swords_and_shields.strength import strength_in_display

_DECK_COLUMNS = 9


class Side(MovingPart, SideWidget):
    """The side of the player who is drawn above or below."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the cards and of their title."""
        scale = self.scale_in(viewport)
        return scale.card.height + (scale.gaps[1] + 1 if self._is_below else int(self.is_replay))

    def draw(self, canvas: Canvas) -> None:
        """Draw the display beside the deck and the discard."""
        view = self.round
        if self.view is None or view is None:
            return
        size = self.scale.laid
        top = canvas.height - size.height
        # The title of an upper display may be in the box above it.
        name = self.view.names[self.seat]
        held = "" if self.is_replay else hand_size(view.hand_sizes[self.seat])
        put_rule(
            canvas,
            0,
            top - 1,
            canvas.width,
            f"{SIGNS[self.seat]} {display_title(name)}",
            SEAT_FOREGROUNDS[self.seat],
            held,
        )
        for number, stack in enumerate(view.displays[self.seat], 1):
            self._draw_stack(canvas, (number - 1) * (size.width + GAP), top, size, number, stack)
        if size in (LARGE, GRAND):
            self._draw_piles(canvas, top, size, view)
        else:
            self._write_piles(canvas, 3 * (size.width + GAP), top, view)
        moment = self.picture
        if moment is not None and self.seat in moment.cut:
            columns = 3 * (size.width + GAP) - GAP
            put_cut(canvas, 0, top, CardSize(columns, size.height), is_begun=moment.is_begun)

    def _draw_stack(self, canvas: Canvas, x: int, y: int, size: CardSize, number: int, stack: Stack) -> None:
        view = self.round
        assert view is not None
        place, at = Place(self.zone_of(self.seat), number), place_numbers(number)
        buff = Place(place.zone, number, is_buff=True)
        is_marked = place in self.marked or buff in self.marked or self.is_lit(self.seat, number)
        if stack.card is not None:
            strength = strength_in_display(view.displays[self.seat], number - 1, view.life_cards[self.seat])
            label = f"{at} +{stack.buff.bonus}" if stack.buff is not None else at
            stones = stones_mark(stack.card)
            put_card(canvas, x, y, size, stack.card, label, stones, strength=strength, is_marked=is_marked)
        elif stack.buff is not None:
            put_card(canvas, x, y, size, stack.buff, at, is_marked=is_marked)
        else:
            text = tr_as("small card", "broken") if self._is_just_broken(view, number) else ""
            put_slot(canvas, x, y, size, text, at, is_marked=is_marked)
        moment = self.picture
        if moment is not None and (self.seat, number) in moment.broken:
            put_crack(canvas, x, y, size, is_begun=moment.is_begun)
        canvas.make_target(x, y, size.width, size.height, place)

    def _is_just_broken(self, view: DuelView, number: int) -> bool:
        """Return whether the player's last action broke the shield at a place; until the next key."""
        return (
            self.before is not None and bool(view.plays) and (self.seat, number) in broken_by(view.plays[-1])
        )

    def _draw_piles(self, canvas: Canvas, y: int, size: CardSize, view: DuelView) -> None:
        """Draw the deck and the discard as cards."""
        seat = self.seat
        place = Place(self.zone_of(seat))
        x = canvas.width - size.width
        deck = CardSize(_DECK_COLUMNS, size.height)
        put_back(canvas, x - GAP - deck.width, y, deck, tr_as("small card", "deck"), view.deck_sizes[seat])
        top, label = view.discards[seat], f"{discard_size(view.discard_sizes[seat])}{self._new(view)}"
        is_marked = place in self.marked
        if top is None:
            put_slot(canvas, x, y, size, "", label, is_marked=is_marked)
        else:
            put_card(canvas, x, y, size, top, lines=("", cut(label, size.width - 1)), is_marked=is_marked)
        canvas.make_target(x, y, size.width, size.height, place)

    def _write_piles(self, canvas: Canvas, x: int, y: int, view: DuelView) -> None:
        """Write the counts of the deck and the discard, and the card on top of it."""
        seat = self.seat
        place = Place(self.zone_of(seat))
        canvas.put(x, y, deck_size(view.deck_sizes[seat]), "dim")
        canvas.put(x, y + 1, f"{discard_size(view.discard_sizes[seat])}{self._new(view)}", "dim")
        top = view.discards[seat]
        if top is not None:
            is_marked = place in self.marked
            mark = "►" if is_marked else ""
            text = f"{mark}{name_in(canvas.width - x - cell_len(mark), top)}"
            canvas.put(x, y + 2, text, "accent" if is_marked else card_foreground(top))
        canvas.make_target(x, y + 1, canvas.width - x, self.scale.card.height - 1, place)

    def _new(self, view: DuelView) -> str:
        """Return what marks a discard whose uppermost card the player has just changed."""
        top, before = view.discards[self.seat], self.before
        return (
            ""
            if before is None or top in (None, before.discards[self.seat])
            else f" {tr_as('small card', 'new')}"
        )

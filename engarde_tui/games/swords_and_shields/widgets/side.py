"""One player's side: name, life points, display, deck and discard."""

from engarde_tui.games.swords_and_shields.names import card_name
from engarde_tui.games.swords_and_shields.widgets.board import SideWidget
from engarde_tui.games.swords_and_shields.widgets.cards import (
    GAP,
    CardSize,
    card_ink,
    card_size,
    put_card,
    put_slot,
)
from engarde_tui.match.words import fitting_name
from engarde_tui.widgets.board import SEAT_INKS
from engarde_tui.widgets.canvas import Canvas
from engine.game import Seat
from engine.swords_and_shields import DuelView, Place, Stack
from engine.swords_and_shields.strength import strength_in_display

_BAR: int = 10
"""Columns of the bar of life points."""


class Side(SideWidget):
    """The side of the player who is drawn above or below."""

    def draw(self, canvas: Canvas) -> None:
        """Draw a line about the player, and the display beside the deck and the discard."""
        round = self.round
        if self.view is None or round is None:
            return
        seat, size = self.seat, card_size(self.screen)
        self._draw_player(canvas, round, seat)
        for number, stack in enumerate(round.displays[seat], 1):
            self._draw_stack(canvas, (number - 1) * (size.width + GAP), size, number, stack)
        self._draw_piles(canvas, 3 * (size.width + GAP) + 1, size, round)

    def _draw_player(self, canvas: Canvas, round: DuelView, seat: Seat) -> None:
        assert self.view is not None
        life = round.life[seat]
        full = (life * _BAR + round.rules.life // 2) // max(round.rules.life, life)
        x = canvas.put(0, 0, "►" if round.turn is seat else " ", "alert")
        x = canvas.put(x + 1, 0, fitting_name(self.view.names[seat]), SEAT_INKS[seat])
        x = canvas.put(x + 2, 0, f"{life} LP ", "strong")
        x = canvas.put(x, 0, "█" * full, SEAT_INKS[seat])
        x = canvas.put(x, 0, "░" * (_BAR - full), "dim")
        colour = round.life_cards[seat]
        x = canvas.put(x + 1, 0, f"◆ {colour}", colour.value)
        held = round.hand_sizes[seat]
        canvas.put(x + 2, 0, f"hand {held}", "dim")
        if self.view.target > 1:
            canvas.put_right(canvas.width, 0, f"{self.view.score[seat]}/{self.view.target}", "plain")

    def _draw_stack(self, canvas: Canvas, x: int, size: CardSize, number: int, stack: Stack) -> None:
        round = self.round
        assert round is not None
        place = Place(self.zone_of(self.seat), number)
        buff = Place(place.zone, number, is_buff=True)
        is_marked = place in self.marked or buff in self.marked
        if stack.card is not None:
            strength = strength_in_display(round.displays[self.seat], number - 1, round.life_cards[self.seat])
            more = strength - stack.card.strength
            buff_mark = "" if stack.buff is None else f"{stack.buff} "
            foot = f"{buff_mark}{stack.card.strength}{f'+{more}' if more else ''}"
            if stack.buff is not None and len(foot) > size.width - 4:
                # The number of the place stands beside it.
                foot = f"{stack.buff}={strength}"
            put_card(canvas, x, 1, size, stack.card, foot, is_marked=is_marked)
        elif stack.buff is not None:
            put_card(canvas, x, 1, size, stack.buff, is_marked=is_marked)
        else:
            put_slot(canvas, x, 1, size, is_marked=is_marked)
        canvas.put(x + 1, size.height, str(number), "accent" if is_marked else "dim")
        canvas.make_target(x, 1, size.width, size.height, place)

    def _draw_piles(self, canvas: Canvas, x: int, size: CardSize, round: DuelView) -> None:
        seat = self.seat
        place = Place(self.zone_of(seat))
        canvas.put(x, 1, f"deck {round.deck_sizes[seat]}", "dim")
        canvas.put(x, 2, f"discard {round.discard_sizes[seat]}", "dim")
        top = round.discards[seat]
        if top is not None:
            is_marked = place in self.marked
            canvas.put(
                x, 3, f"{'►' if is_marked else ''}{card_name(top)}", "accent" if is_marked else card_ink(top)
            )
        canvas.make_target(x, 2, canvas.width - x, size.height - 1, place)

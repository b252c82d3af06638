"""The shop: five open cards with their prices, the deck and the discard."""

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.games.swords_and_shields.labels import deck_size, discard_size
from engarde_tui.games.swords_and_shields.names import name_in, sentence
from engarde_tui.games.swords_and_shields.offers import price_offered
from engarde_tui.games.swords_and_shields.widgets.board import CardsWidget
from engarde_tui.games.swords_and_shields.widgets.cards import (
    card_foreground,
    price_mark,
    put_card,
    put_slot,
)
from engarde_tui.games.swords_and_shields.widgets.movement import MovingPart
from engarde_tui.games.swords_and_shields.widgets.scale import GAP, LARGE
from engarde_tui.games.swords_and_shields.words import last_action, place_numbers, why_round_ended
from engarde_tui.language import tr, tr_as
from engarde_tui.play.words import round_won
from engarde_tui.terminal.canvas import HEAVY, Canvas
from engarde_tui.widgets.panel import put_rule
from engarde_tui.widgets.text_lines import wrapped
from engine.swords_and_shields import Card, DuelView, Place, Zone


class Shop(MovingPart, CardsWidget):
    """The open cards between the players; a tick marks those that can be bought now, and what pays for them.

    A small card has room for one way to pay.
    Once the round is over, the verdict takes their place.
    """

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the title and the cards."""
        scale = self.scale_in(viewport)
        return scale.gaps[0] + 1 + scale.card.height

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards, numbered 1 to 5, below a title with the counts."""
        view = self.round
        if view is None:
            return
        size, top = self.scale.card, self.scale.gaps[0]
        if view.result is not None:
            self._draw_verdict(canvas, top)
            return
        self._draw_title(canvas, top, view)
        for number, card in enumerate(view.shop, 1):
            x, y = (number - 1) * (size.width + GAP), top + 1
            place = Place(Zone.SHOP, number)
            is_marked = place in self.marked or self.is_lit(None, number)
            if card is None:
                label = place_numbers(number)
                put_slot(canvas, x, y, size, tr_as("small card", "empty"), label, is_marked=is_marked)
            else:
                self._draw_card(canvas, x, y, number, card, is_marked=is_marked)
            canvas.make_target(x, y, size.width, size.height, place)

    def _draw_card(self, canvas: Canvas, x: int, y: int, number: int, card: Card, *, is_marked: bool) -> None:
        """Draw a card with its price, or a word that it is new if it cannot be bought now."""
        view, size, before = self.round, self.scale.card, self.before
        assert view is not None
        offered = price_offered(view, number)
        is_for_sale = any(offered)
        is_new = before is not None and before.shop[number - 1] != card and not is_for_sale
        price = offered if is_for_sale else card.price
        tag = "" if price is None else price_mark(price, is_short=size.width < LARGE.width)
        put_card(
            canvas,
            x,
            y,
            size,
            card,
            f"{number}✓" if is_for_sale else place_numbers(number),
            tr_as("small card", "new") if is_new else tag,
            is_marked=is_marked,
            label_foreground="strong" if is_for_sale else "dim",
            tag_foreground="strong" if is_for_sale or is_new else "dim",
        )

    def _draw_verdict(self, canvas: Canvas, y: int) -> None:
        """Draw who won and why, and the last action."""
        assert self.view is not None
        view, line, width = self.view, self.view.finished[-1], canvas.width
        won = f" {round_won(view, line)} "
        canvas.put_frame(0, y, width, canvas.height - y, "accent", HEAVY)
        canvas.fill(0, y, width, canvas.height - y, "chosen")
        canvas.put_centre(y, won, "accent")
        why = why_round_ended(view, line)
        why = sentence(why, view.names)
        lines = [(text, "strong") for text in wrapped(why, width - 4)]
        told = last_action(view) if line.result.reason.is_played else ""
        story = [(text, "plain") for text in wrapped(told, width - 4)]
        room = canvas.height - y - 2
        if len(lines) + len(story) <= room:
            lines += story
        for row, (text, foreground) in enumerate(lines[:room], y + 1 + (room - len(lines)) // 2):
            canvas.put_centre(row, text, foreground)

    def _draw_title(self, canvas: Canvas, y: int, view: DuelView) -> None:
        top, discard = view.shop_discard, Place(Zone.SHOP)
        title = tr("Shop")
        put_rule(canvas, 0, y, canvas.width, title)
        piles = f" {deck_size(view.shop_deck_size)} · {discard_size(view.shop_discard_size)} "
        x = canvas.put(cell_len(title) + 3, y, piles, "dim")
        if top is not None:
            is_marked = discard in self.marked
            mark = "►" if is_marked else ""
            text = f"{mark}{name_in(canvas.width - x - cell_len(mark) - 1, top)} "
            canvas.make_target(x, y, cell_len(text), 1, discard)
            canvas.put(x, y, text, "accent" if is_marked else card_foreground(top))

"""The shop: five open cards with their prices, the deck and the discard."""

from engarde_tui.games.swords_and_shields.names import card_name
from engarde_tui.games.swords_and_shields.widgets.board import DuelWidget
from engarde_tui.games.swords_and_shields.widgets.cards import (
    GAP,
    card_ink,
    card_size,
    price_mark,
    put_card,
    put_slot,
)
from engarde_tui.widgets.canvas import Canvas
from engine.swords_and_shields import Place, Zone


class Shop(DuelWidget):
    """The open cards between the players."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the counts above the cards, numbered 1 to 5."""
        round = self.round
        if round is None:
            return
        size = card_size(self.screen)
        top, discard = round.shop_discard, Place(Zone.SHOP)
        x = canvas.put(1, 0, "Shop", "strong")
        x = canvas.put(x, 0, f" · deck {round.shop_deck_size} · discard {round.shop_discard_size}", "dim")
        if top is not None:
            is_marked = discard in self.marked
            text = f"{' ►' if is_marked else ' '}{card_name(top)}"
            canvas.put(x, 0, text, "accent" if is_marked else card_ink(top))
            canvas.make_target(x, 0, len(text), 1, discard)
        for number, card in enumerate(round.shop, 1):
            x, place = (number - 1) * (size.width + GAP), Place(Zone.SHOP, number)
            is_marked = place in self.marked
            if card is None:
                put_slot(canvas, x, 1, size, "empty")
            else:
                put_card(canvas, x, 1, size, card, price_mark(card), is_marked=is_marked)
            canvas.put(x + 1, size.height, str(number), "accent" if is_marked else "dim")
            canvas.make_target(x, 1, size.width, size.height, place)

"""Drawing cards: a frame with the name, the colour, the worth, and a line that depends on where it lies."""

from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from textual.screen import Screen

from engarde_tui.games.swords_and_shields.effect_words import EFFECT_WORDS
from engarde_tui.games.swords_and_shields.names import short_name
from engarde_tui.widgets.canvas import Canvas
from engine.swords_and_shields import Card, Colour


class CardSize(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


SMALL: Final = CardSize(10, 3)
TALL: Final = CardSize(10, 5)
LARGE: Final = CardSize(15, 5)
GAP: Final = 1


def card_size(screen: Screen[Any]) -> CardSize:
    """Return the card size that the window has room for."""
    if not screen.has_class("-tall"):
        return SMALL
    return LARGE if screen.has_class("-wide") else TALL


def card_ink(card: Card) -> str:
    """Return the ink of a card's colour; a grey card, such as a duff, and a buff are plain."""
    return "plain" if card.colour is None or card.colour is Colour.GREY else card.colour.value


def put_card(
    canvas: Canvas, x: int, y: int, size: CardSize, card: Card, foot: str = "", *, is_marked: bool = False
) -> None:
    """Draw a card; `foot` stands in its lower edge. A heavy frame marks it."""
    ink = "accent" if is_marked else card_ink(card)
    canvas.put_frame(x, y, *size, ink, "━┃┏┓┗┛" if is_marked else "─│╭╮╰╯")
    name = short_name(card)
    title = name if len(name) <= size.width - 2 else name.replace(" ", "")
    canvas.put(x + 1, y, title[: size.width - 2], "alert" if card.is_duff and not is_marked else ink)
    if card.colour is not None:
        canvas.put(x + 1, y + 1, card.suit if card.suit and card.is_duff else card.colour, ink)
        canvas.put_right(x + size.width - 1, y + 1, f"{card.stones}◆", ink)
    elif card.is_buff:
        canvas.put(x + 1, y + 1, "adds", ink)
        canvas.put_right(x + size.width - 1, y + 1, f"+{card.bonus}", ink)
    if size.height > SMALL.height:
        for row, line in enumerate(_effect_lines(card, size), 2):
            canvas.put(x + 1, y + row, line[: size.width - 2], "dim")
    if foot:
        canvas.put_right(x + size.width - 1, y + size.height - 1, foot, ink)


def put_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw a card face down."""
    canvas.put_frame(x, y, *size, "cover", "─│╭╮╰╯")
    for row in range(1, size.height - 1):
        canvas.put(x + 1, y + row, "▒" * (size.width - 2), "cover")


def put_slot(
    canvas: Canvas, x: int, y: int, size: CardSize, label: str = "", *, is_marked: bool = False
) -> None:
    """Draw an empty place."""
    ink = "accent" if is_marked else "dim"
    canvas.put_frame(x, y, *size, ink, "━┃┏┓┗┛" if is_marked else "┄┆╭╮╰╯")
    canvas.put(x + (size.width - cell_len(label)) // 2, y + size.height // 2, label, ink)


def price_mark(card: Card) -> str:
    """Return a price in a few signs: "3◆/4sw", "10sh", "2+1◆"; "" if the card has none."""
    if card.price is None:
        return ""
    swords, shields, stones = card.price
    ways = [f"{'+'.join(map(str, stones))}◆"] if stones else []
    ways += [f"{swords}sw"] if swords else []
    ways += [f"{shields}sh"] if shields else []
    return "/".join(ways)


def _effect_lines(card: Card, size: CardSize) -> list[str]:
    is_wide = size.width >= LARGE.width
    if card.is_duff:
        return [f"costs {card.toll} LP" if is_wide else f"-{card.toll} LP"]
    words = (EFFECT_WORDS[effect.kind] for effect in card.effects)
    texts = (each.medium if is_wide else each.narrow for each in words)
    return [text.format(effect.number) for text, effect in zip(texts, card.effects, strict=True)]

"""Drawing cards: a face with the name, the colour, the worth, and a line that depends on where it lies."""

from typing import Final

from rich.cells import cell_len

from engarde_tui.games.swords_and_shields.effect_words import effect_on_card
from engarde_tui.games.swords_and_shields.names import (
    colour_name,
    short_name,
    small_colour,
    small_name,
    small_suit,
)
from engarde_tui.games.swords_and_shields.widgets.scale import GRAND, LARGE, SMALL, CardSize
from engarde_tui.language import tr_as
from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import DOTTED, HEAVY, THIN, Canvas
from engarde_tui.widgets.lettering import put_numeral
from engine.swords_and_shields import Card, Colour
from engine.swords_and_shields.cards import Price

_WORD: Final = 6
"""Columns of a word beside a large numeral."""

_WORTH: Final = 2
"""Columns of a card's worth, and the most stones that are drawn one by one."""


def card_foreground(card: Card) -> str:
    """Return the foreground of a card's colour; a grey card, such as a duff, and a buff are plain."""
    return "plain" if card.colour is None or card.colour is Colour.GREY else card.colour.value


def put_card(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    card: Card,
    label: str = "",
    foot: str = "",
    *,
    is_marked: bool = False,
    label_foreground: str = "dim",
    foot_foreground: str = "strong",
) -> None:
    """Draw a card; `label` and `foot` stand in its lower edge. A heavy frame and a background mark it."""
    foreground = "accent" if is_marked else card_foreground(card)
    canvas.put_frame(x, y, *size, foreground if is_marked else "frame", HEAVY if is_marked else THIN)
    canvas.fill(x, y, *size, "chosen" if is_marked else "face")
    name, room = short_name(card), size.width - 2
    title = name if cell_len(name) <= room else cut(small_name(card), room)
    canvas.put(x + 1, y, title, "alert" if card.is_duff and not is_marked else foreground)
    effects, quiet = _effect_lines(card, size), "plain" if is_marked else "dim"
    if size == GRAND:
        _put_figure(canvas, x + (1 if card.strength > 9 else 2), y + 1, card, foreground)
        for row, text in enumerate(_print(card, size), y + 1):
            canvas.put_right(x + size.width - 2, row, text, foreground)
        for row, line in enumerate(effects, y + size.height - 1 - len(effects)):
            canvas.put(x + 2, row, line, quiet)
    else:
        suit, colour, worth = _print(card, size)
        canvas.put(x + 1, y + 1, suit if card.is_duff else colour, foreground)
        canvas.put_right(x + size.width - 1, y + 1, worth, foreground)
        if size != SMALL:
            for row, line in enumerate(effects, y + 2):
                canvas.put(x + 1, row, line, quiet)
    bottom = y + size.height - 1
    canvas.put(x + 1, bottom, cut(label, room), "accent" if is_marked else label_foreground)
    canvas.put_right(x + size.width - 1, bottom, foot, "accent" if is_marked else foot_foreground)


def _print(card: Card, size: CardSize) -> tuple[str, str, str]:
    """Return a card's suit and colour, in as many columns as there are, and its worth in two."""
    room = _WORD if size == GRAND else size.width - 2 - _WORTH
    if card.suit is None or card.colour is None:
        return "", cut(tr_as("small card", "adds"), room), f"+{card.bonus}"
    colour = colour_name(card.colour)
    if cell_len(colour) > room:
        colour = cut(small_colour(card.colour), room)
    worth = "◆" * card.stones if card.stones <= _WORTH else f"{card.stones}◆"
    return cut(small_suit(card.suit), room), colour, worth


def _put_figure(canvas: Canvas, x: int, y: int, card: Card, foreground: str) -> None:
    """Draw the strength, bonus or toll as a large numeral."""
    number = card.bonus or card.toll or card.strength
    sign = "+" if card.is_buff else "-" if card.is_duff else ""
    if sign:
        canvas.put(x, y + 1, sign, foreground)
        x += 2
    put_numeral(canvas, x, y, number, "alert" if card.is_duff and foreground != "accent" else foreground)


def put_back(
    canvas: Canvas, x: int, y: int, size: CardSize, title: str = "", number: int | None = None
) -> None:
    """Draw a card face down, or a pile of such cards with its number of cards."""
    canvas.put_frame(x, y, *size, "cover", THIN)
    canvas.fill(x, y, *size, "face")
    for row in range(1, size.height - 1):
        canvas.put(x + 1, y + row, "▒" * (size.width - 2), "cover")
    canvas.put(x + 1, y, title, "dim")
    if number is not None:
        text = f" {number} "
        canvas.put(x + (size.width - cell_len(text)) // 2, y + size.height // 2, text, "plain")


def put_slot(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    text: str = "",
    label: str = "",
    *,
    is_marked: bool = False,
) -> None:
    """Draw an empty place, with a text in its middle and a label in its lower edge."""
    foreground = "accent" if is_marked else "frame"
    canvas.put_frame(x, y, *size, foreground, HEAVY if is_marked else DOTTED)
    canvas.fill(x, y, *size, "chosen" if is_marked else "")
    text, label = (cut(words, size.width - 2) for words in (text, label))
    canvas.put(x + (size.width - cell_len(text)) // 2, y + size.height // 2, text, "dim")
    canvas.put(x + 1, y + size.height - 1, label, "accent" if is_marked else "dim")


def price_mark(price: Price) -> str:
    """Return a price in a few signs: "3◆/4sw", "10sh", "2+1◆"."""
    swords, shields, stones = price
    ways = [f"{'+'.join(map(str, stones))}◆"] if stones else []
    ways += [tr_as("price", "{number}sw", number=swords)] if swords else []
    ways += [tr_as("price", "{number}sh", number=shields)] if shields else []
    return "/".join(ways)


def _effect_lines(card: Card, size: CardSize) -> list[str]:
    is_wide, room = size.width >= LARGE.width, size.width - (4 if size == GRAND else 2)
    if not card.is_duff:
        return [cut(effect_on_card(effect, is_large=is_wide), room) for effect in card.effects]
    if is_wide:
        return [cut(tr_as("large card", "costs {number} LP", number=card.toll), room)]
    return [cut(tr_as("small card", "-{number} LP", number=card.toll), room)]

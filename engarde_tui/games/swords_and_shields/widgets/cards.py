"""Drawing cards: a figure, a sword or a shield, the colour, and what is of use where the card lies."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engarde_tui.games.swords_and_shields.effect_words import effect_on_card
from engarde_tui.games.swords_and_shields.names import small_colour, small_name
from engarde_tui.games.swords_and_shields.widgets.scale import GRAND, LARGE, SMALL, CardSize
from engarde_tui.language import tr_as
from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import DOTTED, HEAVY, THIN, Canvas
from engarde_tui.widgets.lettering import numeral_width, put_numeral
from engine.swords_and_shields import Card, Colour, Suit
from engine.swords_and_shields.cards import Price

_MOST_STONES: Final = 2
"""The most stones that are drawn one by one."""

_SIGNS: Final = {Suit.SWORD: "†", Suit.SHIELD: "▼"}
"""A sword and a shield in a price."""

_STONES: Final = "◆◇◈"
"""Stones of different colours in a price."""

_TENS: Final = {3: ("▌", "▌", "▘"), 5: ("▟▌", " ▌", " ▌", " ▌", "▗▌")}
"""The first figure of a number below 20, by its rows."""


def card_foreground(card: Card) -> str:
    """Return the foreground of a card's colour; a grey card, such as a duff, and a buff are plain."""
    return "plain" if card.colour is None or card.colour is Colour.GREY else card.colour.value


def _ground(card: Card) -> str:
    """Return the background of a card's colour; a grey card and one without a colour have a plain one."""
    foreground = card_foreground(card)
    return "face" if foreground == "plain" else f"face-{foreground}"


def put_card(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    card: Card,
    label: str = "",
    tag: str = "",
    *,
    strength: int | None = None,
    lines: Sequence[str] | None = None,
    is_marked: bool = False,
    label_foreground: str = "dim",
    tag_foreground: str = "plain",
) -> None:
    """Draw a card: a large figure, and beside it the colour, a sword or a shield, a label and a tag.

    In a display the figure is its `strength` there, and what that is more than its own stands beside it.
    Below are `lines`, by default its effects. A line parts it from its neighbours, where its background does
    not; beside the figure of a marked one all is reversed.
    """
    own = "alert" if card.is_duff else card_foreground(card)
    pad, rows = int(size.width >= LARGE.width), 5 if size == GRAND else 3

    def tone(foreground: str) -> str:
        return "pointed" if is_marked else foreground

    for row in range(y, y + size.height):
        canvas.put(x - 1, row, f"│{' ' * size.width}│", "edge")
    canvas.fill(x, y, *size, _ground(card))
    left = _put_figure(canvas, x + pad, y, rows, card, strength, own) + 1
    for row in range(y, y + rows) if is_marked else ():
        canvas.put(left - 1, row, f"▌{' ' * (x + size.width - left)}", "pointed")
    right, bottom = x + size.width - (size.width > SMALL.width), y + rows - 1
    room = right - left
    canvas.put(left, y, cut(_word(card, strength), room), tone(own))
    more = f"({strength - card.strength:+})" if strength not in (None, card.strength) else ""
    _put_form(canvas, left, y + 1, room - cell_len(f" {more}"), rows - 2, card.suit, tone(own))
    canvas.put_right(right, y + 1, more, tone("strong"))
    spare = room - cell_len(f"{label} {tag}")
    canvas.put(left - (spare < 0), bottom, label, tone(label_foreground))
    canvas.put_right(right + (spare < -1), bottom, tag, tone(tag_foreground))
    shown = _effect_lines(card, size) if lines is None else lines
    for row, line in zip(range(y + rows, y + size.height), shown, strict=False):
        canvas.put(x + pad, row, line, "plain" if is_marked else "dim")


def stones_mark(card: Card) -> str:
    """Return a card's worth in stones."""
    return "◆" * card.stones if card.stones <= _MOST_STONES else f"{card.stones}◆"


def _word(card: Card, strength: int | None) -> str:
    """Return what the figure does not tell: the colour, or what else the card is."""
    if card.is_duff:
        return tr_as("small card", "duff") if strength is None else small_name(card)
    return tr_as("small card", "buff") if card.colour is None else small_colour(card.colour)


def _put_figure(
    canvas: Canvas, x: int, y: int, rows: int, card: Card, strength: int | None, foreground: str
) -> int:
    """Draw the strength, bonus or toll as a large numeral of `rows`; return the column after it.

    The ten of a number below 20 is narrow, so that a colour has room beside it.
    """
    number = strength if strength is not None else card.bonus or card.toll or card.strength
    if strength is None and card.is_duff:
        canvas.put(x, y + rows // 2, "-", foreground)
        x += 1
    if number // 10 == 1:
        ten = _TENS[rows]
        for row, line in enumerate(ten, y):
            canvas.put(x, row, line, foreground)
        x, number = x + len(ten[0]), number - 10
    put_numeral(canvas, x, y, number, foreground, rows)
    return x + numeral_width(number, rows)


def _put_form(
    canvas: Canvas, x: int, y: int, room: int, rows: int, suit: Suit | None, foreground: str
) -> None:
    """Draw a lying sword, a shield with its point below, or the plus of a buff, in 1 or 3 rows."""
    is_large, room = rows > 1, max(room, 2)
    if suit is None:
        line = "╺╋╸"
        drawn = (" ╻ ", line, " ╹ ") if is_large else (line,)
    elif suit is Suit.SWORD:
        line = f"╾╋{'━' * (min(room, 9 if is_large else 6) - 3)}╸"[-room:]
        drawn = (" ╻", line, " ╹") if is_large else (line,)
    else:
        columns = min(room, 5 if is_large else 3)
        sides = ("▝▜", "▛▘") if columns > 3 else ("▜", "▛")
        foot = ("█" * (columns - 2 * len(sides[0]))).join(sides)
        drawn = ("█" * columns, "█" * columns, foot) if is_large else (foot,)
    for row, line in enumerate(drawn, y):
        canvas.put(x, row, line, foreground)


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
    canvas.put(x + 1, y + size.height - 1, label, "pointed" if is_marked else "dim")


def price_mark(price: Price, *, is_short: bool = False) -> str:
    """Return a price in a few signs, "3◆/4▼" for 3 stones or 4 shields; one of the ways if `is_short`."""
    swords, shields, stones = price
    several = "".join(sign * number for sign, number in zip(_STONES, stones, strict=False))
    ways = [f"{stones[0]}◆"] if len(stones) == 1 else [several] if stones else []
    amounts = ((swords, Suit.SWORD), (shields, Suit.SHIELD))
    ways += [f"{amount}{_SIGNS[suit]}" for amount, suit in amounts if amount]
    return "/".join(ways[:1] if is_short else ways)


def _effect_lines(card: Card, size: CardSize) -> list[str]:
    is_wide, room = size.width >= LARGE.width, size.width - 2
    if not card.is_duff:
        return [cut(effect_on_card(effect, is_large=is_wide), room) for effect in card.effects]
    if is_wide:
        return [cut(tr_as("large card", "costs {number} LP", number=card.toll), room)]
    return [cut(tr_as("small card", "-{number} LP", number=card.toll), room)]

"""Drawing cards: face up, face down, or an empty slot; small or large."""

from typing import Any, Final, NamedTuple

from textual.screen import Screen

from engarde_tui.widgets.canvas import Canvas


class CardSize(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


SMALL: Final = CardSize(5, 5)
LARGE: Final = CardSize(7, 7)


def card_size(screen: Screen[Any]) -> CardSize:
    """Return the card size: large if the window is both wide and tall."""
    return LARGE if screen.has_class("-wide") and screen.has_class("-tall") else SMALL


def put_card(
    canvas: Canvas, x: int, y: int, size: CardSize, value: int, ink: str = "plain", *, bold: bool = False
) -> None:
    """Draw a card face up, its value in two corners; a `bold` frame marks it as chosen."""
    horizontal, vertical, corners = ("━", "┃", "┏┓┗┛") if bold else ("─", "│", "╭╮╰╯")
    _put_frame(canvas, x, y, size, ink, horizontal, vertical, corners)
    canvas.put(x + 1, y + 1, str(value), ink)
    canvas.put(x + size.width - 2, y + size.height - 2, str(value), ink)


def put_card_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw a card face down."""
    _put_frame(canvas, x, y, size, "cover", "─", "│", "╭╮╰╯")
    for row in range(1, size.height - 1):
        canvas.put(x + 1, y + row, "▒" * (size.width - 2), "cover")


def put_card_slot(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw an empty slot for a card."""
    _put_frame(canvas, x, y, size, "dim", "┄", "┆", "╭╮╰╯")


def _put_frame(
    canvas: Canvas, x: int, y: int, size: CardSize, ink: str, horizontal: str, vertical: str, corners: str
) -> None:
    middle = horizontal * (size.width - 2)
    canvas.put(x, y, corners[0] + middle + corners[1], ink)
    for row in range(1, size.height - 1):
        canvas.put(x, y + row, vertical + " " * (size.width - 2) + vertical, ink)
    canvas.put(x, y + size.height - 1, corners[2] + middle + corners[3], ink)

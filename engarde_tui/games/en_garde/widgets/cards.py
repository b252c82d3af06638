"""How a card looks: face up, face down, and its empty place; small or large as the room allows."""

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
    """Large cards where the style sheets make room for them: in a window both wide and tall."""
    return LARGE if screen.has_class("-wide") and screen.has_class("-tall") else SMALL


def put_card(
    canvas: Canvas, x: int, y: int, size: CardSize, value: int, ink: str = "plain", *, bold: bool = False
) -> None:
    """A card face up, its value in two corners; a `bold` frame marks a chosen one."""
    horizontal, vertical, corners = ("━", "┃", "┏┓┗┛") if bold else ("─", "│", "╭╮╰╯")
    _put_frame(canvas, x, y, size, ink, horizontal, vertical, corners)
    canvas.put(x + 1, y + 1, str(value), ink)
    canvas.put(x + size.width - 2, y + size.height - 2, str(value), ink)


def put_card_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """A card face down."""
    _put_frame(canvas, x, y, size, "cover", "─", "│", "╭╮╰╯")
    for row in range(1, size.height - 1):
        canvas.put(x + 1, y + row, "▒" * (size.width - 2), "cover")


def put_card_place(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """The empty place of a card."""
    _put_frame(canvas, x, y, size, "dim", "┄", "┆", "╭╮╰╯")


def _put_frame(
    canvas: Canvas, x: int, y: int, size: CardSize, ink: str, horizontal: str, vertical: str, corners: str
) -> None:
    middle = horizontal * (size.width - 2)
    canvas.put(x, y, corners[0] + middle + corners[1], ink)
    for row in range(1, size.height - 1):
        canvas.put(x, y + row, vertical + " " * (size.width - 2) + vertical, ink)
    canvas.put(x, y + size.height - 1, corners[2] + middle + corners[3], ink)

"""How a card looks, face up and face down."""

from engarde_tui.widgets.canvas import Canvas

CARD_WIDTH = 5
CARD_HEIGHT = 5


def put_card(canvas: Canvas, x: int, y: int, value: int, ink: str = "plain", *, bold: bool = False) -> None:
    """A card face up, its value in two corners; a `bold` frame marks a chosen one."""
    horizontal, vertical, corners = ("━", "┃", "┏┓┗┛") if bold else ("─", "│", "╭╮╰╯")
    _frame(canvas, x, y, ink, horizontal, vertical, corners)
    canvas.put(x + 1, y + 1, f"{value}  ", ink)
    canvas.put(x + 1, y + 3, f"  {value}", ink)


def put_card_back(canvas: Canvas, x: int, y: int, ink: str = "cover") -> None:
    """A card face down."""
    _frame(canvas, x, y, ink, "─", "│", "╭╮╰╯")
    for row in range(1, CARD_HEIGHT - 1):
        canvas.put(x + 1, y + row, "▒▒▒", ink)


def put_card_place(canvas: Canvas, x: int, y: int) -> None:
    """The empty place of a card."""
    _frame(canvas, x, y, "dim", "┄", "┆", "╭╮╰╯")


def _frame(canvas: Canvas, x: int, y: int, ink: str, horizontal: str, vertical: str, corners: str) -> None:
    middle = horizontal * (CARD_WIDTH - 2)
    canvas.put(x, y, corners[0] + middle + corners[1], ink)
    for row in range(1, CARD_HEIGHT - 1):
        canvas.put(x, y + row, vertical + " " * (CARD_WIDTH - 2) + vertical, ink)
    canvas.put(x, y + CARD_HEIGHT - 1, corners[2] + middle + corners[3], ink)

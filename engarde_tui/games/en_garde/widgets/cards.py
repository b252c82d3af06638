"""Drawing cards: face up, face down, or an empty slot."""

from rich.cells import cell_len

from engarde_tui.games.en_garde.widgets.scale import CardSize
from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import DOTTED, HEAVY, THIN, Canvas
from engarde_tui.widgets.lettering import numeral_width, put_numeral


def put_card(
    canvas: Canvas, x: int, y: int, size: CardSize, value: int, *, is_laid: bool = False, mark: str = ""
) -> None:
    """Draw a card face up, its value as a large numeral and in a corner, a `mark` in its edge.

    A laid card has a golden frame with an arrow in its lower edge; a laid or marked one a heavy frame.
    """
    foreground = "accent" if is_laid else f"card-{value}"
    canvas.put_frame(x, y, *size, foreground, HEAVY if is_laid or mark else THIN)
    canvas.fill(x, y, *size, "chosen" if is_laid else "face")
    canvas.put(x + 1, y, str(value), foreground)
    canvas.put(x + size.width - 2, y, mark, "accent" if is_laid else "alert")
    if is_laid:
        canvas.put(x + size.width // 2, y + size.height - 1, "▲", "accent")
    rows = size.height - 2
    left = x + (size.width - numeral_width(value, rows)) // 2
    put_numeral(canvas, left, y + 1, value, foreground, rows)


def put_card_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw a card face down."""
    canvas.put_frame(x, y, *size, "cover", THIN)
    canvas.fill(x, y, *size, "face")
    for row in range(1, size.height - 1):
        canvas.put(x + 1, y + row, "▒" * (size.width - 2), "cover")


def put_card_slot(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw an empty slot for a card."""
    canvas.put_frame(x, y, *size, "frame", DOTTED)


def on_card(text: str, size: CardSize, filler: str = " ") -> str:
    """Return a word as wide as the inside of a card: in the middle of `filler`, and cut if it is too long."""
    word = cut(text, size.width - 2)
    gap = size.width - 2 - cell_len(word)
    return f"{filler * (gap // 2)}{word}{filler * (gap - gap // 2)}"

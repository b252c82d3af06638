"""What a blow does to cards for a moment: a crack through a shield, a cut across a display."""

from engarde_tui.games.swords_and_shields.widgets.scale import CardSize
from engarde_tui.terminal.canvas import Canvas


def put_crack(canvas: Canvas, x: int, y: int, size: CardSize, *, is_begun: bool) -> None:
    """Break a card that is drawn there in two; if the crack has only begun, its upper half."""
    left = x + size.width // 2 - 1
    rows = (size.height + 1) // 2 if is_begun else size.height
    canvas.fill(left, y, 3, rows, "")
    for row in range(rows):
        # Signs below each other join to a zigzag.
        canvas.put(left, y + row, " ╱ " if row % 2 else " ╲ ", "alert")


def put_cut(canvas: Canvas, x: int, y: int, size: CardSize, *, is_begun: bool) -> None:
    """Draw a slash from the upper right to the lower left; if it has only begun, its right half."""
    steps = 2 * size.height
    for column in range(size.width // 2 if is_begun else 0, size.width):
        step = steps * (size.width - 1 - column) // size.width
        canvas.put(x + column, y + step // 2, "▄" if step % 2 else "▀", "alert")

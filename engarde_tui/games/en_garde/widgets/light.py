"""The pool of light in which the fencers stand."""

from math import sqrt

from engarde_tui.terminal.canvas import Canvas


def put_light(canvas: Canvas, centre: int, floor: int, width: int) -> None:
    """Light a dome around column `centre`: from row 0 down to row `floor`, `width` columns at its foot."""
    for row in range(floor):
        lit = round(width * sqrt(1 - ((floor - row - 0.5) / (floor + 0.5)) ** 2))
        canvas.fill(centre - lit // 2, row, lit, 1, "lit")

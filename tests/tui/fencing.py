"""Reading the fencers off the piste."""

from collections.abc import Mapping, Sequence

from textual.geometry import Size

from engarde_tui.games.en_garde.widgets.figures import Figure, Pose
from engarde_tui.games.en_garde.widgets.scale import scale_for
from engine.en_garde import Seat
from engine.en_garde.rules import PISTE_SQUARES

BLADES = frozenset("─━│╱╲╳►◄")
"""The characters of a blade, which may cover a body."""

Cells = Mapping[tuple[int, int], str]
"""Characters by column and row."""

WINDOWS = [(80, 24), (120, 40), (160, 48)]
"""A window for each size of the fencers."""


def both(figure: Figure) -> tuple[Figure, Figure]:
    """The drawing of the fencer on the left and of the one on the right."""
    return figure, figure.mirrored


def cells_of(figure: Figure, x: int, y: int) -> Cells:
    """Return what a figure draws with its upper left corner at (x, y)."""
    return {
        (column, row): char
        for row, line in enumerate(figure.rows, y)
        for column, char in enumerate(line, x)
        if char != " "
    }


def standing(poses: Sequence[Pose], positions: Sequence[int], window: Size) -> Cells:
    """Return what both fencers draw on the rows of the piste, front feet on their squares, no blades."""
    scale = scale_for(window)
    margin = (window.width - PISTE_SQUARES * scale.cell) // 2
    drawn: dict[tuple[int, int], str] = {}
    for seat in Seat:
        figure = both(scale.figures.figure(poses[seat]))[seat]
        foot = margin + (positions[seat] - 1) * scale.cell + scale.cell // 2
        drawn |= cells_of(figure, foot - figure.foot, scale.headroom)
    return drawn


def are_drawn(cells: Cells, rows: Sequence[str]) -> bool:
    """Return whether all these cells are on the screen; blades may cover them, and the edge may cut them."""
    width = len(rows[0])
    return all(rows[y][x] == char or rows[y][x] in BLADES for (x, y), char in cells.items() if 0 <= x < width)


def places_of(figure: Figure, rows: Sequence[str]) -> list[tuple[int, int]]:
    """Return the upper left corners of a figure that is drawn whole."""
    height, width = len(figure.rows), len(figure.rows[0])
    corners = ((x, y) for y in range(len(rows) - height + 1) for x in range(len(rows[0]) - width + 1))
    return [corner for corner in corners if are_drawn(cells_of(figure, *corner), rows)]

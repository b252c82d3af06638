"""Reading the fencers off the piste."""

from collections.abc import Sequence

from engarde_tui.games.en_garde.widgets.figures import Figure


def both(figure: Figure) -> tuple[Figure, Figure]:
    """The drawing of the fencer on the left and of the one on the right."""
    return figure, figure.mirrored


def places_of(figure: Figure, rows: Sequence[str]) -> list[tuple[int, int]]:
    """Return the upper left corners of a figure that is drawn whole.

    What is empty in it may be anything, and the blade covers the cell that it begins in.
    """
    height, width = len(figure.rows), len(figure.rows[0])
    return [
        (x, y)
        for y in range(len(rows) - height + 1)
        for x in range(1 - width, len(rows[0]))
        if all(
            char == " "
            or (column, row) == figure.blade
            or (0 <= x + column < len(rows[0]) and rows[y + row][x + column] == char)
            for row, line in enumerate(figure.rows)
            for column, char in enumerate(line)
        )
    ]

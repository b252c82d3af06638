"""How large everything at the table is drawn, by the size of the window."""

from typing import Final, NamedTuple

from textual.geometry import Size

from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, FigureSize
from engarde_tui.widgets.scoring_box import box_rows
from engine.en_garde.rules import PISTE_SQUARES


class CardSize(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


SMALL_CARD: Final = CardSize(5, 5)
LARGE_CARD: Final = CardSize(7, 7)

_ROOM: Final = {LARGE: Size(160, 48), MEDIUM: Size(118, 36), SMALL: Size(0, 0)}
"""The smallest window for each size of figures."""

_WORDS_ROWS: Final = 4
_KEYS_ROWS: Final = 2
_MOST_HEADROOM: Final = 3
"""Most empty rows above the fencers."""


class Scale(NamedTuple):
    """The measures of a table."""

    figures: FigureSize
    cell: int
    """Columns of a square."""
    strip: int
    """Rows of the piste's surface."""
    headroom: int
    """Empty rows above the fencers."""
    card: CardSize

    @property
    def piste_rows(self) -> int:
        """The rows of the piste with its fencers, its numbers and its measure."""
        return self.headroom + self.figures.height + self.strip + 2


def scale_for(window: Size) -> Scale:
    """Return the measures for a window, 80 columns by 24 rows or more."""
    figures = next(
        size for size, room in _ROOM.items() if window.width >= room.width and window.height >= room.height
    )
    cell = (window.width - 2 * figures.back) // PISTE_SQUARES
    card = SMALL_CARD if figures is SMALL else LARGE_CARD
    strip = 1 if figures is SMALL else 2
    taken = box_rows(window) + figures.height + strip + 2 + _WORDS_ROWS + card.height + 1 + _KEYS_ROWS
    headroom = min(max(window.height - taken, 0) // 3, _MOST_HEADROOM)
    return Scale(figures, min(max(cell, 3), 5), strip, headroom, card)

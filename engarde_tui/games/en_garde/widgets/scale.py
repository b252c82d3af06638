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


_CARDS: Final = {LARGE: CardSize(9, 9), MEDIUM: CardSize(7, 7), SMALL: CardSize(5, 5)}

_ROOM: Final = {LARGE: Size(160, 48), MEDIUM: Size(118, 36), SMALL: Size(0, 0)}
"""The smallest window for each size of figures."""

_WORDS_ROWS: Final = 4
_KEYS_ROWS: Final = 2
_ROOMY: Final = 26
"""Rows of a window in which a card can be lifted below the title of its hand."""
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
    lift: int
    """Rows above the cards of a turn, into which those that are picked are lifted."""

    @property
    def beside_card(self) -> CardSize:
        """The size of a card where two hands, the piles and the rounds lie side by side."""
        return min(self.card, _CARDS[MEDIUM])

    @property
    def turn_rows(self) -> int:
        """The rows of the words about a turn, and of its cards below their title."""
        return _WORDS_ROWS + 1 + self.lift + self.card.height

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
    strip = 1 if figures is SMALL else 2
    tight = Scale(figures, min(max(cell, 3), 5), strip, 0, _CARDS[figures], int(window.height >= _ROOMY))
    taken = box_rows(window) + tight.piste_rows + tight.turn_rows + _KEYS_ROWS
    return tight._replace(headroom=min(max(window.height - taken, 0) // 3, _MOST_HEADROOM))

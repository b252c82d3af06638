"""How large everything is drawn, by the size of the window."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from textual.geometry import Size

from engarde_tui.widgets.board import WIDEST
from engarde_tui.widgets.scoring_box import box_rows


class CardSize(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


SMALL: Final = CardSize(10, 3)
TALL: Final = CardSize(10, 5)
LARGE: Final = CardSize(15, 5)
GRAND: Final = CardSize(17, 7)

GAP: Final = 1
"""Columns between two cards."""

_LAID: Final = 12
"""Columns of a card in a display, at least: there it shows more."""

_ROOM: Final = {GRAND: 130, LARGE: 118, TALL: 80, SMALL: 0}
"""The columns that a window must have for each size of cards."""

_PLACES: Final = 5
_MOST_BESIDE: Final = 46
"""Most columns of what is beside the cards."""

WORDS_ROWS: Final = 4
"""Rows of the words below the hand."""

_KEY_ROWS: Final = 2


@dataclass(frozen=True, slots=True)
class Scale:
    """The measures of a table, or of a replay, which shows both hands."""

    card: CardSize
    titles: int
    """Rows with titles."""
    gaps: tuple[int, ...]
    """Empty rows above the shop, the display and the hand below it."""
    beside: int
    """Columns of what is beside the cards."""
    margin: int
    """Columns between the two."""
    inset: int
    """Columns before the cards; two, where the text in frames begins, if there is room."""

    @property
    def laid(self) -> CardSize:
        """The size of a card in a display."""
        return self.card._replace(width=max(self.card.width, _LAID))

    @property
    def cards(self) -> int:
        """The columns of five cards."""
        return _PLACES * (self.card.width + GAP) - GAP

    @property
    def width(self) -> int:
        """The columns of everything."""
        return self.inset + self.cards + self.margin + self.beside

    @property
    def open_rows(self) -> int:
        """The rows of both displays and the shop, where the upper display has no title."""
        return 3 * self.card.height + 2 + sum(self.gaps[:2])

    @property
    def hand_rows(self) -> int:
        """The rows of the hand below its title."""
        return self.gaps[2] + 1 + self.card.height

    @property
    def rows(self) -> int:
        """The rows of all cards."""
        hands = self.titles - 2
        return (3 + hands) * self.card.height + self.titles + sum(self.gaps)


def life_rows(window: Size) -> int:
    """Return the rows of the box with the points: 3, or 5 if there is room for large figures."""
    return min(box_rows(window), 5)


def table_scale(window: Size) -> Scale:
    """Return the measures of a table in a window of 80 columns and 24 rows or more."""
    return _scale(window, hands=1, other_rows=WORDS_ROWS + _KEY_ROWS)


def replay_scale(window: Size) -> Scale:
    """Return the measures of a replay: a line says where it is, another one lists the keys."""
    return _scale(window, hands=2, other_rows=2)


@cache
def _scale(window: Size, hands: int, other_rows: int) -> Scale:
    titles = 2 + hands
    room = window.height - life_rows(window) - titles - other_rows
    fitting = (
        card
        for card, columns in _ROOM.items()
        if window.width >= columns and room >= (3 + hands) * card.height
    )
    # A window that is too small is covered, but measured too.
    card = next(fitting, SMALL)
    spare = room - (3 + hands) * card.height
    cards = _PLACES * (card.width + GAP) - GAP
    # In a small window no line of the list is cut, so the cards begin in the column before the text.
    inset, margin = (1, 0) if window.width < 90 else (2, 2)
    return Scale(
        card,
        titles,
        tuple(int(spare > place) for place in (2, 0, 1)),
        max(min(min(window.width, WIDEST) - inset - cards - margin, _MOST_BESIDE), 0),
        margin,
        inset,
    )

"""The end of a match of A Game of Swords and Shields."""

from typing import ClassVar, Final

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.widgets.crest import GRAND_ROWS, LARGE_ROWS, SMALL_ROWS, put_crest
from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.screens.match_over import Finale, Picture
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import measure
from engine.game import Seat

_ROOM: Final = {GRAND_ROWS: Size(118, 44), LARGE_ROWS: Size(80, 30), SMALL_ROWS: Size(0, 0)}
"""The smallest window for each size of the picture, by its rows."""


class CrossedSwords(Picture):
    """The winner, below two swords and a shield."""

    def picture_rows(self, window: Size) -> int:
        """Return the rows of the swords and the shield."""
        return next(
            rows
            for rows, room in _ROOM.items()
            if window.width >= room.width and window.height >= room.height
        )

    def put_picture(self, canvas: Canvas, winner: Seat) -> None:
        """Draw the swords and the shield of the winner."""
        put_crest(canvas, self.picture_rows(self.app.size), winner)


class FinalLifeBox(LifeBox):
    """The box as wide as what is below it."""

    def columns(self, canvas: Canvas) -> int:
        """Return the common width."""
        return measure(canvas)[1]


class SwordsFinale(Finale):
    """The winner and every round."""

    picture: ClassVar = CrossedSwords
    box: ClassVar = FinalLifeBox

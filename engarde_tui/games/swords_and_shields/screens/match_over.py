"""The end of a match of A Game of Swords and Shields."""

from typing import ClassVar

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.widgets.crest import LARGE_ROWS, SMALL_ROWS, put_crest
from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.screens.match_over import Finale, Picture
from engarde_tui.terminal.canvas import Canvas
from engine.game import Seat


class CrossedSwords(Picture):
    """The winner, below two swords and a shield."""

    def picture_rows(self, window: Size) -> int:
        """Return the rows of the swords and the shield."""
        return LARGE_ROWS if window.height >= 30 else SMALL_ROWS

    def put_picture(self, canvas: Canvas, winner: Seat) -> None:
        """Draw the swords and the shield of the winner."""
        put_crest(canvas, self.picture_rows(self.app.size), winner)


class SwordsFinale(Finale):
    """The winner and every round."""

    picture: ClassVar = CrossedSwords
    box: ClassVar = LifeBox

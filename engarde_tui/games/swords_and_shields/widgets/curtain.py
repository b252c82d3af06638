"""The curtain in the place of the hand and the words."""

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.widgets.scale import WORDS_ROWS, table_scale
from engarde_tui.widgets.curtain import Curtain


class DuelCurtain(Curtain):
    """As large as what it hides."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of everything above it."""
        return table_scale(viewport).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the hand and of the words."""
        return table_scale(viewport).hand_rows + WORDS_ROWS

"""What to do now, below the hand."""

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.widgets.scale import table_scale
from engarde_tui.widgets.what_now import WhatNow


class TurnWords(WhatNow):
    """Leaves what happened to the log."""

    happened = ""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of everything above it."""
        return table_scale(viewport).width

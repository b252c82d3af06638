"""What both screens with the board of a duel have in common."""

from typing import Any, cast

from textual.screen import Screen

from engarde_tui.games.swords_and_shields.widgets.board import DuelWidget


class Measured:
    """Mixin for a screen whose widgets measure themselves by the window."""

    def on_resize(self) -> None:
        """Let them do so again: Textual keeps their sizes while no style has changed."""
        for widget in cast(Screen[Any], self).query(DuelWidget):
            widget.refresh(layout=True)

"""What happened and what to do, with the words of En Garde in the frame."""

from typing import Final

from textual.geometry import Size

from engarde_tui.games.en_garde.widgets.scale import scale_for
from engarde_tui.games.en_garde.words import to_act
from engarde_tui.language import tr
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import measure
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.what_now import WhatNow

_WIDTH_FOR_LEGEND: Final = 110
"""Columns of a frame that has room to explain the marks on the piste."""


class TurnCurtain(Curtain):
    """As high as the words and the cards that it hides."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return their rows."""
        return scale_for(viewport).turn_rows


class TurnWords(WhatNow):
    """Names who is to act and what for; an attack on the table is urgent.

    The upper edge of the frame, below the piste, explains the marks of its squares in large windows.
    """

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame with its words, and the legend."""
        super().draw(canvas)
        if self.view is None or self.scene is None or self.scene.notes[0] or self.scene.message.edges[0]:
            return
        view, (left, width) = self.view.round, measure(canvas)
        has_marks = view.seat is not None and view.turn is not None and view.attack is None
        if has_marks and width >= _WIDTH_FOR_LEGEND:
            legend = tr("· from here you can hit  • and you hold the card")
            canvas.put_right(left + width - 2, 0, f" {legend} ", "dim")

    @property
    def title(self) -> str:
        """Who is to act, and what for."""
        return "" if self.view is None else to_act(self.view)

    @property
    def is_urgent(self) -> bool:
        """Whether an attack must be answered."""
        return self.view is not None and self.view.round.attack is not None

"""A fencer's score, with one pip per round of the target."""

from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engine.game import Seat

_MOST_PIPS = 11
"""The largest target drawn as pips; beyond it, only the number shows."""


class ScoreTrack(BoardWidget):
    """Name, pips and score of one fencer, on that fencer's side; an arrow marks the player to act."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat = seat

    def draw(self, canvas: Canvas) -> None:
        """Draw it mirrored for the fencer on the right."""
        if self.view is None:
            return
        seat, view = self._seat, self.view
        score, ink = view.score[seat], SEAT_INKS[seat]
        left = seat is Seat.LEFT
        turn = ("►" if left else "◄") if view.round.turn is seat else " "
        pips = ["●" * score, "○" * (view.target - score)] if view.target <= _MOST_PIPS else []
        parts = [
            (turn, "alert"),
            (view.names[seat], ink),
            ("".join(pips if left else reversed(pips)), ink),
            (f"{score}/{view.target}", "plain"),
        ]
        x = 1 if left else canvas.width - 1
        for text, part_ink in parts:
            if text:
                x = (
                    canvas.put(x, 0, text, part_ink) + 1
                    if left
                    else canvas.put_right(x, 0, text, part_ink) - 1
                )

"""Who led a match, round by round."""

from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.plots import put_course
from engine.game import Seat


class Lead(BoardWidget):
    """The rounds by which the left player led after each round, as a line; below zero the right one led."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the line below its head."""
        if self.view is None or not self.view.finished:
            return
        leads = [line.score[Seat.LEFT] - line.score[Seat.RIGHT] for line in self.view.finished]
        canvas.put(0, 0, f"Lead of {self.view.names[Seat.LEFT]}", "strong")
        put_course(canvas, 0, 1, canvas.width, canvas.height - 1, [0, *leads])

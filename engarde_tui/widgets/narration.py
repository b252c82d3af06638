"""The last action and the state in words, and who led a match as a line."""

from engarde_tui.language import tr
from engarde_tui.presentation import presentation_of, verdict
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.plots import put_course
from engine.game import Seat


class Narration(BoardWidget):
    """The last action and the state after it; at the end of a round, who won it and why."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the lines, centred both ways."""
        if self.view is None:
            return
        lines = list(presentation_of(self.view.round.rules).state_in_words(self.view))
        if self.view.round.result is not None:
            lines.append(verdict(self.view))
        for row, line in enumerate(lines, max(canvas.height - len(lines), 0) // 2):
            canvas.put_centre(row, line.strip(), "strong" if line[:1] != " " else "plain")


class Lead(BoardWidget):
    """The rounds by which the left player led after each round, as a line; below zero the right one led."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the line below its head."""
        if self.view is None or not self.view.finished:
            return
        leads = [line.score[Seat.LEFT] - line.score[Seat.RIGHT] for line in self.view.finished]
        canvas.put(0, 0, tr("Lead of {name}", name=self.view.names[Seat.LEFT]), "strong")
        put_course(canvas, 0, 1, canvas.width, canvas.height - 1, [0, *leads])

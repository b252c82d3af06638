"""The rounds of the match so far, a line each."""

from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.words import why_round_ended


class ScoreSheet(BoardWidget):
    """Number, score and reason of every finished round, the last ones where not all fit."""

    def draw(self, canvas: Canvas) -> None:
        """The newest at the bottom."""
        if self.view is None:
            return
        canvas.put(0, 0, "Rounds", "strong")
        if not self.view.finished:
            canvas.put(0, 1, "none finished yet", "dim")
        for row, line in enumerate(self.view.finished[-(canvas.height - 1) :], 1):
            left, right = line.score
            winner = line.result.winner
            x = canvas.put(0, row, f"{line.number:>2}  {left}-{right}  ")
            name = "drawn" if winner is None else self.view.names[winner]
            x = canvas.put(x, row, name, "dim" if winner is None else SEAT_INKS[winner])
            canvas.put(x, row, f": {why_round_ended(self.view, line)}", "dim")

"""The rounds of the match so far, a line each."""

from engarde_tui.games.en_garde.words import why_round_ended
from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas

_WIDTH_FOR_REASONS = 28
_WIDTH_FOR_SENTENCES = 56


class ScoreSheet(BoardWidget):
    """Number, score, winner and reason of every finished round, the last ones where not all fit."""

    def draw(self, canvas: Canvas) -> None:
        """The newest at the bottom."""
        if self.view is None:
            return
        view = self.view
        canvas.put(0, 0, "Rounds", "strong")
        if not view.finished:
            canvas.put(0, 1, "none finished yet", "dim")
        for row, line in enumerate(view.finished[1 - canvas.height :], 1):
            left, right = line.score
            winner, reason = line.result
            x = canvas.put(0, row, f"{line.number:>2}  {left:>2}-{right:<2}  ")
            why = why_round_ended(view, line) if canvas.width >= _WIDTH_FOR_SENTENCES else reason.value
            if winner is None:
                canvas.put(x, row, "drawn", "dim")
            else:
                x = canvas.put(x, row, view.names[winner], SEAT_INKS[winner])
                canvas.put(x, row, f": {why}" if canvas.width >= _WIDTH_FOR_REASONS else "", "dim")

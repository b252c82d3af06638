"""The finished rounds of a match, one per line."""

from typing import Any

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.presentation import presentation_of
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, BoardWidget
from engarde_tui.widgets.panel import put_hidden, put_rule
from engine.match import FinishedRound, MatchView

_NUMBER_AND_SCORE = 14
"""Columns before the winner's name."""
_HEADS = "#   score   winner"
_GAP = 2
_WIDTH_FOR_REASONS = 29
_WIDTH_FOR_SENTENCES = 63


class ScoreSheet(BoardWidget):
    """Number, score, winner and reason of the finished rounds, in columns; the last ones that fit."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the longest line."""
        if self.view is None:
            return 0
        words = presentation_of(self.view.round.rules)
        whys = [cell_len(words.why_round_ended(self.view, line)) for line in self.view.finished]
        return _NUMBER_AND_SCORE + self._names(self.view) + _GAP + max(whys, default=0)

    def draw(self, canvas: Canvas) -> None:
        """Draw the newest round at the bottom; in the line of the heads, how many are hidden: "▲2"."""
        if self.view is None:
            return
        view = self.view
        put_rule(canvas, 0, 0, canvas.width, _HEADS)
        if not view.finished:
            canvas.put(1, 1, "none finished yet", "dim")
        put_hidden(canvas, canvas.width - 1, 0, len(view.finished) + 1 - canvas.height, 0)
        for row, line in enumerate(view.finished[1 - canvas.height :], 1):
            left, right = line.score
            winner = line.result.winner
            canvas.put(1, row, f"{line.number:>2}  {left:>2} : {right:<2}")
            name, foreground = (
                ("drawn", "dim") if winner is None else (view.names[winner], SEAT_FOREGROUNDS[winner])
            )
            canvas.put(_NUMBER_AND_SCORE, row, name, foreground)
            if canvas.width >= _WIDTH_FOR_REASONS:
                canvas.put(_NUMBER_AND_SCORE + self._names(view) + _GAP, row, self._why(line), "dim")

    def _why(self, line: FinishedRound) -> str:
        """Return why a round ended: a sentence if there is room, else a word."""
        assert self.view is not None
        is_wide = self.size.width >= min(_WIDTH_FOR_SENTENCES, self.get_content_width(self.size, self.size))
        if is_wide:
            return presentation_of(self.view.round.rules).why_round_ended(self.view, line)
        return "" if line.result.winner is None else line.result.reason.value

    @staticmethod
    def _names(view: MatchView[Any]) -> int:
        """Return the columns of the longer name."""
        return max(map(cell_len, view.names))

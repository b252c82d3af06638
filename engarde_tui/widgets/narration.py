"""The last action and the state, in words."""

from engarde_tui.presentation import presentation_of, verdict
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget


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

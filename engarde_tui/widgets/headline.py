"""The line at the top of a table."""

from textual.reactive import reactive

from engarde_tui.games.en_garde.words import rules_title, starter
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas


class Headline(BoardWidget):
    """The game played and the target; the round and its starter."""

    unsaved: reactive[bool] = reactive(False, repaint=False)
    """The match is not saved, though the player would expect it to be."""

    def watch_unsaved(self) -> None:
        """Say so, or no more."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """One line, both ends used."""
        if self.view is None:
            return
        right = canvas.put_right(canvas.width - 1, 0, starter(self.view), "dim")
        x = canvas.put(1, 0, "En Garde", "accent")
        if self.unsaved:
            x = canvas.put(x, 0, " · not saved", "alert")
        for part in (f" · {rules_title(self.view.round.rules)}", f" · first to {self.view.target}"):
            if x + len(part) < right:
                x = canvas.put(x, 0, part, "dim")

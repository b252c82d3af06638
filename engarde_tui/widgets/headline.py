"""The line at the top of a table."""

from engarde_tui.match.scene import Scene
from engarde_tui.match.words import starter
from engarde_tui.presentation import presentation_of
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engine.game import game_of


class Headline(BoardWidget):
    """The game played and the target; the round and its starter."""

    def reads(self, scene: Scene) -> object:
        """Return the view, and whether the match is saved."""
        return scene.view, scene.is_unsaved

    def draw(self, canvas: Canvas) -> None:
        """Draw the game on the left, the round on the right."""
        if self.scene is None:
            return
        view = self.scene.view
        right = canvas.put_right(canvas.width - 1, 0, starter(view), "dim")
        game = game_of(view.round.rules).title
        x = canvas.put(1, 0, game, "accent")
        if self.scene.is_unsaved:
            x = canvas.put(x, 0, " · not saved", "alert")
        title = presentation_of(view.round.rules).rules_title(view.round.rules)
        parts = (title, f"first to {view.target}")
        for part in (f" · {part}" for part in parts if part != game):
            if x + len(part) < right:
                x = canvas.put(x, 0, part, "dim")

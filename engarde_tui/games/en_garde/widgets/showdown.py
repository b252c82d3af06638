"""The end of a round: how it was decided, the new score, both hands open."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive

from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.words import comparison, decisive_turn
from engarde_tui.match.scene import Scene
from engarde_tui.match.words import score
from engarde_tui.presentation import verdict
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engine.en_garde import Seat


class Verdict(BoardWidget):
    """How the round was decided, who won it, and the score."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the steps of the comparison, if any, then the verdict and the new score.

        Leave the first row free if there is room.
        """
        if self.view is None:
            return
        view = self.view
        steps = comparison(view) or [decisive_turn(view)]
        lines = [*((step, "plain") for step in steps), (verdict(view), "accent"), (score(view), "strong")]
        for row, (line, ink) in enumerate(lines, int(len(lines) < canvas.height)):
            canvas.put_centre(row, line, ink)


class Showdown(Vertical):
    """The verdict above both hands; the style sheet shows it instead of the hand and the list."""

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)
    ended: reactive[Scene | None] = reactive(None, init=False, repaint=False)
    """The scene once its round is over, so that no widget here holds a hand before."""

    def watch_scene(self, scene: Scene | None) -> None:
        """Show the hands once the round is over."""
        self.ended = None if scene is None or scene.view.round.result is None else scene

    def compose(self) -> ComposeResult:
        """Show each hand on its fencer's side."""
        yield Verdict().data_bind(scene=Showdown.ended)
        with Horizontal(id="hands"):
            yield Hand(Seat.LEFT).data_bind(scene=Showdown.ended)
            yield Hand(Seat.RIGHT).data_bind(scene=Showdown.ended)

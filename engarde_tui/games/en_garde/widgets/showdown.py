"""The end of a round: how it was decided, the new score, both hands open."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.reactive import reactive

from engarde_tui.games.en_garde.widgets.both_hands import both_hands
from engarde_tui.games.en_garde.widgets.scale import scale_for
from engarde_tui.games.en_garde.words import comparison, decisive_turn, why_not_parried
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import told_in
from engarde_tui.presentation import verdict
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget, measure
from engarde_tui.widgets.notice import spoken
from engarde_tui.widgets.text_lines import wrapped
from engine.en_garde import MatchView

_LEAST: Final = 5
"""Rows of a verdict: in a window that leaves fewer, the keys take one row less."""


class Verdict(BoardWidget):
    """Who won the round and why, in a frame around how it was decided; a message in its lower edge."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that the hands below leave of a turn's, so that nothing above moves."""
        scale = scale_for(viewport)
        return max(scale.turn_rows - scale.beside_card.height - 1, _LEAST)

    def reads(self, scene: Scene) -> object:
        """Return the view, the message and the notes."""
        return scene.view, scene.message, scene.notes

    def draw(self, canvas: Canvas) -> None:
        """Draw the verdict and the message in the frame, and the steps of the comparison inside."""
        if self.scene is None:
            return
        view, message, (_, note) = self.scene.view, self.scene.message, self.scene.notes
        left, width = measure(canvas)
        steps = told_in(width - 4, view, _steps)
        canvas.put_frame(left, 0, width, canvas.height, "accent")
        canvas.put_centre(0, f" {verdict(view)} ", "accent")
        for row, line in enumerate(steps, 1 + (canvas.height - 2 - len(steps)) // 2):
            canvas.put_centre(row, line, "strong")
        text, foreground = note, "dim"
        if message.text:
            text, foreground = spoken(message), "alert" if message.refused else "plain"
        for words in wrapped(text, width - 6)[:1]:
            canvas.put_centre(canvas.height - 1, f" {words} ", foreground)


def _steps(view: MatchView) -> list[str]:
    """Return how a round was decided, step by step."""
    return comparison(view) or [decisive_turn(view), *why_not_parried(view)]


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
        yield from both_hands(Showdown.ended)

"""The end of a round: both hands open, the comparison step by step, the new score."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.screen import Screen

from engarde_tui import paths
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import INK_CLASSES, Canvas
from engarde_tui.widgets.hand import Hand
from engarde_tui.widgets.lines import Headline, KeyBar
from engarde_tui.widgets.piste import Piste
from engarde_tui.widgets.score_track import ScoreTrack
from engarde_tui.words import comparison, decisive_turn, score, verdict
from engine.en_garde import MatchView, Rules, Seat


class Verdict(BoardWidget):
    """How the round was decided, who won it, and the score."""

    def draw(self, canvas: Canvas) -> None:
        """The steps of the comparison where there was one, then the verdict and the new score."""
        if self.view is None or not self.view.finished:
            return
        view = self.view
        steps = comparison(view) or [decisive_turn(view)]
        for row, step in enumerate(steps):
            canvas.put_centre(row, step, "plain")
        canvas.put_centre(len(steps), verdict(view), "accent")
        canvas.put_centre(len(steps) + 1, score(view), "strong")


class ShowdownScreen(Screen[None]):
    """Dismissed by space, not by enter: that key has only just played the last action."""

    CSS_PATH: ClassVar = paths.style_sheets("table", "showdown")
    DEFAULT_CLASSES = "board"
    COMPONENT_CLASSES = INK_CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "dismiss", "go on", id="go-on", tooltip="Go on to the next round or the result")
    ]

    view: reactive[MatchView | None] = reactive(None, init=False, repaint=False)

    def __init__(self, view: MatchView, *, unsaved: bool = False) -> None:
        """Show the end of the round that `view` is of, and whether the match is `unsaved`."""
        super().__init__()
        self._unsaved = unsaved
        self.set_reactive(ShowdownScreen.view, view)
        self.rules: Rules = view.round.rules

    def compose(self) -> ComposeResult:
        """The same board as the table's, with both hands under it."""
        headline = Headline().data_bind(ShowdownScreen.view)
        headline.unsaved = self._unsaved
        yield headline
        with Horizontal(id="scores"):
            yield ScoreTrack(Seat.LEFT).data_bind(ShowdownScreen.view)
            yield ScoreTrack(Seat.RIGHT).data_bind(ShowdownScreen.view)
        yield Piste().data_bind(ShowdownScreen.view)
        yield Verdict().data_bind(ShowdownScreen.view)
        with Horizontal(id="hands"):
            yield Hand(Seat.LEFT).data_bind(ShowdownScreen.view)
            yield Hand(Seat.RIGHT).data_bind(ShowdownScreen.view)
        yield KeyBar()

"""The end of a round: both hands open, the comparison step by step, the new score."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.screen import Screen

from engarde_tui import paths
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.widgets.hand import Hand
from engarde_tui.widgets.lines import Headline, KeyBar, LastTurn
from engarde_tui.widgets.piste import Piste
from engarde_tui.widgets.score_track import ScoreTrack
from engarde_tui.words import round_won, why_round_ended
from engine.en_garde import MatchView, Rules, Seat
from engine.en_garde.actions import count_cards


class Verdict(BoardWidget):
    """Who won the round and how it was decided."""

    def draw(self, canvas: Canvas) -> None:
        """The verdict, then the steps of the comparison where there was one."""
        if self.view is None or not self.view.finished:
            return
        view, line = self.view, self.view.finished[-1]
        canvas.put_centre(0, round_won(view, line), "accent")
        canvas.put_centre(1, why_round_ended(view, line), "plain")
        for row, (left, what, right, decides) in enumerate(_comparison(view), 3):
            ink = "strong" if decides else "dim"
            middle = canvas.width // 2
            canvas.put_centre(row, what, ink)
            canvas.put_right(middle - 9, row, left, ink)
            canvas.put(middle + 9, row, right, ink)


def _comparison(view: MatchView) -> list[tuple[str, str, str, bool]]:
    """The steps of the showdown: left's count, what is counted, right's count, whether it decided."""
    showdown = view.round.showdown
    if showdown is None:
        return []
    steps = []
    decided = False
    if showdown.cards is not None:
        left, right = (count_cards(count, showdown.distance) for count in showdown.cards)
        decided = showdown.cards[0] != showdown.cards[1]
        steps.append((left, "cards", right, decided))
    if not decided:
        left, right = (str(squares) for squares in showdown.advanced)
        steps.append((left, "advanced", right, showdown.advanced[0] != showdown.advanced[1]))
    return steps


class ShowdownScreen(Screen[None]):
    """Dismissed by space, not by enter: that key has only just played the last action."""

    CSS_PATH: ClassVar = paths.style_sheets("table", "showdown")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "dismiss", "go on", id="go-on", tooltip="Go on to the next round or the result")
    ]

    view: reactive[MatchView | None] = reactive(None, init=False)

    def __init__(self, view: MatchView) -> None:
        """Show the end of the round that `view` is of."""
        super().__init__()
        self.set_reactive(ShowdownScreen.view, view)
        self.rules: Rules = view.round.rules

    def compose(self) -> ComposeResult:
        """The same board as the table's, with both hands under it."""
        yield Headline().data_bind(ShowdownScreen.view)
        with Horizontal(id="scores"):
            yield ScoreTrack(Seat.LEFT).data_bind(ShowdownScreen.view)
            yield ScoreTrack(Seat.RIGHT).data_bind(ShowdownScreen.view)
        yield Piste().data_bind(ShowdownScreen.view)
        yield LastTurn().data_bind(ShowdownScreen.view)
        with Horizontal(id="lower"):
            yield Hand(Seat.LEFT).data_bind(ShowdownScreen.view)
            yield Verdict().data_bind(ShowdownScreen.view)
            yield Hand(Seat.RIGHT).data_bind(ShowdownScreen.view)
        yield KeyBar()

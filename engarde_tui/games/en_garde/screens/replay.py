"""The replay of En Garde: the board of the table, and what the master thinks."""

from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive

from engarde_tui.games.en_garde.review import Review, Reviews
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.words import WEAK, comparison, criticism, last_action, position
from engarde_tui.match.replay import Replay
from engarde_tui.match.words import percent
from engarde_tui.presentation import verdict
from engarde_tui.screens.replay import ReplayScreen
from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.game import Seat

_BARS: Final = "▁▂▃▅▆▇█"
"""A chance, from 0 to 1."""


class AnnouncingBox(ScoringBox):
    """The scoring box, with the verdict in its lower edge once the round is over."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the box, then the verdict."""
        super().draw(canvas)
        if self.view is not None and self.view.round.result is not None:
            canvas.put_centre(canvas.height - 1, f" {verdict(self.view)} ", "accent")


class Commentary(BoardWidget):
    """The last action, the position or how the round was decided, and what the master thinks."""

    review: reactive[Review | None] = reactive(None, repaint=False)

    def watch_review(self) -> None:
        """Redraw."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw what happened above the position, the master's view below."""
        if self.view is None:
            return
        view = self.view
        if view.round.result is None:
            lines = [
                (last_action(view), "alert" if view.round.attack else "strong"),
                (position(view), "plain"),
            ]
        else:
            lines = [(step, "strong") for step in comparison(view) or [last_action(view)]]
        if self.review is not None and len(lines) < canvas.height:
            lines.append((criticism(self.review), "alert" if self.review.loss >= WEAK else "key"))
        for row, (text, ink) in enumerate(lines):
            canvas.put_centre(row, text, ink)


class Course(BoardWidget):
    """One fencer's chance to win the round, from that fencer's point of view: one bar per state."""

    chances: reactive[tuple[Seat, tuple[float, ...]] | None] = reactive(None, repaint=False)
    index: reactive[int] = reactive(0, repaint=False)
    """Index of the state shown."""

    def watch_chances(self) -> None:
        """Redraw."""
        self.redraw()

    def watch_index(self) -> None:
        """Redraw."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the name, the bars, and what the last action changed, in one line."""
        if self.view is None or self.chances is None:
            return
        seat, chances = self.chances
        name = f"{self.view.names[seat]}'s chance to win: "
        now = " → ".join(map(percent, chances[max(self.index - 1, 0) : self.index + 1]))
        x = (canvas.width - cell_len(name) - len(chances) - 1 - len(now)) // 2
        x = canvas.put(x, 0, name, "dim")
        for index, chance in enumerate(chances):
            bar = _BARS[min(int(chance * len(_BARS)), len(_BARS) - 1)]
            x = canvas.put(x, 0, bar, "pointed" if index == self.index else SEAT_INKS[seat])
        canvas.put(x + 1, 0, now, "strong")


class EnGardeReplayScreen(ReplayScreen):
    """Both hands, the piste, and the master's view if the hands may be seen."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay)
        self._reviews = Reviews(replay)

    def compose_board(self) -> ComposeResult:
        """Show the board above both hands and the piles."""
        yield AnnouncingBox().data_bind(ReplayScreen.scene)
        yield Piste().data_bind(ReplayScreen.scene)
        yield Commentary().data_bind(ReplayScreen.scene)
        yield Course().data_bind(ReplayScreen.scene)
        with Horizontal(id="lower"):
            yield Hand(Seat.LEFT).data_bind(ReplayScreen.scene)
            yield DrawPile().data_bind(ReplayScreen.scene)
            yield Discard().data_bind(ReplayScreen.scene)
            yield Hand(Seat.RIGHT).data_bind(ReplayScreen.scene)
            yield ScoreSheet().data_bind(ReplayScreen.scene)

    def show_beside(self, replay: Replay) -> None:
        """Show what the master thinks of the action, and how likely a fencer was to win."""
        self.query_one(Commentary).review = self._reviews.review
        course = self.query_one(Course)
        course.set_reactive(Course.index, replay.position_in_round)
        course.chances = self._reviews.chances
        course.redraw()

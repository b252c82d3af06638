"""The end of a match: the winner, every round, and what to do next."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.reactive import reactive

from engarde_tui import paths
from engarde_tui.match.aid import NO_AID
from engarde_tui.match.place import Place
from engarde_tui.match.scene import Scene
from engarde_tui.match.words import aid_taken, score
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.widgets.headline import Headline
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.score_sheet import ScoreSheet


class Winner(BoardWidget):
    """The winner's name, the final score, and the help that was used."""

    aid = NO_AID

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture above the name, the score and the help."""
        if self.view is None or self.view.winner is None:
            return
        winner = self.view.winner
        for row, line in enumerate(self.picture()):
            canvas.put_centre(row, line, SEAT_INKS[winner])
        canvas.put_centre(9, f"{self.view.names[winner]} wins the match", "accent")
        canvas.put_centre(10, score(self.view), "strong")
        for row, line in enumerate(aid_taken(self.view, self.aid), 11):
            canvas.put_centre(row, line, "dim")

    def picture(self) -> Sequence[str]:
        """At most eight lines of equal length to draw above the name."""
        return ()


class MatchOverScreen(AppScreen):
    """The result, and the offer of a rematch."""

    CSS_PATH: ClassVar = paths.style_sheets("match_over")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rematch", "rematch", id="rematch", tooltip="Play again with the same settings"),
        Binding("w", "watch", "watch it again", id="watch", tooltip="Replay the match with both hands open"),
        Binding("m", "menu", "menu", id="menu", tooltip="Go to the menu"),
    ]

    WINNER: ClassVar[type[Winner]] = Winner

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)

    def __init__(self, place: Place) -> None:
        """Show the match that was won, as seen from `place`."""
        super().__init__()
        self._table = place.table
        self.set_reactive(MatchOverScreen.scene, Scene(place.view))
        self.rules: Any = place.view.round.rules

    def compose(self) -> ComposeResult:
        """Show the winner above the score sheet."""
        yield Headline().data_bind(MatchOverScreen.scene)
        winner = self.WINNER().data_bind(MatchOverScreen.scene)
        winner.aid = self._table.aid
        yield winner
        with Center(), VerticalScroll():
            sheet = ScoreSheet().data_bind(MatchOverScreen.scene)
            sheet.styles.height = len(self._table.view(None).finished) + 1
            yield sheet
        yield KeyBar()

    def action_rematch(self) -> None:
        """Play again with the same settings."""
        self.navigator.open_match(self._table.rematch())

    def action_watch(self) -> None:
        """Replay the match."""
        self.navigator.open_replay(self._table.replay())

    def action_menu(self) -> None:
        """Go back to the menu."""
        self.navigator.open_menu()

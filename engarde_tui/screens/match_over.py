"""The end of a match: the winner, every round, and what to do next."""

from contextlib import suppress
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.events import Resize
from textual.geometry import Size
from textual.reactive import reactive

from engarde_tui import paths
from engarde_tui.match.aid import NO_AID
from engarde_tui.match.place import Place
from engarde_tui.match.problem import Problem
from engarde_tui.match.scene import Scene
from engarde_tui.match.streaks import streak
from engarde_tui.match.words import aid_taken, turning_point
from engarde_tui.screens.base import AppScreen
from engarde_tui.storage.bouts import days_played, stored_bouts
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.widgets.daily_card import CardPanel, card_of
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox, box_rows
from engarde_tui.widgets.scroll import Scroll
from engine.game import Seat

_LEAST_ROWS: Final = 4


class Winner(BoardWidget):
    """The winner below a picture, how the match turned, and the help that was used."""

    aid = NO_AID

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the picture and of the words, with an empty row between."""
        return self.picture_rows(viewport) + 1 + len(self._words)

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture above the words."""
        if self.view is None or self.view.winner is None:
            return
        rows = self.picture_rows(self.app.size)
        self.put_picture(canvas, self.view.winner)
        for row, (line, ink) in enumerate(self._words, rows + 1):
            canvas.put_centre(row, line, ink)

    @property
    def _words(self) -> list[tuple[str, str]]:
        """The lines below the picture, with their inks."""
        view = self.view
        if view is None or view.winner is None:
            return []
        helped = [(line, "dim") for line in aid_taken(view, self.aid)]
        return [
            (f"{view.names[view.winner]} wins the match", "accent"),
            (turning_point(view), "plain"),
            *helped,
        ]

    def picture_rows(self, window: Size) -> int:
        """Return the rows of the picture in a window."""
        return 0

    def put_picture(self, canvas: Canvas, winner: Seat) -> None:
        """Draw the picture from the first row on."""


class MatchOverScreen(AppScreen):
    """The result, and the offer of a rematch."""

    CSS_PATH: ClassVar = paths.style_sheets("match_over")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rematch", "rematch", id="rematch", tooltip="Play again with the same settings"),
        Binding("w", "watch", "watch it again", id="watch", tooltip="Replay the match with both hands open"),
        Binding("y", "copy", "copy the card", id="copy-card", tooltip="Copy your card, to show it around"),
        Binding("m", "menu", "menu", id="menu", tooltip="Go to the menu"),
    ]

    WINNER: ClassVar[type[Winner]] = Winner
    OTHER_ROWS: ClassVar = 2
    """Rows of the margin, the keys and what a subclass adds."""
    BOX: ClassVar[type[BoardWidget]] = ScoringBox
    """The box above the picture."""

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)

    def __init__(self, place: Place) -> None:
        """Show the match that was won, as seen from `place`."""
        super().__init__()
        self._table = place.table
        self.set_reactive(MatchOverScreen.scene, Scene(place.view))
        self.rules: Any = place.view.round.rules

    def compose(self) -> ComposeResult:
        """Show the winner above the score sheet, or above the card of a daily bout."""
        yield self.BOX().data_bind(MatchOverScreen.scene)
        winner = self.WINNER().data_bind(MatchOverScreen.scene)
        winner.aid = self._table.aid
        yield winner
        if self._table.day is not None:
            with Center():
                yield CardPanel()
        else:
            yield from self._compose_rounds()
        yield KeyBar()

    def _compose_rounds(self) -> ComposeResult:
        with Center(), Scroll(classes="panel") as panel:
            panel.border_title = "Rounds"
            sheet = ScoreSheet().data_bind(MatchOverScreen.scene)
            sheet.styles.height = len(self._table.view(None).finished) + 1
            yield sheet

    def on_mount(self) -> None:
        """Show the card of a daily bout."""
        table, day = self._table, self._table.day
        if day is None:
            return
        days, seat, is_ascii = {day}, table.people[0], self.navigator.is_ascii
        if self.navigator.library is not None:
            with suppress(Problem):
                days |= days_played(stored_bouts(self.navigator.library, table.names[seat]))
        view, actions = table.view(None), table.actions(seat)
        card = card_of(view, seat, actions, day, streak(days, day), ascii_only=is_ascii)
        self.query_one(CardPanel).show(card, self.rules, self.key("copy-card"), ascii_only=is_ascii)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the card of a daily bout, any other match again."""
        is_daily = self._table.day is not None
        return {"copy": is_daily, "rematch": not is_daily}.get(action, True)

    def on_resize(self, event: Resize) -> None:
        """Give the rounds the rows that are left by the rest; they scroll."""
        winner = self.query_one(Winner)
        taken = box_rows(event.size) + winner.get_content_height(self.size, event.size, event.size.width)
        for rounds in self.query(Scroll):
            rounds.styles.max_height = max(event.size.height - taken - self.OTHER_ROWS, _LEAST_ROWS)

    def action_copy(self) -> None:
        """Copy the card."""
        self.query_one(CardPanel).copy()

    def action_rematch(self) -> None:
        """Play again with the same settings."""
        self.navigator.open_match(self._table.rematch())

    def action_watch(self) -> None:
        """Replay the match."""
        self.navigator.open_replay(self._table.replay())

    def action_menu(self) -> None:
        """Go back to the menu."""
        self.navigator.open_menu()

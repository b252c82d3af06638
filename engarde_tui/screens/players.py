"""The statistics of players: one against everybody, or two against each other."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.match.statistics import Tally, tallies
from engarde_tui.match.words import fitting_name
from engarde_tui.presentation import presentation_of
from engarde_tui.widgets.canvas import INK_CLASSES, Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.pointed_list import PointedList
from engine.game import ABSENCE, FORFEIT
from engine.match import MatchView

_EVERYBODY: Final = "everybody"
_LABELS: Final = 14
"""Columns of the labels before the bars."""

_LONGEST_BAR: Final = 60

_WIDEST_ROUND: Final = 3
"""Most columns per round, so that a bar of one does not look like many."""


class Chart(CanvasWidget):
    """One player's matches and rounds: bars of rounds won and lost by each reason, scaled to the largest."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        """Label the reasons why rounds end, by value; forfeit and absence show only if they occur."""
        super().__init__()
        self._reasons = reasons

    tally: reactive[Tally | None] = reactive(None, repaint=False)
    title: reactive[str] = reactive("", repaint=False)

    def watch_tally(self) -> None:
        """Redraw."""
        self.redraw()

    def watch_title(self) -> None:
        """Redraw."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the numbers above the bars."""
        if self.tally is None:
            return
        tally = self.tally
        canvas.put(0, 0, self.title, "strong")
        matches = f"{tally.won} won, {tally.lost} lost"
        canvas.put(0, 2, "matches".ljust(_LABELS) + f"{tally.matches}: {matches}")
        if tally.unfinished:
            canvas.put(_LABELS, 3, f"{tally.unfinished} unfinished", "dim")
        rounds = f"{tally.rounds_won.total()} won, {tally.rounds_lost.total()} lost"
        drawn = f", {tally.rounds_drawn} drawn" if tally.rounds_drawn else ""
        canvas.put(0, 5, "rounds".ljust(_LABELS) + f"{tally.rounds}: {rounds}{drawn}")
        most = max([*tally.rounds_won.values(), *tally.rounds_lost.values(), 1])
        room = min(canvas.width - _LABELS - 6, _LONGEST_BAR, most * _WIDEST_ROUND)
        row = 7
        for verb, counts, glyph, ink in (
            ("won", tally.rounds_won, "█", "left"),
            ("lost", tally.rounds_lost, "▒", "right"),
        ):
            canvas.put(0, row, f"rounds {verb}", ink)
            for reason, label in self._reasons.items():
                count = counts[reason]
                if reason in (FORFEIT, ABSENCE) and not count:
                    continue
                row += 1
                x = canvas.put(0, row, f"  {label}".ljust(_LABELS))
                x = canvas.put(x, row, glyph * ceil(count * room / most), ink)
                canvas.put(x + (x > _LABELS), row, str(count), "plain" if count else "dim")
            row += 2


def _option(name: str | None) -> Option:
    return Option(Content(fitting_name(name or _EVERYBODY)))


class PlayersScreen(Screen[None]):
    """Two lists, players and opponents, and the chart of the chosen pair."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "history")
    COMPONENT_CLASSES = INK_CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "other list", id="other-list", tooltip="Go to the other list"),
        Binding("right", "app.focus_next", show=False, id="right", tooltip="Go to the other list"),
        Binding("left", "app.focus_next", show=False, id="left", tooltip="Go to the other list"),
        Binding("space", "app.close", show=False, id="leave-players", tooltip="Close this page"),
    ]

    def __init__(self, matches: Sequence[MatchView[Any]]) -> None:
        """Count `matches`."""
        super().__init__()
        self._tallies = tallies(matches)
        self._reasons: dict[str, str] = {}
        for rules in {match.round.rules.GAME: match.round.rules for match in matches}.values():
            self._reasons |= presentation_of(rules).reasons

    def compose(self) -> ComposeResult:
        """Show players, opponents and the chart side by side."""
        with Horizontal(id="lists"):
            with Vertical():
                yield Label("Player")
                yield PointedList(*map(_option, self._tallies), id="players")
            with Vertical():
                yield Label("Opponent")
                yield PointedList(id="opponents")
            yield Chart(self._reasons)
        yield KeyBar()

    def on_mount(self) -> None:
        """Choose the player with the most matches."""
        players = self.query_one("#players", OptionList)
        players.focus()
        if self._tallies:
            players.highlighted = 0

    @on(OptionList.OptionHighlighted, "#players")
    def _choose_player(self) -> None:
        """List the opponents of the chosen player."""
        opponents = self.query_one("#opponents", OptionList)
        opponents.clear_options()
        opponents.add_options(map(_option, self._tallies[self._player]))
        opponents.highlighted = 0

    @on(OptionList.OptionHighlighted, "#opponents")
    def _choose_opponent(self) -> None:
        """Draw the chart."""
        index = self.query_one("#opponents", OptionList).highlighted or 0
        opponent = list(self._tallies[self._player])[index]
        chart = self.query_one(Chart)
        chart.title = f"{fitting_name(self._player)} against {fitting_name(opponent or _EVERYBODY)}"
        chart.tally = self._tallies[self._player][opponent]

    @property
    def _player(self) -> str:
        index = self.query_one("#players", OptionList).highlighted or 0
        return list(self._tallies)[index]

"""What a visitor is alerted of, wherever they look."""

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from engarde_tui import paths
from engarde_tui.play.keys import SETTINGS
from engarde_tui.play.problem import Problem
from engarde_tui.screens.base import SettingsPage
from engarde_tui.serve.hall.alerts import BETWEEN_ALERTS, Alerts, Choices
from engarde_tui.serve.hall.events import AlertChoice
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.widgets.form import Tick
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed

_ON_TERMINAL: Final = {
    AlertChoice.TURN: "it is my turn, at any of my tables",
    AlertChoice.TIME: "my time to move is running out and I am not at the table",
    AlertChoice.CHALLENGE: "somebody challenges me, or declines my challenge",
    AlertChoice.RESULT: "a match of mine is over",
}

_ELSEWHERE: Final = {AlertChoice.PROGRAM: "let the operator's program hear of my matches"}

_ABOUT: Final = (
    "While you are here, the bell rings, and a terminal that can (OSC 9) shows a line over other windows:"
    f" at most once every {BETWEEN_ALERTS:.0f} seconds for each of these (of your time once a turn),"
    " and never for what you do yourself."
)
_ABOUT_PROGRAM: Final = (
    "The operator's program hears of all this, whatever you tick above, also while you are away: your name,"
    " your opponent's, the game, the score and the time left, but no card."
)


class AlertsScreen(SettingsPage):
    """A form with what can be chosen; enter saves it, escape leaves all as it was."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(SETTINGS)

    def __init__(self, alerts: Alerts, visitor: Visitor) -> None:
        super().__init__()
        self._alerts = alerts
        self._visitor = visitor

    def compose(self) -> ComposeResult:
        """Yield a tick for each choice, and what they mean."""
        chosen, about = self._visitor.alerts, _ABOUT
        with Framed("Alert this terminal when"):
            yield from _ticks(_ON_TERMINAL, chosen)
        if self._alerts.has_program and self._visitor.member:
            with Framed("Reach me elsewhere"):
                yield from _ticks(_ELSEWHERE, chosen)
            about += f"\n{_ABOUT_PROGRAM}"
        notice = Notice()
        notice.say(about)
        yield notice
        yield KeyBar()

    def action_save(self) -> None:
        """Save the choices and close, or say why that failed."""
        ticks = {AlertChoice(str(tick.name)): tick.value for tick in self.query(Tick)}
        chosen = {choice for choice, value in ticks.items() if value}
        try:
            # What is not asked here stays.
            self._alerts.choose(self._visitor, (self._visitor.alerts - ticks.keys()) | chosen)
        except Problem as problem:
            self.app.bell()
            self.query_one(Notice).say(f"{problem}", refused=True)
        else:
            self.dismiss()

    def action_cancel(self) -> None:
        """Close."""
        self.dismiss()


def _ticks(labels: dict[AlertChoice, str], chosen: Choices) -> Iterator[Tick]:
    for choice, label in labels.items():
        yield Tick(label, choice in chosen, name=choice)

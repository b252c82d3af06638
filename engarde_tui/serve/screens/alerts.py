"""What a visitor is alerted of, wherever they look."""

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from engarde_tui import paths
from engarde_tui.language import put, tr
from engarde_tui.screens.base import SettingsPage
from engarde_tui.serve.hall.alerts import BETWEEN_ALERTS, Choices
from engarde_tui.serve.hall.events import AlertChoice
from engarde_tui.serve.hall.keys import ALERTS
from engarde_tui.widgets.form import Tick
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engine.message import Message, message

_ON_TERMINAL: Final = {
    AlertChoice.TURN: message("it is my turn, at any of my tables"),
    AlertChoice.TIME: message("my time to move is running out and I am not at the table"),
    AlertChoice.CHALLENGE: message("somebody challenges me, or declines my challenge"),
    AlertChoice.RESULT: message("a match of mine is over"),
}

_ELSEWHERE: Final = {AlertChoice.PROGRAM: message("let the operator's program hear of my matches")}

_ABOUT: Final = message(
    "While you are here, the bell rings, and a terminal that can (OSC 9) shows a line over other windows:"
    " at most once every {seconds} seconds for each of these (of your time once a turn), and never for what"
    " you do yourself.",
    seconds=round(BETWEEN_ALERTS),
)
_ABOUT_PROGRAM: Final = message(
    "The operator's program hears of all this, whatever you tick above, also while you are away: your name,"
    " your opponent's, the game, the score and the time left, but no card."
)


class AlertsScreen(SettingsPage):
    """A form with what can be chosen; dismissed with the choices, or with None."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(ALERTS)

    def __init__(self, chosen: Choices, *, may_reach: bool) -> None:
        """`may_reach` says whether there is a program of the operator's that may hear of the visitor."""
        super().__init__()
        self._chosen = chosen
        self._may_reach = may_reach

    def compose(self) -> ComposeResult:
        """Yield a tick for each choice, and what they mean."""
        about = put(_ABOUT)
        with Framed(tr("Alert this terminal when")):
            yield from _ticks(_ON_TERMINAL, self._chosen)
        if self._may_reach:
            with Framed(tr("Reach me elsewhere")):
                yield from _ticks(_ELSEWHERE, self._chosen)
            about = f"{about}\n{put(_ABOUT_PROGRAM)}"
        notice = Notice()
        notice.say(about)
        yield notice
        yield KeyBar()

    def action_take(self) -> None:
        """Close with what is ticked; what is not asked here stays."""
        ticks = {AlertChoice(str(tick.name)): tick.value for tick in self.query(Tick)}
        chosen = {choice for choice, value in ticks.items() if value}
        self.dismiss((self._chosen - ticks.keys()) | chosen)

    def action_cancel(self) -> None:
        """Close."""
        self.dismiss(None)


def _ticks(labels: dict[AlertChoice, Message], chosen: Choices) -> Iterator[Tick]:
    for choice, label in labels.items():
        yield Tick(put(label), choice in chosen, name=choice)

"""The settings of a visitor, and every screen of the hall with the keys that work on it."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from engarde_tui.language import tr_as
from engarde_tui.play import keys
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.scopes import EVERYWHERE, Keys, at_end, at_table, common_scopes, practice_scopes
from engarde_tui.screens.settings import Link, SettingsScreen
from engarde_tui.serve.hall import keys as hall_keys
from engarde_tui.serve.hall.alerts import Choices
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.questions import HALL_QUESTIONS
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.alerts import AlertsScreen
from engarde_tui.serve.screens.match_end import HallMatchEnd
from engarde_tui.serve.screens.session import HallSession
from engarde_tui.sessions.session import Session
from engarde_tui.settings.entries import Motion
from engarde_tui.settings.scopes import Scope
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.panel import Framed
from engine.game import games
from engine.message import message

_EVERYWHERE: Final[Keys] = (*hall_keys.HALL_APP, *EVERYWHERE)


def hall_scopes() -> Sequence[Scope]:
    """Return the screens that a visitor of the hall can come to."""
    shown = {game.title: presentation_of(game.presets[game.default]) for game in games().values()}
    form, everywhere = (*keys.ONE_OF, *keys.TICK), _EVERYWHERE
    listed = (*keys.LIST, *everywhere)
    return [
        *common_scopes(everywhere),
        Scope("Alerts", (*hall_keys.ALERTS, *form, *everywhere)),
        Scope("Announcements", (*hall_keys.ANNOUNCEMENTS, *keys.SCROLL, *everywhere)),
        Scope("People", (*hall_keys.PEOPLE, *hall_keys.PEOPLE_LIST, *listed)),
        Scope("Settings", (*keys.SETTINGS, *hall_keys.ALERTS_LINK, *form, *everywhere)),
        Scope("Lobby", (*hall_keys.LOBBY_MENU, *hall_keys.LOBBY_BOARD, *everywhere)),
        Scope("New table", (*hall_keys.TERMS, *keys.SETUP, *form, *everywhere)),
        Scope("Waiting for an opponent", (*hall_keys.WAITING, *everywhere)),
        *(at_table(title, each.board(), HallSession, everywhere) for title, each in shown.items()),
        *(at_table(title, each.board(), Session, everywhere) for title, each in shown.items()),
        *practice_scopes(everywhere),
        Scope("Proof", (*hall_keys.PROOF, *keys.SCROLL, *everywhere)),
        *(Scope("Replay", (*each.replay_screen().keys, *everywhere)) for each in shown.values()),
        *(at_end((*HallMatchEnd.keys, *each.finale().keys), everywhere) for each in shown.values()),
        Scope("Daily bout", (*keys.DAILY, *keys.BOUTS, *listed)),
        Scope("Your keys", (*hall_keys.OWN_KEYS, *listed)),
        Scope("Your matches", (*hall_keys.OWN_MATCHES, *keys.HISTORY, *keys.MATCHES, *listed)),
        Scope("Questions", (*hall_keys.WORD, *keys.LINE)),
        *(Scope("Questions", question.answers) for question in HALL_QUESTIONS),
    ]


class AlertsLink(Link):
    """Leads to the alerts."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(hall_keys.ALERTS_LINK)
    OPENING = hall_keys.ALERTS_LINK[0]
    WORDS = message("{chosen} · choose alerts …")


class HallSettingsScreen(SettingsScreen):
    """Leaves out the name, which comes with the key; leads to the alerts."""

    ELSEWHERE: ClassVar = ("name",)
    WORDS: ClassVar = {("motion", Motion.AUTO): message("off over SSH")}

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        super().__init__()
        self._alerts = hall.alerts
        self._visitor = visitor
        self._chosen: Choices | None = None
        """The alerts that count once the settings are saved; None if none have been chosen here."""

    def further(self) -> ComposeResult:
        """Yield the link to the alerts."""
        with Framed(message("Alerts")):
            yield AlertsLink()

    def on_screen_resume(self) -> None:
        """Say whether alerts are chosen."""
        super().on_screen_resume()
        self.query_one(AlertsLink).chosen = tr_as("alerts", "on") if self._shown else tr_as("alerts", "off")

    @property
    def _shown(self) -> Choices:
        return self._visitor.alerts if self._chosen is None else self._chosen

    def save_further(self) -> None:
        """Save the alerts."""
        if self._chosen is not None:
            self._alerts.choose(self._visitor, self._chosen)

    def action_alerts(self) -> None:
        """Choose alerts."""
        may_reach = self._alerts.has_program and self._visitor.member
        self.app.push_screen(AlertsScreen(self._shown, may_reach=may_reach), self._choose)

    def _choose(self, chosen: Choices | None) -> None:
        """Take what was chosen, and go on to the next field, where the key that saves does so."""
        if chosen is not None:
            self._chosen = chosen
            self.focus_next()

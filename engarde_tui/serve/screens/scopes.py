"""Every screen of the hall, with the widgets whose keys work on it."""

from collections.abc import Sequence

from engarde_tui.presentation import presentation_of
from engarde_tui.screens.daily import Bouts, DailyScreen
from engarde_tui.screens.history import Matches
from engarde_tui.screens.input import Line
from engarde_tui.screens.question import keys_of
from engarde_tui.screens.scopes import at_end, at_table, common_scopes
from engarde_tui.serve.hall.questions import HALL_QUESTIONS
from engarde_tui.serve.screens.history import HallHistoryScreen
from engarde_tui.serve.screens.lobby import LobbyScreen
from engarde_tui.serve.screens.lobby_board import LobbyBoard
from engarde_tui.serve.screens.match_end import HallMatchEnd
from engarde_tui.serve.screens.offer import OfferScreen
from engarde_tui.serve.screens.own_keys import OwnKeysScreen
from engarde_tui.serve.screens.proof import ProofScreen
from engarde_tui.serve.screens.session import HallSession
from engarde_tui.serve.screens.waiting import WaitingScreen
from engarde_tui.serve.screens.word import WordScreen
from engarde_tui.sessions.session import Session
from engarde_tui.settings.scopes import Scope
from engarde_tui.widgets.form import OneOf, Tick
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.scroll import Scroll
from engine.game import games


def hall_scopes(app: type) -> Sequence[Scope]:
    """Return the screens that a visitor of the hall can come to."""
    shown = {game.title: presentation_of(game.presets[game.default]) for game in games().values()}
    return [
        *common_scopes(app),
        Scope("Lobby", (LobbyScreen, LobbyBoard, app)),
        Scope("New table", (OfferScreen, OneOf, Tick, app)),
        Scope("Waiting for an opponent", (WaitingScreen, app)),
        *(at_table(title, each.board(), HallSession, app) for title, each in shown.items()),
        *(at_table(title, each.board(), Session, app) for title, each in shown.items()),
        Scope("Proof", (ProofScreen, Scroll, app)),
        *(Scope("Replay", (each.replay_screen(), app)) for each in shown.values()),
        *(at_end(each.finale(), HallMatchEnd, app) for each in shown.values()),
        Scope("Daily bout", (DailyScreen, Bouts, app)),
        Scope("Your keys", (OwnKeysScreen, PointedList, app)),
        Scope("Your matches", (HallHistoryScreen, Matches, app)),
        Scope("Questions", (WordScreen, Line)),
        *(Scope("Questions", (keys_of(question),)) for question in HALL_QUESTIONS),
    ]

"""Every screen of the program, with the widgets whose keys work on it."""

from collections.abc import Sequence

from engarde_tui.match.questions import QUESTIONS
from engarde_tui.presentation import presentation_of, puzzles
from engarde_tui.screens.daily import Bouts, DailyScreen
from engarde_tui.screens.help import HelpScreen
from engarde_tui.screens.history import HistoryScreen, Matches
from engarde_tui.screens.input import InputScreen, Line
from engarde_tui.screens.keys import KeyList, KeysScreen
from engarde_tui.screens.match_over import Finale, keys_at_end
from engarde_tui.screens.menu import MenuScreen
from engarde_tui.screens.players import PlayersScreen
from engarde_tui.screens.question import keys_of
from engarde_tui.screens.review import Choices, ReviewScreen
from engarde_tui.screens.settings import KeysLink, SettingField, SettingsScreen
from engarde_tui.screens.setup import SetupScreen
from engarde_tui.screens.table import table_keys
from engarde_tui.sessions.board import Board
from engarde_tui.sessions.lesson import LessonSession
from engarde_tui.sessions.match_end import MatchEnd
from engarde_tui.sessions.session import Session
from engarde_tui.settings.scopes import Scope
from engarde_tui.widgets.form import OneOf, Tick
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.scroll import Scroll
from engine.game import games


def at_table(title: str, board: Board, session: type[Session], app: type) -> Scope:
    """Return the keys at a table, those of the session first."""
    own = {key.id for key in session.keys}
    return Scope(title, (sorted(table_keys(board, session), key=lambda key: key.id not in own), app))


def at_end(finale: Finale, end: type[MatchEnd], app: type) -> Scope:
    """Return the keys after a match."""
    return Scope("End of a match", (keys_at_end(finale, end), Scroll, app))


def local_scopes(app: type) -> Sequence[Scope]:
    """Return the screens of the program on one's own machine."""
    shown = {game.title: presentation_of(game.presets[game.default]) for game in games().values()}
    return [
        *common_scopes(app),
        Scope("Menu", (MenuScreen, PointedList, app)),
        *(at_table(title, each.board(), Session, app) for title, each in shown.items()),
        *(Scope("Replay", (each.replay_screen(), app)) for each in shown.values()),
        *(at_end(each.finale(), MatchEnd, app) for each in shown.values()),
        Scope("Daily bout", (DailyScreen, Bouts, app)),
        Scope("Past matches", (HistoryScreen, Matches, app)),
    ]


def common_scopes(app: type) -> Sequence[Scope]:
    """Return the screens that the hall has, too."""
    boards = [presentation_of(game.presets[game.default]).board() for game in games().values()]
    return [
        Scope("Everywhere", (app,)),
        Scope("Lists and fields", (PointedList, OneOf, Tick)),
        at_table("Table", Board(), Session, app),
        *(at_table("Lesson", own, LessonSession, app) for own in boards),
        at_table("Puzzle", boards[0], puzzles().session, app),
        Scope("New match", (SetupScreen, OneOf, Tick, app)),
        Scope("Statistics", (PlayersScreen, PointedList, app)),
        Scope("Review", (ReviewScreen, Choices, app)),
        Scope("Help", (HelpScreen, Scroll, app)),
        Scope("Settings", (SettingsScreen, SettingField, KeysLink, OneOf, Tick, app)),
        Scope("Keys", (KeysScreen, KeyList, app)),
        Scope("Questions", (InputScreen, Line)),
        # A question leaves out the keys of the app.
        *(Scope("Questions", (keys_of(question),)) for question in QUESTIONS),
    ]

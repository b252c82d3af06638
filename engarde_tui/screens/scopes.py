"""Every screen of the program, with the keys that work on it."""

from collections.abc import Sequence
from typing import Final

from engarde_tui.play import keys
from engarde_tui.play.keys import KeyAction
from engarde_tui.play.questions import QUESTIONS
from engarde_tui.presentation import presentation_of, puzzles
from engarde_tui.sessions.board import Board
from engarde_tui.sessions.lesson import LessonSession
from engarde_tui.sessions.session import Session
from engarde_tui.settings.scopes import Scope
from engine.game import games

Keys = tuple[KeyAction, ...]

EVERYWHERE: Final[Keys] = (*keys.APP, *keys.SETTINGS_APP, *keys.SHELL)


def local_scopes() -> Sequence[Scope]:
    """Return the screens of the program on one's own machine."""
    shown = {game.title: presentation_of(game.presets[game.default]) for game in games().values()}
    return [
        *common_scopes(EVERYWHERE),
        Scope("Menu", (*keys.MENU, *keys.LIST, *EVERYWHERE)),
        *(at_table(title, each.board(), Session, EVERYWHERE) for title, each in shown.items()),
        *practice_scopes(EVERYWHERE),
        *(Scope("Replay", (*each.replay_screen().keys, *EVERYWHERE)) for each in shown.values()),
        *(at_end(each.finale().keys, EVERYWHERE) for each in shown.values()),
        Scope("Daily bout", (*keys.DAILY, *keys.BOUTS, *keys.LIST, *EVERYWHERE)),
        Scope("Past matches", (*keys.HISTORY, *keys.MATCHES, *keys.LIST, *EVERYWHERE)),
    ]


def common_scopes(everywhere: Keys) -> Sequence[Scope]:
    """Return the screens that the hall has, too, where keys that work `everywhere` are others."""
    form = (*keys.ONE_OF, *keys.TICK)
    return [
        Scope("Everywhere", everywhere),
        Scope("Lists and fields", (*keys.LIST, *form)),
        at_table("Table", Board(), Session, everywhere),
        Scope("New match", (*keys.SETUP, *form, *everywhere)),
        Scope("Play on from here", (*keys.PLAY_ON, *form, *everywhere)),
        Scope("Statistics", (*keys.PLAYERS, *keys.LIST, *everywhere)),
        Scope("Review", (*keys.REVIEW, *keys.CHOICES, *keys.LIST, *everywhere)),
        Scope("Log", (*keys.LOG, *keys.SCROLL, *everywhere)),
        Scope("Help", (*keys.HELP, *keys.SCROLL, *everywhere)),
        Scope("Settings", (*keys.SETTINGS, *keys.SETTING_FIELD, *keys.KEYS_LINK, *form, *everywhere)),
        Scope("Keys", (*keys.KEYS, *keys.KEY_LIST, *keys.LIST, *everywhere)),
        Scope("Questions", (*keys.INPUT, *keys.LINE)),
        # A question leaves out the keys of the app.
        *(Scope("Questions", question.answers) for question in QUESTIONS),
    ]


def practice_scopes(everywhere: Keys) -> Sequence[Scope]:
    """Return the tables at which somebody learns; their keys are listed below the names of the games."""
    boards = [presentation_of(game.presets[game.default]).board() for game in games().values()]
    return [
        *(at_table("Lesson", board, LessonSession, everywhere) for board in boards),
        at_table("Puzzle", boards[0], puzzles().session, everywhere),
    ]


def at_table(title: str, board: Board, session: type[Session], everywhere: Keys) -> Scope:
    """Return the keys at a table, those of the session first."""
    own = (*session.keys, *keys.TO_TURN, *board.keys, *board.help_keys)
    return Scope(title, (*own, *keys.AT_TABLE, *everywhere))


def at_end(other_keys: Keys, everywhere: Keys) -> Scope:
    """Return the keys after a match, with those that are there besides."""
    return Scope("End of a match", (*other_keys, *keys.MATCH_OVER, *keys.SCROLL, *everywhere))

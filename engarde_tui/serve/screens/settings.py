"""The settings of a visitor, and every screen of the hall with the keys that work on it."""

from collections.abc import Sequence
from typing import ClassVar, Final

from engarde_tui.play import keys
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.scopes import EVERYWHERE, Keys, at_end, at_table, common_scopes
from engarde_tui.screens.settings import SettingsScreen
from engarde_tui.serve.hall import keys as hall_keys
from engarde_tui.serve.hall.questions import HALL_QUESTIONS
from engarde_tui.serve.screens.match_end import HallMatchEnd
from engarde_tui.serve.screens.session import HallSession
from engarde_tui.sessions.session import Session
from engarde_tui.settings.scopes import Scope
from engine.game import games

_EVERYWHERE: Final[Keys] = (*hall_keys.HALL_APP, *EVERYWHERE)


def hall_scopes() -> Sequence[Scope]:
    """Return the screens that a visitor of the hall can come to."""
    shown = {game.title: presentation_of(game.presets[game.default]) for game in games().values()}
    form, everywhere = (*keys.ONE_OF, *keys.TICK), _EVERYWHERE
    listed = (*keys.LIST, *everywhere)
    return [
        *common_scopes(everywhere),
        Scope("Announcements", (*hall_keys.ANNOUNCEMENTS, *keys.SCROLL, *everywhere)),
        Scope("People", (*hall_keys.PEOPLE, *hall_keys.PEOPLE_LIST, *listed)),
        Scope("Lobby", (*hall_keys.LOBBY_MENU, *hall_keys.LOBBY_BOARD, *everywhere)),
        Scope("New table", (*hall_keys.TERMS, *keys.SETUP, *form, *everywhere)),
        Scope("Waiting for an opponent", (*hall_keys.WAITING, *everywhere)),
        *(at_table(title, each.board(), HallSession, everywhere) for title, each in shown.items()),
        *(at_table(title, each.board(), Session, everywhere) for title, each in shown.items()),
        Scope("Proof", (*hall_keys.PROOF, *keys.SCROLL, *everywhere)),
        *(Scope("Replay", (*each.replay_screen().keys, *everywhere)) for each in shown.values()),
        *(at_end((*HallMatchEnd.keys, *each.finale().keys), everywhere) for each in shown.values()),
        Scope("Daily bout", (*keys.DAILY, *keys.BOUTS, *listed)),
        Scope("Your keys", (*hall_keys.OWN_KEYS, *listed)),
        Scope("Your matches", (*hall_keys.OWN_MATCHES, *keys.HISTORY, *keys.MATCHES, *listed)),
        Scope("Questions", (*hall_keys.WORD, *keys.LINE)),
        *(Scope("Questions", question.answers) for question in HALL_QUESTIONS),
    ]


class HallSettingsScreen(SettingsScreen):
    """Leaves out the name, which comes with the key."""

    HAS_NAME: ClassVar = False

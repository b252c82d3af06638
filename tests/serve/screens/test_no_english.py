"""In a language that nobody speaks no English is left on a screen of the hall."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest
from pseudo import left_over, speaking_pseudo
from serve import test_pictures as pictures
from serve.test_pictures import NOTICE, SCENES
from textual.screen import Screen
from tui.harness import SMALLEST, Player
from tui.test_no_english import SAME

from engarde_tui.serve import screens
from engarde_tui.serve.app import HallApp
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.sessions.match_end import MatchEnd
from engarde_tui.sessions.session import Session
from engine.message import Message

Scene = Callable[[Hall], tuple[HallApp, str]]

NAMES = (*SAME, "carla", "dora", "emil", "guest", "An na", "raclette", "fondue", *NOTICE.split())
"""What people are called and say, as it is."""

SHELL = re.compile(r"ssh( -t)? \S+@\S+( (record|key|join))?|match\.engarde|\S*\d\S*|whoe\S*…")
"""What is typed in a shell, codes and proofs, and the notice where it is cut."""


def announced(hall: Hall) -> tuple[HallApp, str]:
    """What the operator has said."""
    app = pictures.visitor(hall, "anna")
    hall.notices.announce(Message(NOTICE))
    return app, "ctrl+n"


def ladder(hall: Hall) -> tuple[HallApp, str]:
    """The members by their ratings."""
    return pictures.lobby(hall)[0], "o right right"


SHOWN = {
    "LobbyScreen": pictures.lobby,
    "PeopleScreen": pictures.people,
    "TableTermsScreen": pictures.terms,
    "WaitingScreen": pictures.waiting,
    "WordScreen": pictures.word,
    "HallSession": pictures.table,
    "ProofScreen": pictures.proof,
    "HallMatchEnd": pictures.match_over,
    "HallHistoryScreen": pictures.history,
    "OwnKeysScreen": pictures.own_keys,
    "HallSettingsScreen": pictures.settings,
    "AlertsScreen": pictures.alerts,
    "AnnouncementsScreen": announced,
}
"""Each screen, or what makes one the hall's, and a scene that shows it."""


def hall_screens() -> Iterator[str]:
    """Yield the names of all screens that are the hall's own."""
    for module in iter_modules(screens.__path__, f"{screens.__name__}."):
        for found in vars(import_module(module.name)).values():
            is_own = isinstance(found, type) and found.__module__ == module.name
            if is_own and issubclass(found, Screen | Session | MatchEnd):
                yield found.__name__


def test_every_screen_of_the_hall_is_looked_at() -> None:
    assert set(SHOWN) == set(hall_screens())


@pytest.mark.by_day(13)
@pytest.mark.parametrize(
    ("scene", "shows"),
    [
        *((scene, shows) for shows, scene in SHOWN.items()),
        *((scene, "") for scene in (*SCENES, ladder) if scene not in SHOWN.values()),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
async def test_no_english_is_left_at(scene: Scene, shows: str, hall: Hall) -> None:
    """What is left is listed below the picture."""
    with speaking_pseudo():
        app, keys = scene(hall)
        async with app.run_test(size=SMALLEST):
            player = Player(app)
            await player.settle()
            await player.press(*keys.split())
            rows = player.rows
            assert player.screen_name == shows or not shows
    codes = (table.code for table in hall.tables.all)
    found = left_over((SHELL.sub(" ", row) for row in rows), (*NAMES, *codes))
    assert not found, "\n".join([*rows, f"left: {' '.join(found)}"])

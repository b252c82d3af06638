"""Snapshots of the hall's own screens; look at a new one before accepting it.

pytest tests/serve/test_pictures.py --snapshot-update
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from tui.harness import LARGE, SMALLEST
from tui.pictures import SamePicture

from engarde_tui.serve.app import HallApp
from engarde_tui.serve.hall.events import ALERTS
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import HallClient
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.en_garde import PRESETS, Seat
from engine.message import message

TERMS = TableTerms(PRESETS["ferti-advanced"], 5, "left", listed=True)

NOTICE = "The cup begins on Friday at six; whoever wants to play writes to the operator before Thursday"


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """A hall with fixed deals and codes."""
    secrets, source = count(1), random.Random(1)
    monkeypatch.setattr("engarde_tui.serve.hall.hall.new_secret", lambda: f"{next(secrets):064x}")
    monkeypatch.setattr("engarde_tui.serve.hall.key_codes.secrets.choice", lambda letters: letters[7])
    for deals in ("engarde_tui.fair.chain.deal", "engine.match._shuffled"):
        monkeypatch.setattr(deals, lambda *_: "".join(map(str, source.sample([*range(1, 6)] * 5, 25))))
    begun = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)
    register = Register(tmp_path / "hall", clock=begun.timestamp)
    register.store.now = lambda: begun
    hall = Hall(register, absence=0)
    yield hall
    hall.close()


def visitor(hall: Hall, name: str) -> HallApp:
    """Return a visitor's app; a name with ~ is a guest's."""
    key = None if name.startswith("~") else name
    admitted = hall.admit(name.removeprefix("~"), key)
    return HallApp(
        hall,
        admitted,
        "truecolor",
        lambda *_: None,
        address="hall.example",
        curtain_delay=0,
        lobby_pause=0,
    )


def play(*clients: HallClient, actions: int) -> None:
    """Play the first legal action, `actions` times."""
    for _ in range(actions):
        acting = next(client for client in clients if client.view.round.legal)
        acting.play(acting.view.round.legal[0], acting.match.revision)


def busy(hall: Hall) -> None:
    """Let others open a table, wait, and play."""
    carla, dora, emil = (hall.admit(name, name) for name in ("carla", "dora", "emil"))
    hall.create(carla, TableTerms(PRESETS["abacus-basic"], 3, "random", listed=True), Seat.RIGHT)
    table = hall.create(dora, TERMS, Seat.LEFT)
    hall.join(emil, table.code)
    play(table.sit(dora), table.sit(emil), actions=3)


def lobby(hall: Hall) -> tuple[HallApp, str]:
    """A member with a match to continue, among other tables."""
    busy(hall)
    app = visitor(hall, "anna")
    table = hall.create(app.visitor, TERMS, Seat.LEFT)
    bruno = hall.admit("bruno", "bruno")
    hall.join(bruno, table.code)
    table.sit(bruno)
    return app, ""


def people(hall: Hall) -> tuple[HallApp, str]:
    """Who is here, a friend first, below a notice that is too long for the lobby."""
    app, _ = lobby(hall)
    hall.notices.put_up(NOTICE)
    hall.friends.mark(app.visitor, hall.register.names.of_name("dora"))
    return app, "o down"


def notice(hall: Hall) -> tuple[HallApp, str]:
    """The lobby with that notice, and a friend's match first."""
    return people(hall)[0], ""


def called(hall: Hall) -> tuple[HallApp, str]:
    """At a match against the computer: somebody has joined the visitor's table."""
    return lobby(hall)[0], "a enter"


def continuing(hall: Hall) -> tuple[HallApp, str]:
    """The lobby after a match against the computer was left."""
    return lobby(hall)[0], "a enter q m"


def lobby_of_a_guest(hall: Hall) -> tuple[HallApp, str]:
    """A guest whose login name is not allowed."""
    return visitor(hall, "~An na"), ""


def terms(hall: Hall) -> tuple[HallApp, str]:
    """The form of a new table."""
    return visitor(hall, "anna"), "n"


def waiting(hall: Hall) -> tuple[HallApp, str]:
    """A guest's table, open only by code."""
    return visitor(hall, "~anna"), "n tab tab tab right enter"


def word(hall: Hall) -> tuple[HallApp, str]:
    """The question for a word, at a table whose host has said one."""
    bruno = hall.admit("bruno", "bruno")
    table = hall.create(bruno, TERMS, Seat.LEFT)
    hall.say_word(table, bruno, "raclette")
    return visitor(hall, "anna"), "home w"


def seated(hall: Hall, name: str, actions: int, terms: TableTerms = TERMS) -> HallApp:
    """Return the app of a player on the left, against bruno, after `actions` actions."""
    app = visitor(hall, name)
    table = hall.create(app.visitor, terms, Seat.LEFT)
    bruno = hall.admit("bruno", "bruno")
    hall.join(bruno, table.code, "fondue")
    clients = table.sit(app.visitor), table.sit(bruno)
    play(*clients, actions=actions)
    clients[0].leave()
    return app


def table(hall: Hall) -> tuple[HallApp, str]:
    """The deal, with its commitment and a guest's seat code."""
    return seated(hall, "~anna", 0), "home enter"


def other_to_play(hall: Hall) -> tuple[HallApp, str]:
    """Bruno is choosing."""
    return seated(hall, "anna", 1), "home enter"


def opponent_gone(hall: Hall) -> tuple[HallApp, str]:
    """The match can be claimed."""
    app = seated(hall, "anna", 1)
    (match,) = hall.own_tables(app.visitor)
    bruno = next(visitor for visitor in hall.visitors if visitor.name == "bruno")
    match.sit(app.visitor)
    bruno.lost = True
    hall.dismiss(bruno)
    return app, "home enter"


def claimed(hall: Hall) -> tuple[HallApp, str]:
    """The lobby tells of a match that was claimed."""
    app = visitor(hall, "anna")
    bruno = hall.admit("bruno", "bruno")
    table = hall.create(bruno, TERMS, Seat.RIGHT)
    hall.join(app.visitor, table.code)
    client, _ = table.sit(app.visitor), table.sit(bruno)
    client.leave()
    table.claim(Seat.RIGHT)
    return app, ""


def opponent_slow(hall: Hall) -> tuple[HallApp, str]:
    """Bruno is there, but has not moved for the time that was agreed."""
    now = count(1000, 60)
    hall.clock = lambda: float(next(now))
    return seated(hall, "anna", 1, replace(TERMS, move_time=60)), "home enter"


def looking_on(hall: Hall) -> tuple[HallApp, str]:
    """A spectator sees no hand."""
    busy(hall)
    return visitor(hall, "anna"), "home down enter"


def next_round_looked_on(hall: Hall) -> tuple[HallApp, str]:
    """A spectator still sees how the last round ended."""
    seated(hall, "anna", 0)
    (match,) = hall.own_tables(next(each for each in hall.visitors if each.name == "anna"))
    wanted = match.match.open()
    while wanted.turn is not None:
        wanted.play(wanted.view(wanted.turn).round.legal[0])
    wanted.next_round()
    return visitor(hall, "carla"), "home enter"


def proof(hall: Hall) -> tuple[HallApp, str]:
    """The commitments of two rounds, one with its proof."""
    app = seated(hall, "anna", 0)
    (match,) = hall.own_tables(app.visitor)
    wanted = match.match.open()
    while wanted.turn is not None:
        wanted.play(wanted.view(wanted.turn).round.legal[0])
    wanted.next_round()
    return app, "home enter p"


def salute(hall: Hall) -> tuple[HallApp, str]:
    """The question what to say."""
    return seated(hall, "anna", 1), "home enter s"


def showdown(hall: Hall) -> tuple[HallApp, str]:
    """The link under both hands."""
    app = seated(hall, "anna", 0)
    (match,) = hall.own_tables(app.visitor)
    wanted = match.match.open()
    while wanted.turn is not None:
        wanted.play(wanted.view(wanted.turn).round.legal[0])
    return app, "home enter"


def match_over(hall: Hall) -> tuple[HallApp, str]:
    """The opponent wants a rematch; the lobby has told the result."""
    app = seated(hall, "anna", 0)
    (match,) = hall.own_tables(app.visitor)
    match.match.open().give_up(Seat.RIGHT)
    match.rematch.ask(Seat.RIGHT)
    return app, "space home enter space"


def history(hall: Hall) -> tuple[HallApp, str]:
    """How to save a record."""
    return match_over(hall)[0], "space m e"


def own_keys(hall: Hall) -> tuple[HallApp, str]:
    """Two keys, and a code for a third."""
    app = visitor(hall, "anna")
    key = "SHA256:2Wb1gmZk0Vq3vJ8Yt5sN7xQeR4uLpA9cDfHhKjMnBoI"
    hall.register.names.add_key("anna", key)
    return app, "y down a"


def settings(hall: Hall) -> tuple[HallApp, str]:
    """The settings, which lead to the alerts."""
    return visitor(hall, "anna"), "s"


def alerts(hall: Hall) -> tuple[HallApp, str]:
    """What a member can be alerted of where the operator runs a program."""
    hall.bus.subscribe(ALERTS, lambda _: None)
    return visitor(hall, "anna"), "s tab tab enter space"


def announcement(hall: Hall) -> tuple[HallApp, str]:
    """What the operator says, over a table."""
    app = seated(hall, "anna", 1)
    hall.closing = message("The hall closes in 5 minutes: there are no new tables.")
    return app, "home enter"


SCENES = [
    lobby, people, notice, called, continuing, lobby_of_a_guest, terms, waiting, word, table, other_to_play,
    opponent_gone, opponent_slow, claimed, looking_on, next_round_looked_on, proof, salute, showdown,
    match_over, history, own_keys, settings, alerts, announcement,
]  # fmt: skip


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_picture_is_as_it_was(
    scene: Callable[[Hall], tuple[HallApp, str]],
    size: tuple[int, int],
    hall: Hall,
    same_picture: SamePicture,
) -> None:
    assert same_picture(*scene(hall), size)

"""Resuming matches against bots: levels return, external bots only with consent."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from tui.harness import Player, playing
from tui.rivals import Scripted, Seated, actions, against, duel
from tui.states import NEAR, play, staged

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Action, Match, RoundView, Seat
from engine.en_garde.bots import LEVELS
from engine.en_garde.game import GAME as EN_GARDE
from engine.record import Record

# Levels, and their chance


async def test_a_level_resumes_its_seat(store: Store) -> None:
    """Without asking: it is part of the program."""
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.press("q", "m", "c")
        assert player.screen_name == "TableScreen"
        await player.play("-3")
        assert len(player.held.round.actions) == 6


@pytest.mark.by_day(1)
@pytest.mark.parametrize("level", reversed(LEVELS))
def test_a_seeded_bot_answers_the_same_after_any_number_of_resumes(level: str, store: Store) -> None:
    """The random sequence continues too."""
    ends = []
    for leaves in (False, True):
        table = against(Match.new(PRESETS["ferti-advanced"], ("Anna", "Rival"), target=1, seed=3), level)
        table.save_with(store.begin)
        (id, *_) = store.ids()
        while (view := table.view(Seat.LEFT)).winner is None and view.number < 9:
            if table.turn is None:
                table.next_round()
            else:
                table.play(table.ask_bot() if table.waits_for_bot else view.round.legal[0])
            if leaves:
                table.close()
                record, journal = store.resume(id)
                players = Players.recorded(EN_GARDE, record.match.names, record.others)
                table = LiveMatch(record.match, journal, players, record.others)
        ends.append(table._match)
        assert store.record(id).match == table._match
    assert ends[0] == ends[1]


def test_an_external_bot_cannot_infer_the_deck_from_its_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It could try seeds until one fits; our own levels do not."""
    drawn: list[int] = []

    class Drawing(Scripted):
        def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
            drawn.append(source.getrandbits(64))
            return view.legal[0]

    monkeypatch.setattr("engarde_tui.play.players.bot_named", lambda game, name: Drawing())
    match = Match.new(PRESETS["ferti-advanced"], ("Rival", "Bruno"), seed=3)
    for level in ("novice", "novice", "some command", "some command"):
        against(match, level, Seat.LEFT).ask_bot()
    level, again, program, program_again = drawn
    assert level == again
    assert len({level, program, program_again}) == 3


# Programs


@pytest.fixture
def begun_with_a_program(store: Store) -> Match:
    """Store a match against an external bot that is to act."""
    match = staged(script=f"{NEAR} -3", left="13345", right="11224", names=("Anna", "Rival"))
    store.begin(match, (("Right-Bot", "cat --level 3"),))
    return match


@asynccontextmanager
async def resumed(store: Store, from_the_command: bool) -> AsyncIterator[Player]:
    """Where the newest match is continued, from the menu or by `engarde resume`."""
    async with playing(store.resume(1) if from_the_command else None, store=store) as player:
        if not from_the_command:
            await player.press("c")
        yield player


@pytest.mark.parametrize("from_the_command", [False, True], ids=["from the menu", "from the command"])
async def test_an_external_bot_is_run_only_with_consent(
    from_the_command: bool, store: Store, begun_with_a_program: Match, seated: Seated
) -> None:
    """The match may be somebody else's, with any command: it is shown, and only y runs it."""
    rival = seated("-1")
    async with resumed(store, from_the_command) as player:
        assert player.question == "Run this program?"
        assert "Run this program? One of the players is a program: cat --level 3" in player.dialog
        await player.press("space", "r", "up", "down")
        assert player.question == "Run this program?"
        assert not rival.seen
        await player.press("y")
        assert player.held == play(begun_with_a_program, "-1")
        assert player.table.session.client.alone is Seat.LEFT


async def test_enter_does_not_run_an_external_bot(
    store: Store, begun_with_a_program: Match, seated: Seated
) -> None:
    """It may be typed ahead: the first answer cancels."""
    rival = seated("-1")
    async with resumed(store, from_the_command=False) as player:
        await player.press("enter")
        assert player.screen_name == "MenuScreen"
        assert not rival.seen
        assert store.resume(1).record.match == begun_with_a_program


@pytest.mark.by_day(1)
@pytest.mark.parametrize("from_the_command", [False, True], ids=["from the menu", "from the command"])
async def test_a_person_can_replace_an_external_bot(
    from_the_command: bool, store: Store, begun_with_a_program: Match, seated: Seated
) -> None:
    """Behind the curtain, as between two people; the record still names the bot."""
    rival = seated("-1")
    async with resumed(store, from_the_command) as player:
        await player.press("p")
        assert player.held == begun_with_a_program
        assert "Rival, take the keyboard." in player.text
        assert "Anna, please look away." in player.text
        await player.play("-2")
        assert "Anna, take the keyboard." in player.text
        assert not rival.seen
    assert store.record(1).match == play(begun_with_a_program, "-2")
    assert store.record(1).others == (("Right-Bot", "cat --level 3"),)


@pytest.mark.parametrize("from_the_command", [False, True], ids=["from the menu", "from the command"])
async def test_refusing_an_external_bot_returns_to_the_menu(
    from_the_command: bool, store: Store, begun_with_a_program: Match, seated: Seated
) -> None:
    """The match is as it was, and can be opened again."""
    rival = seated()
    async with resumed(store, from_the_command) as player:
        await player.press("escape" if from_the_command else "n")
        assert player.screen_name == "MenuScreen"
        assert len(player.app.screen_stack) == 2
        await player.press("c")
        assert player.question == "Run this program?"
    assert not rival.seen
    assert store.record(1).match == begun_with_a_program


async def test_the_whole_command_of_an_external_bot_is_shown_before_it_runs(store: Store) -> None:
    """With the keys that answer, in the smallest window, however long it may be."""
    command = "true "
    command += "x " * ((200 - len(command) - len("the end")) // 2) + "the end"
    assert len(command) == 200
    store.add(Record(staged(), store.now().astimezone(), (("Right-Bot", command),)))
    async with playing(store=store) as player:
        await player.press("c")
        assert player.question == "Run this program?"
        assert command in player.dialog
        for key in ("Run it", "Let a human play", "Cancel"):
            assert key in player.dialog


CANNOT_PLAY = {
    "two programs": (("Left-Bot", "cat one"), ("Right-Bot", "cat two")),
    "a command too long to be shown": (("Right-Bot", f"true {'x ' * 800}; the end"),),
    "an empty command": (("Right-Bot", ""),),
    "an open quote": (("Right-Bot", "'"),),
}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("others", CANNOT_PLAY.values(), ids=CANNOT_PLAY)
async def test_bots_of_a_record_that_cannot_play_are_reported_and_not_run(
    others: tuple[tuple[str, str], ...], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It continues as a match between two people."""
    asked: list[str] = []
    monkeypatch.setattr("engarde_tui.play.players.bot_named", asked.append)
    store.add(Record(staged(), store.now().astimezone(), others))
    async with playing(store=store) as player:
        await player.press("c")
        assert player.screen_name == "TableScreen"
        assert "take the keyboard" in player.text
        absent = ", ".join(command for _, command in others)[:60]
        assert player.notice == f"The bot {absent!r} cannot play here: a human takes its place."
        assert player.live_match.people == tuple(Seat)
        await player.play("+1")
        assert actions(player) == "+1"
    assert not asked

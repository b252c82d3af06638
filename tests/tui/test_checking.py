"""Stored matches that are checked before one is saved: the screen stays alive, and damage is told."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from bouts import NOON
from bouts import stored as bout_stored
from settling import LONGEST
from store.flips import damage
from textual import events
from tui.harness import LARGE, playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, states, stored
from tui.states import NEAR, play, staged

from engarde_tui.storage import checks
from engarde_tui.storage.sqlite import DatabaseFile
from engarde_tui.storage.store import Store

BEFORE = staged(script=NEAR, left="33345")
*_, WON = states(SCRIPTS[0])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with matches that were won and one in play, the one played last."""
    with closing(Store(tmp_path)) as store:
        for _ in range(8):
            begun(store, WON)
        begun(store, BEFORE)
    return Store(tmp_path)


@pytest.fixture
async def may_end(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[threading.Event]:
    """Take every file for a large one, whose check ends when the test lets it."""
    may_end, check = threading.Event(), DatabaseFile.check

    def slow(database: DatabaseFile) -> None:
        assert threading.current_thread() is not threading.main_thread() or may_end.is_set()
        may_end.wait()
        check(database)

    monkeypatch.setattr(checks, "_LARGE", 0)
    monkeypatch.setattr(DatabaseFile, "check", slow)
    yield may_end
    may_end.set()


async def test_the_screen_stays_alive_until_a_match_can_begin(store: Store, may_end: threading.Event) -> None:
    """It follows the window, and what is typed meanwhile is for the table."""
    async with playing(store=store, waits_for_bots=False) as player:
        await player.press("n", "enter")
        assert player.screen_name == "SetupScreen"
        await player.resize(*LARGE)
        assert len(player.rows) == LARGE[1]
        assert player.screen_name == "SetupScreen"
        player.app.post_message(events.Key("question_mark", "?"))
        may_end.set()
        await player.wait_for_bots()
        assert player.screen_name == "HelpScreen"
        await player.press("escape")
        assert player.screen_name == "TableScreen"
        assert stored(store) == player.held


async def test_whoever_leaves_the_screen_meanwhile_begins_nothing(
    store: Store, may_end: threading.Event
) -> None:
    before = store.ids()
    async with playing(store=store, waits_for_bots=False) as player:
        await player.press("n", "enter", "escape")
        assert player.screen_name == "MenuScreen"
        may_end.set()
        await player.wait_for_bots()
        assert player.screen_name == "MenuScreen"
    assert store.ids() == before


@pytest.mark.by_day(1)
@pytest.mark.parametrize("keys", [("c",), ("m", "enter")], ids=["menu", "history"])
async def test_a_match_is_continued_once_the_others_are_checked(
    store: Store, may_end: threading.Event, keys: tuple[str, ...]
) -> None:
    async with playing(store=store, waits_for_bots=False) as player:
        await player.press(*keys)
        assert player.screen_name in ("MenuScreen", "HistoryScreen")
        may_end.set()
        await player.wait_for_bots()
        assert player.screen_name == "TableScreen"
        assert player.held == BEFORE


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_the_screen_can_be_left_whatever_has_been_typed_meanwhile(
    store: Store, may_end: threading.Event, key: str
) -> None:
    async with playing(store=store, waits_for_bots=False) as player:
        await player.press("n", "enter")
        for typed in ("x", "q", "enter"):
            player.app.post_message(events.Key(typed, None))
        player.app.post_message(events.Key(key, None))
        async with asyncio.timeout(LONGEST):
            while player.app.has_input:
                await asyncio.sleep(0.01)
        await player.settle()
        assert player.has_ended if key == "ctrl+c" else player.screen_name == "MenuScreen"


async def test_a_bout_begun_in_another_window_meanwhile_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if all is checked twice, since others have played there during the first check."""
    monkeypatch.setattr(checks, "_LARGE", 0)
    with closing(Store(tmp_path)) as store:
        begun(store, WON)
    (tmp_path / "matches.checked").unlink()
    mine, *others = (Store(tmp_path, now=lambda: NOON) for _ in range(3))
    check = mine.check

    def check_first() -> None:
        check()
        monkeypatch.setattr(mine, "check", check_again)
        begun(others[0], WON)

    def check_again() -> None:
        check()
        bout_stored(others[1], until_over=False)

    monkeypatch.setattr(mine, "check", check_first)
    async with playing(store=mine) as player:
        await player.press("d", "enter")
        assert len(mine.ids()) == 3
        assert player.screen_name == "DailyScreen"
        assert player.notice == "! You have begun this bout in another window: there is one try."


async def test_a_match_is_deleted_once_the_others_are_checked(store: Store, may_end: threading.Event) -> None:
    async with playing(store=store, waits_for_bots=False) as player:
        await player.press("m", "d", "y")
        assert "Matches: 9 of 9" in player.text
        may_end.set()
        await player.wait_for_bots()
        assert "Matches: 8 of 8" in player.text


async def test_the_command_play_begins_at_once_when_the_others_are_checked(
    store: Store, may_end: threading.Event
) -> None:
    async with playing(BEFORE, store=store, waits_for_bots=False) as player:
        assert player.screen_name == "Floor"
        may_end.set()
        await player.wait_for_bots()
        assert player.screen_name == "TableScreen"
        assert stored(store) == BEFORE


@pytest.mark.parametrize("is_large", [False, True], ids=["small", "large"])
async def test_damage_is_told_when_a_match_begins(
    store: Store, is_large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_large:
        monkeypatch.setattr(checks, "_LARGE", 0)
    before = damage(store.path)
    async with playing(BEFORE, store=store) as player:
        assert player.question == "The match cannot be saved"
        assert "matches.dbisdamaged(" in "".join(player.dialog.split())
        await player.press("w")
        assert player.screen_name == "TableScreen"
    assert store.path.read_bytes() == before


@pytest.mark.slow
async def test_a_match_from_a_damaged_file_goes_on_without_saving(store: Store) -> None:
    before = damage(store.path)
    async with playing(store=store) as player:
        await player.press("c", "space")
        assert player.screen_name == "TableScreen"
        await player.play("-3")
        assert player.question == "The match cannot be saved"
        assert player.held == BEFORE
        await player.press("w")
        assert player.held == play(BEFORE, "-3")
    assert store.path.read_bytes() == before


async def test_nothing_is_deleted_from_a_damaged_file(store: Store) -> None:
    before = damage(store.path)
    async with playing(store=store) as player:
        await player.press("m", "d", "y")
        assert "matches.db is damaged (" in player.notice
        assert "Matches: 9 of 9" in player.text
    assert store.path.read_bytes() == before

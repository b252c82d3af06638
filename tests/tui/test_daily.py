"""The daily bout from the menu: one try, its card, and what the statistics say."""

from pathlib import Path
from typing import Any

import pytest
from bouts import BOUT, DAY, NOON, stored
from tui.harness import LARGE, NAMED, SMALLEST, playing
from tui.pictures import SamePicture
from tui.states import NEAR, staged

from engarde_tui.app import EngardeApp
from engarde_tui.play.day import Bout
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.presentation import full_title
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.storage.journal import Journal
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS
from engine.en_garde.game import GAME

BASIC = PRESETS["abacus-basic"]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path, now=lambda: NOON)


async def test_a_bout_is_begun_once_and_continued(store: Store) -> None:
    """There is no key for a hint, and none to take anything back."""
    async with playing(store=store) as player:
        await player.press("d")
        assert "to play" in player.text
        await player.press("enter")
        assert "daily bout 2026-11-23" in player.text
        assert "hint" not in player.keys
        await player.press("i")
        assert player.notice == "! A daily bout is played without hints and without undo."
        await player.press("u")
        assert player.notice == "! A daily bout is played without hints and without undo."
        hand = player.hand
        await player.press("down", "enter")
        assert "pace" in player.keys
        assert "undo  " not in player.keys.replace("unpick", "")
        played = player.held
        await player.press("q", "m", "d")
        assert "0 : 0, round 1: to continue" in player.text
        await player.press("enter")
        assert player.held.rounds == played.rounds
        assert hand != ()
    assert len(store.ids()) == 1


async def test_a_bout_begun_in_another_window_at_the_same_moment_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After this window has seen that there is no try, and before it begins one."""
    async with playing(store=store) as player:
        await player.press("d")
        begin = Store.begin

        def begin_later(self: Store, *what: Any) -> Journal:
            monkeypatch.undo()
            stored(Store(store.folder), until_over=False)
            return begin(self, *what)

        monkeypatch.setattr(Store, "begin", begin_later)
        await player.press("enter")
        assert player.screen_name == "DailyScreen"
        assert player.notice == "! You have begun this bout in another window: there is one try."
        assert "0 : 1, round 2: to continue" in player.text or "1 : 0, round 2: to continue" in player.text
        assert len(store.ids()) == 1


async def test_a_finished_bout_shows_its_card_again_and_copies_it(store: Store) -> None:
    """Also if it is asked for by the command."""
    stored(store)
    async with playing(BOUT, store=store) as player:
        assert player.screen_name == "DailyScreen"
        assert "won 3 : 0" in player.text
        card = ["En Garde daily 2026-11-23, Ferti advanced", "Won 3 : 0  ◆●◆", "22 actions, streak 1 day"]
        for line in card:
            assert f"│ {line} " in player.text
        assert "enter play" not in player.keys
        await player.press("enter", "y")
        assert player.app.clipboard == "\n".join(card)
        assert " copied; " in player.text
        await player.press("w")
        assert player.screen_name == "ReplayScreen"


async def test_the_card_of_a_bout_left_open_over_midnight_leads_to_the_next_day_s(store: Store) -> None:
    stored(store)
    async with playing(store=store) as player:
        await player.press("d")
        assert "daily bout of 2026-11-23" in player.text.lower()
        store.now = lambda: NOON.replace(day=24)
        await player.press("enter")
        assert player.notice == "! A new day has begun: these are its bouts."
        assert "daily bout of 2026-11-24" in player.text.lower()
        await player.press("enter")
        assert "daily bout 2026-11-24" in player.text


async def test_one_bout_is_in_sight_and_says_before_it_starts_what_it_is(store: Store) -> None:
    """From the menu and by the command; others are there once they are asked for, or begun."""
    rules = [BOUT.rules, *PRESETS.values()]
    for start, shown in ((None, [BOUT.rules]), (BOUT, [BOUT.rules]), (BOUT._replace(rules=BASIC), [BASIC])):
        async with playing(start, store=store) as player:
            if start is None:
                assert " One try a day against the master, no hints " in player.text
                await player.press("d")
            assert player.screen_name == "DailyScreen"
            titles = {full_title(each) for each in rules if full_title(each) in player.text}
            assert titles == {*map(full_title, shown)}
            assert "One match against the master, first to 3." in player.dialog
            assert "You have one try, without hints or undo." in player.dialog
            assert store.ids() == []
    stored(store, BOUT._replace(rules=BASIC), until_over=False)
    async with playing(BOUT, store=store) as player:
        assert full_title(BASIC) in player.text


async def test_another_day_and_other_rules_have_their_own_bouts(store: Store) -> None:
    stored(store)
    store.now = lambda: NOON.replace(day=24)
    async with playing(Bout(DAY, BASIC), store=store) as player:
        await player.press("enter")
        assert "daily bout 2026-11-24" in player.text
        assert player.view.round.rules == BASIC


@pytest.mark.slow
async def test_the_end_of_a_bout_shows_the_card_and_the_statistics_its_streak(store: Store) -> None:
    stored(store)
    stored(store, BOUT._replace(day=DAY.replace(day=22)))
    async with playing(store=store) as player:
        await player.resize(*LARGE)
        await player.press("m", "s")
        rows = [" ".join(row.strip("│ ").split()) for row in player.rows]
        assert any("Current streak 2" in row for row in rows), player.text
        store.now = lambda: NOON.replace(day=25)
        await player.press("down", "up")
        rows = [" ".join(row.strip("│ ").split()) for row in player.rows]
        assert any("Current streak 0" in row for row in rows), player.text


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["80x24", "120x40"])
def test_picture_of_the_bouts(size: tuple[int, int], store: Store, same_picture: SamePicture) -> None:
    """One is over, one begun."""
    stored(store)
    stored(store, BOUT._replace(rules=PRESETS["abacus-basic"]), until_over=False)
    app = EngardeApp(None, store, keeper=SettingsKeeper(NAMED), no_motion=True)
    keys = "d" if size == SMALLEST else "d up"
    assert same_picture(app, keys, size)


def test_picture_of_the_end_of_a_bout(same_picture: SamePicture) -> None:
    """The card stands where the rounds of other matches are."""
    names = ("Anna", "Master")
    match = staged("abacus-basic", NEAR, left="11233", names=names, target=3, score=(2, 1))
    others = (("Right-Bot", "master"), ("Daily", f"{DAY}"))
    app = EngardeApp(
        LiveMatch(match, players=Players(GAME, names, (None, "master")), others=others), no_motion=True
    )
    assert same_picture(app, "a enter space")

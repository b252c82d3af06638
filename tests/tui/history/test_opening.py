"""Matches opened from the history, to watch and to continue."""

from pathlib import Path

import pytest
from textual import events
from textual.widgets import OptionList
from tui.harness import playing
from tui.history.listed import lines
from tui.shelf import begun
from tui.states import NEAR, staged

from engarde_tui.storage.store import Store


async def test_enter_watches_a_finished_match_and_escape_comes_back(store: Store) -> None:
    """To the same line."""
    async with playing(store=store) as player:
        await player.press("m", "end", "up", "enter")
        assert player.screen_name == "ReplayScreen"
        assert "Bruno" in player.text
        await player.press("escape")
        assert player.screen_name == "HistoryScreen"
        marked = player.screen.query_one(OptionList).highlighted_option
        assert marked is not None
        assert marked.prompt == lines(player)[-2]


async def test_enter_continues_an_unfinished_match(store: Store) -> None:
    """Behind the curtain."""
    async with playing(store=store) as player:
        await player.press("m", "enter")
        assert player.screen_name == "TableScreen"
        assert "space lifts the curtain" in player.text
        assert player.held == store.record(9).match


async def test_of_an_unfinished_match_only_finished_rounds_are_watched(store: Store) -> None:
    """The hands of the round being played stay hidden; without a finished round there is nothing to see."""
    begun(store, staged(script=NEAR))
    async with playing(store=store) as player:
        await player.press("m", "w")
        assert player.screen_name == "HistoryScreen"
        assert "there is nothing to watch" in player.notice
        assert player.bells == 1
        await player.press("down", "w", "end")
        assert player.screen_name == "ReplayScreen"
        assert "round 1 of 1" in player.text


@pytest.mark.slow
async def test_a_click_marks_a_match_and_a_second_one_opens_it(store: Store) -> None:
    """The mouse can choose what to export or to delete."""
    async with playing(store=store) as player:
        await player.press("m")
        await player.click_on(OptionList, "03-08")
        assert player.screen_name == "HistoryScreen"
        assert " Match 8 " in player.text
        await player.click_on(OptionList, "03-08")
        assert player.screen_name == "ReplayScreen"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("key", ["d", "e", "i"])
async def test_enter_typed_ahead_of_a_question_opens_no_match(
    store: Store, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to the question."""
    monkeypatch.chdir(tmp_path)
    async with playing(store=store) as player:
        await player.press("m")
        for name in (key, "enter"):
            player.app.post_message(events.Key(name, name if len(name) == 1 else None))
        await player.settle()
        assert player.screen_name != "ReplayScreen"
        assert len(store.ids()) == 10


async def test_page_keys_typed_ahead_of_the_list_do_nothing(store: Store) -> None:
    """Textual fails on them before the list has been laid out."""
    async with playing(store=store) as player:
        for key in ("m", "pagedown", "pageup"):
            player.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await player.settle()
        assert player.screen_name == "HistoryScreen"
        assert len(lines(player)) == 10

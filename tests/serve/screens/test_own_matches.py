"""A member's own matches in the lobby and in the list."""

import re

import pytest
from serve.hall.visitors import TERMS, opened, own_matches
from serve.screens.guests import in_hall, settle
from serve.screens.test_lobby_board import details, marked

from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Match


@pytest.mark.slow
async def test_an_unfinished_match_against_a_bot_is_offered_first(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        left, right = opened(hall, anna.app.visitor, hall.admit("bruno", "SHA256:bruno"))
        left.leave()
        assert "Novice" not in anna.text
        await anna.press("a", "enter", "down", "enter")
        view = anna.view
        await anna.press("q", "m")
        assert re.fullmatch("Novice +Ferti advanced +0 : 0 +you", marked(anna))
        assert details(anna) == "continue anna 0 : 0 Novice, round 1: Ferti advanced, first to 5."
        assert right.is_here
        await anna.press("enter")
        assert anna.screen_name == "TableScreen"
        assert anna.view.round.hand == view.round.hand


async def test_an_abandoned_match_is_deleted_from_the_own_ones(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        for client in opened(hall, anna.app.visitor, bruno.app.visitor):
            client.leave()
        await settle(anna, bruno)
        await anna.press("m")
        assert "delete" in anna.keys
        await anna.press("d")
        assert "bruno keeps it." in anna.dialog
        await anna.press("y")
        assert "No matches yet" in anna.text
        await anna.press("escape")
        assert "Your seats" not in anna.text
        await bruno.press("home")
        assert re.fullmatch("anna +Ferti advanced +0 : 0 +anna", marked(bruno))


@pytest.mark.slow
async def test_a_match_against_the_computer_is_deleted_for_good(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("a", "enter", "q", "m")
        assert marked(anna).startswith("Novice ")
        await anna.press("m", "d")
        assert "keeps it" not in anna.dialog
        await anna.press("y", "escape")
        assert "Your seats" not in anna.text
        assert hall.store.ids() == []


async def test_a_match_that_another_window_has_deleted_can_no_more_be_deleted(hall: Hall) -> None:
    async with in_hall(hall, "anna", "anna") as windows:
        for _ in range(2):
            own_matches(hall, "anna").begin(Match.new(TERMS.rules))
        for window in windows:
            window.app.open_history()
            await window.settle()
        for window in windows:
            await window.press("d", "y")
        assert "! You have no match number 2." in windows[1].text

"""A player with two windows at one table."""

import re

import pytest
from serve.screens.guests import deal, end_match, end_round, in_hall, look_on, settle, two_windows
from textual.events import Key
from tui.states import NEAR, deck_for

from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat, parse_action


@pytest.mark.slow
async def test_no_showdown_is_skipped_in_a_second_window(hall: Hall) -> None:
    """Two rounds have ended while one window still shows the first one's."""
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        await look_on(first, bruno, second)
        await end_round(hall, first, bruno)
        await settle(second)
        await second.press("space")
        await bruno.press("space")
        table = await end_round(hall, second, bruno)
        await first.settle()
        assert not re.search(r"\bround 2\b", first.text)
        await first.press("space")
        assert first.at_showdown
        assert re.search(r"\bround 2\b", first.text)
        assert table.view is not None
        assert table.view.number == 2, "it was not this window's turn to deal"


async def test_an_action_of_two_windows_is_played_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter in both before either hears of the other: a parry, after which it is still the player's turn."""
    before = f"{NEAR} +1 A2"
    deal(monkeypatch, deck_for(before, left="2"))
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        table = await two_windows(hall, first, bruno, second)
        for word in before.split():
            table.match.open().play(parse_action(word))
        await settle(first, second, bruno)
        await first.press("2")
        await second.press("2")
        for window in (first, second):
            window.app.post_message(Key("enter", None))
        await settle(first, second, bruno)
        assert table.view is not None
        assert " ".join(str(play.action) for play in table.view.round.plays) == f"{before} P2"
        assert first.app.farewell == second.app.farewell == ""


@pytest.mark.slow
async def test_a_window_left_at_a_showdown_opens_no_match_that_is_over(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        await two_windows(hall, first, bruno, second)
        table = await end_match(hall, first, bruno)
        for player in (first, bruno):
            await player.press("r")
        await settle(first, bruno)
        assert table.rematch.successor is not None
        table.rematch.successor.match.open().give_up(Seat.RIGHT)
        await settle(first, bruno)
        for player in (first, bruno):
            await player.press("space", "m")
        await settle(first, bruno)
        await second.press("space")
        await settle(second)
        assert second.screen_name == "HallMatchEnd"
        assert "Your rematch is already over." in second.notice

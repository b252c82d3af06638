"""In the hall nobody writes files on its machine."""

import pytest
from serve.screens.guests import deal, end_round, in_hall, settle
from tui.states import deck_for

from engarde_tui.serve.hall.hall import Hall


async def test_neither_the_end_nor_the_replay_of_a_match_in_the_hall_is_written_to_a_file(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, deck_for(""))
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "tab", "tab", "tab", "backspace", "1", "enter")
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        await end_round(hall, anna, bruno)
        await anna.press("space", "e")
        assert anna.screen_name == "HallMatchEnd"
        assert "share" not in anna.keys
        await anna.press("w", "e")
        assert anna.screen_name == "ReplayScreen"
        assert "share" not in anna.keys
        await anna.press("p")
        assert anna.screen_name == "ReplayScreen", "nor is it played on"
        assert "play on" not in anna.keys

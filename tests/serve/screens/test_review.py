"""The review of a match in the hall."""

import pytest
from serve.screens.guests import deal, end_round, in_hall, settle
from tui.states import deck_for

from engarde_tui.serve.hall.hall import Hall


@pytest.mark.slow
async def test_each_player_reviews_the_match_from_their_own_side(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what they look at closes back to it, and to the result."""
    deal(monkeypatch, deck_for(""))
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "tab", "tab", "tab", "backspace", "1", "enter")
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        table = await end_round(hall, anna, bruno)
        assert table.is_over
        names = table.seats.names
        for player in (anna, bruno):
            await player.press("space", "c")
            assert player.screen_name == "ReviewScreen"
            assert f"Won by {player.app.visitor.name}" in player.text
            assert all(f"{name}'s choices" in player.text for name in names)
            await player.press("q")
            assert player.screen_name == "HallMatchEnd"

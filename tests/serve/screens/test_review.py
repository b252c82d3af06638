"""The review of a match in the hall."""

from serve.screens.guests import end_round, in_hall, settle

from engarde_tui.serve.hall.hall import Hall


async def test_each_player_reviews_the_match_from_their_own_side(hall: Hall) -> None:
    """And what they look at closes back to it, and to the result."""
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
            assert player.screen_name == "HallMatchOverScreen"

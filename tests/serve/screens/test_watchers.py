"""Who watches a table is told to everybody there."""

import pytest
from serve.screens.guests import in_hall, look_on, settle

from engarde_tui.serve.hall.hall import Hall


async def test_players_and_watchers_see_who_watches_until_they_have_left(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        await settle(anna, bruno, carla)
        for player in (anna, bruno):
            assert "Watching: carla" in player.text
        assert "Watching" not in carla.text, "alone"
        await carla.press("m")
        await settle(anna, bruno, carla)
        for player in (anna, bruno):
            assert "Watching" not in player.text


@pytest.mark.slow
async def test_of_many_watchers_the_last_are_counted(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await look_on(anna, bruno, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        watchers = [hall.admit(f"watcher{number}", None) for number in range(20)]
        for watcher in watchers:
            table.sit(watcher)
        await settle(anna, bruno)
        assert "Watching: ~watcher0, ~watcher1" in anna.text
        assert " more" in anna.text

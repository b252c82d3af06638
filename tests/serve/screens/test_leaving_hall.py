"""Leaving the hall: who leaves a seat behind at which somebody may wait is asked first."""

from dataclasses import replace

import pytest
from serve.screens.guests import TERMS, Guest, end_match, in_hall, look_on, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.time_limits import DAY, TimeLimit
from engine.en_garde import Seat

ASKED = "Leave the hall?"
STAYS = ["n", "escape", "q"]


async def check_answers(player: Guest, *leaving: str) -> None:
    """Check that these keys ask, that one stays until the answer is yes, and that one has left then."""
    where, before = player.screen_name, player.text
    for key in STAYS:
        await player.press(*leaving)
        assert player.question == ASKED
        await player.press(key)
        assert (player.screen_name, player.text) == (where, before)
        assert not player.has_ended
    await player.press(*leaving, "y")
    assert player.has_ended


@pytest.mark.by_day(1)
@pytest.mark.parametrize("keys", ["", "m"], ids=["at the table", "in the lobby"])
async def test_who_has_a_table_that_waits_is_asked(hall: Hall, keys: str) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", "enter", *keys)
        await anna.press("q")
        assert "Leave the hall? Your table is waiting for an opponent." in anna.dialog
        await anna.press("n")
        await check_answers(anna, "q")
    (table,) = hall.own_tables(hall.admit("anna", "SHA256:anna"))
    assert table.waits, "the table of a member waits on"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("seconds", "wait"), [(180, "3 minutes"), (20, "20 seconds"), (90, "90 seconds")])
async def test_who_has_an_unfinished_match_is_asked_and_told_that_it_can_be_claimed(
    hall: Hall, seconds: float, wait: str
) -> None:
    hall.absence = seconds
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("q", "m", "q")
        assert (
            f"Leave the hall? Your seat against bruno is kept, but an opponent who waits {wait}"
            " for your move can claim the match." in anna.dialog
        )
        await anna.press("n")
        await check_answers(anna, "q")
    (table,) = hall.own_tables(hall.admit("anna", "SHA256:anna"))
    assert not table.is_over, "the seat is kept"


@pytest.mark.slow
async def test_who_leaves_is_warned_of_the_match_that_somebody_waits_to_claim(hall: Hall) -> None:
    """Not of the one that ends sooner by a time limit: nobody can claim that."""
    days = replace(TERMS, time_limit=TimeLimit(3 * DAY, is_per_action=True))
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await anna.press("q", "m")
        await sit_down(anna, carla, days)
        await anna.press("q", "m", "q")
        assert "Your seat against bruno is kept, but an opponent who waits" in anna.dialog


@pytest.mark.by_day(1)
@pytest.mark.parametrize("leaving", ["q", "ctrl+c", "end enter"])
async def test_every_way_out_of_the_lobby_asks(hall: Hall, leaving: str) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", "enter", "m", "end")
        await check_answers(anna, *leaving.split())


@pytest.mark.slow
async def test_who_has_finished_one_match_and_not_everything_is_asked(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        hall.create(anna.app.visitor, TERMS, Seat.LEFT)
        await anna.settle()
        await check_answers(anna, "q")


@pytest.mark.parametrize("leaving", ["q", "ctrl+c", "end enter"])
async def test_who_leaves_no_seat_behind_is_not_asked(hall: Hall, leaving: str) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press(*leaving.split())
        assert anna.has_ended


async def test_who_has_withdrawn_the_own_table_is_not_asked(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", "enter", "x")
        assert anna.screen_name == "LobbyScreen"
        await anna.press("q")
        assert anna.has_ended


@pytest.mark.by_day(1)
@pytest.mark.parametrize("keys", ["", "m"], ids=["at the result", "in the lobby"])
async def test_who_has_finished_the_match_is_not_asked_though_the_other_wants_a_rematch(
    hall: Hall, keys: str
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        await anna.press(*keys)
        await bruno.press("r")
        await settle(anna, bruno)
        await anna.press("q")
        assert anna.has_ended


@pytest.mark.slow
async def test_who_has_only_watched_is_not_asked(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        await carla.press("q", "m")
        assert carla.screen_name == "LobbyScreen"
        await carla.press("q")
        assert carla.has_ended


async def test_who_has_answered_at_the_table_is_not_asked_again(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("q")
        assert anna.question == "Leave this match?"
        await anna.press("y")
        assert anna.has_ended

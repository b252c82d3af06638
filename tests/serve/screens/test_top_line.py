"""A line over every screen: what the operator says, and that the hall closes."""

from collections.abc import Iterator

import pytest
from serve.screens.guests import TERMS, Guest, end_match, in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat

SAID = "The operator of the hall: the hall moves house tonight"


def shown(player: Guest) -> str:
    """The rows at the top that the line covers."""
    return "\n".join(player.rows[:2])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_an_announcement_is_on_every_screen_and_takes_no_key_and_no_room(
    hall: Hall, size: tuple[int, int]
) -> None:
    async with in_hall(hall, "anna", "bruno", "~carla", size=size) as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await carla.press("j")
        before = [player.rows[3:] for player in (anna, bruno, carla)]
        bells = [player.bells for player in (anna, bruno, carla)]
        hall.announce(SAID)
        await settle(anna, bruno, carla)
        for player in (anna, bruno, carla):
            assert f"! {SAID}" in shown(player)
        assert [player.rows[3:] for player in (anna, bruno, carla)] == before
        assert [player.bells for player in (anna, bruno, carla)] == [number + 1 for number in bells]
        await carla.write("zzz")
        assert "zzz" in carla.text
        await anna.press("?")
        assert f"! {SAID}" in shown(anna), "also on a page that is opened later"
        await anna.press("q")
        await anna.press("down")
        assert f"! {SAID}" in shown(anna), "also when the screen below it changes"


async def test_the_line_goes_after_a_while_and_gives_way_to_a_newer_one(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        before = anna.text
        hall.announce("first")
        await settle(anna)
        hall.announce("second")
        await settle(anna)
        assert "first" not in anna.text
        assert "! second" in shown(anna)
        anna.app.hide_line("first")
        await settle(anna)
        assert "! second" in shown(anna)
        anna.app.hide_line("second")
        await settle(anna)
        assert anna.text == before


@pytest.mark.parametrize("said", ["The hall moves.", f"{SAID}, and this needs one more row than most"])
async def test_an_announcement_and_a_call_do_not_cover_each_other(hall: Hall, said: str) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("q", "m")
        await settle(anna, bruno)
        call = anna.rows[0]
        assert "bruno is waiting for your move" in call
        hall.announce(said)
        await settle(anna)
        rows = 1 if len(said) < 77 else 2
        announced = " ".join("".join(anna.rows[:rows]).split())
        assert announced == f"! {said}"
        assert anna.rows[rows] == call
        await anna.press("?")
        assert anna.rows[rows] == call, "also on a page that is opened later"
        await anna.press("q")
        if rows == 1:
            anna.app.hide_line(said)
            await settle(anna)
            assert anna.rows[0] == call
        else:
            await anna.click(10, 0)
            assert anna.screen_name == "LobbyScreen", "an announcement leads nowhere"
            await anna.click(10, rows)
            await settle(anna, bruno)
            assert anna.screen_name == "HallSession"
            assert "is waiting for your move" not in anna.text
            assert f"! {said[:30]}" in anna.rows[0]


@pytest.fixture
def closing(hall: Hall) -> Iterator[Hall]:
    """A hall that opens no new tables."""
    hall.closing = "The hall closes in 5 minutes: there are no new tables."
    yield hall
    hall.closing = ""


async def test_who_comes_to_a_hall_that_closes_is_told_and_opens_no_table(closing: Hall) -> None:
    async with in_hall(closing, "anna") as (anna,):
        assert "! The hall closes in 5 minutes: there are no new tables." in shown(anna)
        await anna.press("n", "enter")
        assert anna.notice == "! The hall closes in 5 minutes: there are no new tables."


async def test_there_is_no_rematch_in_a_hall_that_closes(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        hall.closing = "The hall closes."
        await anna.press("r")
        await settle(anna, bruno)
        await bruno.press("r")
        await settle(anna, bruno)
        assert "! The hall closes." in bruno.text
        assert len(hall.tables) == 1


async def test_a_seat_that_is_free_already_can_still_be_taken(hall: Hall) -> None:
    table = hall.create(hall.admit("anna", "SHA256:anna"), TERMS, Seat.LEFT)
    hall.closing = "The hall closes."
    hall.join(hall.admit("bruno", "SHA256:bruno"), table.code)
    assert not table.waits

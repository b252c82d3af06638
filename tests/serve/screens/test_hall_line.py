"""A line over every screen: what the operator says, and that the hall closes."""

import re
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from serve.screens.guests import TERMS, Guest, end_match, in_hall, settle, sit_down
from tui.harness import SMALLEST

from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat
from engine.message import Message, message

SAID = "The operator of the hall: the hall moves house tonight"


READ = " ctrl+n: read it"
"""What follows an announcement that is cut."""


def is_cut(shown: str, whole: str) -> bool:
    """Whether a text is shown as far as there is room, with a sign for the rest."""
    shown = shown.removesuffix(READ)
    return shown.endswith("…") and len(shown) > 1 and whole.startswith(shown[:-1])


async def called(anna: Guest, bruno: Guest) -> str:
    """Let anna go to the lobby on her move; return what the line says then."""
    await sit_down(anna, bruno)
    await anna.press("q", "m")
    await settle(anna, bruno)
    return anna.line


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_an_announcement_is_on_every_screen_and_takes_no_key_and_no_room(
    hall: Hall, size: tuple[int, int]
) -> None:
    """It lies over the last row, and over no other; at the table only keys change their rows."""
    async with in_hall(hall, "anna", "bruno", "~carla", size=size) as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await carla.press("j")
        before = [player.rows[:-2] for player in (anna, bruno, carla)]
        bells = [player.bells for player in (anna, bruno, carla)]
        hall.notices.announce(Message(SAID))
        await settle(anna, bruno, carla)
        for player in (anna, bruno, carla):
            assert player.line == f"! {SAID}"
        assert [player.rows[:-2] for player in (anna, bruno, carla)] == before
        assert [player.bells for player in (anna, bruno, carla)] == [number + 1 for number in bells]
        await carla.write("zzz")
        assert "zzz" in carla.text
        await anna.press("?")
        assert anna.line == f"! {SAID}", "also on a page that is opened later"
        await anna.press("q")
        await anna.press("down")
        assert anna.line == f"! {SAID}", "also when the screen below it changes"


async def test_keys_in_two_rows_stand_above_the_line_the_way_to_all_of_them_too(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        before = anna.keys
        assert "q quit" not in anna.rows[-2]
        hall.notices.announce(Message(SAID))
        await settle(anna, bruno)
        assert anna.line == f"! {SAID}"
        for key in ("1-5 card", "enter play", "? help", "q quit"):
            assert key in anna.rows[-2], "above the line"
        anna.app.hide_line(SAID)
        await settle(anna)
        assert anna.keys == before
        await anna.press("q", "m", "a", "enter")
        assert "ctrl+g: bruno is waiting" in anna.line
        for key in ("1-5 card", "enter play", "? help", "q quit"):
            assert key in anna.rows[-2], "also where the line was there first"


async def test_the_line_goes_after_a_while_and_gives_way_to_a_newer_one(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("s")
        before = anna.text
        hall.notices.announce(Message("first"))
        await settle(anna)
        hall.notices.announce(Message("second"))
        await settle(anna)
        assert "first" not in anna.text
        assert anna.line == "! second"
        anna.app.hide_line("first")
        await settle(anna)
        assert anna.line == "! second"
        anna.app.hide_line("second")
        await settle(anna)
        assert anna.text == before


@pytest.mark.by_day(2)
@pytest.mark.parametrize("said", ["the hall moves house tonight " * 9, "この会館は今夜引っ越します" * 9])
@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40)], ids=str)
async def test_words_too_long_for_the_line_are_cut_and_take_no_second_row(
    hall: Hall, size: tuple[int, int], said: str
) -> None:
    async with in_hall(hall, "anna", size=size) as (anna,):
        await anna.press("s")
        before = anna.rows[:-1]
        hall.notices.announce(Message(said))
        await settle(anna)
        assert is_cut(anna.line, f"! {said}")
        assert anna.line.endswith(READ) is (size >= SMALLEST), "the page would not fit a smaller window"
        assert cell_len(anna.line) >= size[0] - 5, "no room is left unused"
        assert cell_len(anna.rows[-1]) == size[0]
        assert anna.rows[:-1] == before


@pytest.mark.slow
async def test_a_call_too_long_for_the_line_is_cut_and_takes_no_second_row(hall: Hall) -> None:
    hall.absence = 180
    async with in_hall(hall, "anna", "maximilian-alex") as (anna, maximilian):
        await sit_down(anna, maximilian)
        await anna.press("q", "m", "s")
        before = anna.rows[:-1]
        await settle(anna)
        whole = "ctrl+g: maximilian-alex is waiting for your move and can claim the match in 3 minutes."
        assert is_cut(anna.line, whole)
        assert anna.rows[:-1] == before


@pytest.mark.by_day(1)
@pytest.mark.parametrize("said", [f"{SAID}, and this needs more room than is left", "The hall moves."])
async def test_an_announcement_and_a_call_share_the_line_of_which_the_call_gets_at_most_half(
    hall: Hall, said: str
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        call = await called(anna, bruno)
        assert call == "ctrl+g: bruno is waiting for your move and can claim the match now."
        await anna.press("s")
        before = anna.rows[:-1]
        hall.notices.announce(Message(said))
        await settle(anna)
        assert anna.rows[:-1] == before
        both = anna.line
        announced, calling = re.split(" {2,}", both)
        assert announced == f"! {said}" or is_cut(announced, f"! {said}")
        assert is_cut(announced, f"! {said}") is (said != "The hall moves.")
        assert is_cut(calling, call)
        assert 30 < len(calling) <= 40
        await anna.press("?")
        assert anna.line == both, "also on a page that is opened later"
        await anna.press("q")
        anna.app.hide_line(said)
        await settle(anna)
        assert anna.line == call
        hall.notices.announce(Message(said))
        await settle(anna)
        await anna.click(anna.rows[-1].index("ctrl+g"), len(anna.rows) - 1)
        await settle(anna, bruno)
        assert anna.screen_name == "HallSession"
        assert "is waiting for your move" not in anna.text
        assert anna.line == f"! {said}" or is_cut(anna.line, f"! {said}")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("is_called", [False, True], ids=["alone", "beside a call"])
async def test_a_click_on_an_announcement_shows_all_of_them(hall: Hall, is_called: bool) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        if is_called:
            await called(anna, bruno)
        hall.notices.announce(Message("The hall moves."))
        await settle(anna, bruno)
        await anna.click(anna.rows[-1].index("hall"), len(anna.rows) - 1)
        assert anna.screen_name == "AnnouncementsScreen"
        await anna.click(anna.rows[-1].index("hall"), len(anna.rows) - 1)
        await anna.press("q")
        assert anna.screen_name == "LobbyScreen", "the page is there once"


async def test_a_click_on_words_of_which_there_is_no_page_leads_nowhere(closing: Hall) -> None:
    async with in_hall(closing, "anna") as (anna,):
        before = anna.text
        await anna.click(anna.rows[-1].index("closes"), len(anna.rows) - 1)
        assert anna.text == before


@pytest.fixture
def closing(hall: Hall) -> Iterator[Hall]:
    """A hall that opens no new tables."""
    hall.closing = message("The hall closes in 5 minutes: there are no new tables.")
    yield hall
    hall.closing = None


async def test_who_comes_to_a_hall_that_closes_is_told_and_opens_no_table(closing: Hall) -> None:
    async with in_hall(closing, "anna") as (anna,):
        assert anna.line == "! The hall closes in 5 minutes: there are no new tables."
        await anna.press("n", "enter")
        assert anna.notice == "! The hall closes in 5 minutes: there are no new tables."


@pytest.mark.slow
async def test_there_is_no_rematch_in_a_hall_that_closes(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        hall.closing = message("The hall closes.")
        await anna.press("r")
        await settle(anna, bruno)
        await bruno.press("r")
        await settle(anna, bruno)
        assert "! The hall closes." in bruno.text
        assert len(hall.tables.all) == 1


async def test_a_seat_that_is_free_already_can_still_be_taken(hall: Hall) -> None:
    table = hall.create(hall.admit("anna", "SHA256:anna"), TERMS, Seat.LEFT)
    hall.closing = message("The hall closes.")
    hall.join(hall.admit("bruno", "SHA256:bruno"), table.code)
    assert not table.waits

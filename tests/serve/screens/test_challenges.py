"""A member is challenged from the form of a new table, and answers on any screen or in the lobby."""

import re

import pytest
from serve.screens.guests import TERMS, Guest, in_hall, settle, sit_down
from serve.screens.test_lobby_board import details, marked

from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat

CALL = "ctrl+g: anna challenges you: Ferti advanced, first to 5."
TO_A_MEMBER = ("n", "tab", "tab", "right", "right")
"""The keys to the form, and to *a member* there."""


async def challenge(anna: Guest, *others: Guest) -> None:
    """Let anna challenge bruno, and wait at the table."""
    await anna.press(*TO_A_MEMBER, "enter")
    await anna.write("bruno")
    await anna.press("enter")
    await settle(anna, *others)
    assert anna.screen_name == "WaitingScreen"


async def test_the_form_asks_for_the_name_and_offers_who_is_here(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "~carla") as (anna, bruno, _):
        await anna.press(*TO_A_MEMBER)
        assert "first to 5. Press enter to choose whom you challenge." in anna.dialog
        await anna.press("enter")
        assert "Which member do you challenge? Here now: bruno." in anna.dialog
        await anna.write("~carla")
        await anna.press("enter")
        assert "No member who takes challenges has the name '~carla'." in anna.dialog
        await anna.press(*["backspace"] * 6)
        await anna.write("b")
        await anna.press("right", "enter")
        await settle(anna, bruno)
        assert "Waiting for bruno" in anna.text
        assert "the seat on the right is kept for bruno." in anna.text
        assert "bruno is called, now or at the next visit; nobody else can join." in anna.dialog
        assert bruno.line == CALL
        assert bruno.bells == 1


@pytest.mark.slow
async def test_escape_and_no_name_challenge_nobody(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        for key in ("escape", "enter"):
            await anna.press(*TO_A_MEMBER, "enter")
            assert "A member who is away can answer later." in anna.dialog
            await anna.press(key)
            assert anna.screen_name == "TableTermsScreen"
            await anna.press("escape")
        assert hall.tables.all == []


async def test_guests_are_not_offered_to_challenge(hall: Hall) -> None:
    async with in_hall(hall, "~anna") as (anna,):
        await anna.press("n")
        assert "with the code" in anna.text
        assert "a member" not in anna.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("way", ["ctrl+g", "home enter"], ids=["over any screen", "in the lobby"])
async def test_who_accepts_is_at_the_table_at_once(hall: Hall, way: str) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await challenge(anna, bruno)
        await bruno.press(*way.split())
        assert "A challenge anna challenges you: Ferti advanced, first to 5." in bruno.dialog
        assert "You would sit on the right." in bruno.dialog
        await bruno.press("ctrl+g", "y")
        await settle(anna, bruno)
        for player in (anna, bruno):
            assert player.screen_name == "HallSession"
            assert "ctrl+g" not in player.text


@pytest.mark.slow
async def test_a_word_can_be_said_to_a_challenge(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await challenge(anna, bruno)
        await bruno.press("home")
        assert re.fullmatch("anna +Ferti advanced +- +answer\\?", marked(bruno))
        assert "w accepts with a word for the deal." in details(bruno)
        await bruno.press("w")
        await bruno.write("touche")
        await bruno.press("enter")
        await settle(anna, bruno)
        assert bruno.screen_name == "HallSession"
        (table,) = hall.own_tables(bruno.app.visitor)
        assert table.agreed_words == ("", "touche")


async def test_who_declines_is_called_no_more_and_the_host_reads_it_at_the_table(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await challenge(anna, bruno)
        bells = anna.bells
        await bruno.press("ctrl+g", "n")
        await settle(anna, bruno)
        assert "ctrl+g" not in bruno.text
        assert "Your seats" not in bruno.text
        assert "Your challenge is declined bruno does not want to play" in anna.dialog
        assert anna.bells == bells + 1
        await anna.press("space")
        await settle(anna)
        assert anna.screen_name == "LobbyScreen"
        assert hall.tables.all == []


@pytest.mark.slow
async def test_a_host_elsewhere_reads_of_the_decline_on_the_line_and_in_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await challenge(anna, bruno)
        await anna.press("m", "home")
        assert re.fullmatch("bruno +Ferti advanced +- +challenged", marked(anna))
        await bruno.press("ctrl+g", "n")
        await settle(anna, bruno)
        assert anna.line == "ctrl+g: bruno has declined your challenge."
        assert re.fullmatch("bruno +Ferti advanced +- +declined", marked(anna))
        await anna.press("ctrl+g")
        assert "Your challenge is declined" in anna.dialog
        await anna.press("space")
        await settle(anna)
        assert "ctrl+g" not in anna.text
        assert "Your seats" not in anna.text


@pytest.mark.slow
async def test_later_silences_the_call_for_this_visit_alone(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await challenge(anna, bruno)
        await bruno.press("ctrl+g", "escape")
        await settle(bruno)
        assert "ctrl+g" not in bruno.text
        assert "answer?" in bruno.text
        await anna.press("m", "?")
        await settle(anna, bruno)
        assert "ctrl+g" not in bruno.text
        async with in_hall(hall, "bruno") as (again,):
            assert again.line == CALL


@pytest.mark.slow
async def test_a_challenge_is_heard_at_a_table_and_leaving_that_is_asked_first(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(bruno, carla)
        await challenge(anna, bruno, carla)
        assert bruno.line == CALL
        assert "ctrl+g" not in carla.text
        await bruno.press("ctrl+g", "y")
        assert "Leave this match? Your seat is kept" in bruno.dialog
        await bruno.press("n")
        assert bruno.line == CALL
        await bruno.press("ctrl+g", "y", "y")
        await settle(anna, bruno)
        assert "anna" in bruno.rows[1]
        assert anna.screen_name == bruno.screen_name == "HallSession"


@pytest.mark.slow
async def test_a_challenge_that_is_withdrawn_while_it_is_read_says_so(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await challenge(anna, bruno)
        await bruno.press("ctrl+g")
        await anna.press("x")
        await settle(anna, bruno)
        await bruno.press("y")
        await settle(bruno)
        assert bruno.screen_name == "LobbyScreen"
        assert "! The challenge has been withdrawn." in bruno.line


@pytest.mark.slow
async def test_leaving_the_hall_asks_nothing_because_of_a_challenge_from_another(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await challenge(anna, bruno)
        assert bruno.app.before_exit is None
        assert anna.app.before_exit is not None


@pytest.mark.slow
async def test_the_page_of_the_own_keys_tells_and_changes_who_may_challenge(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await bruno.press("y")
        assert bruno.notice == "Every member can challenge bruno: c changes that."
        await bruno.press("c")
        assert bruno.notice == "Nobody can challenge bruno: c changes that."
        await anna.press(*TO_A_MEMBER, "enter")
        await anna.write("bruno")
        await anna.press("enter")
        assert "No member who takes challenges has the name 'bruno'." in anna.dialog
        await bruno.press("c")
        assert hall.challenge(anna.app.visitor, "bruno", TERMS, Seat.LEFT).challenged is not None

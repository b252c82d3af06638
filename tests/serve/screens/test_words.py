"""Saying a word for the deal."""

from dataclasses import replace

import pytest
from serve.screens.guests import TERMS, in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.visitor import Refusal
from engine.en_garde import Seat


async def test_host_and_opponent_see_the_commitment_before_they_say_a_word(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "enter", "w")
        (table,) = hall.own_tables(anna.app.visitor)
        assert table.chain.link(0) in anna.text
        await anna.press(*"raclette", "enter")
        assert anna.screen_name == "WaitingScreen"
        assert "Your word counts in the deal: raclette" in anna.text
        await settle(bruno)
        await bruno.press("home", "w")
        assert table.chain.link(0) in bruno.text
        assert "anna has said: raclette" in bruno.text
        await bruno.press(*"fondue", "enter")
        await settle(anna, bruno)
        for player, word in ((anna, "raclette"), (bruno, "fondue")):
            assert player.screen_name == "HallSession"
            assert f"Your word counts in the deal: {word}" in player.text
            await player.press("p")
            assert f"commitment {table.chain.link(0)}" in player.text
            assert "anna: raclette" in player.text
            assert "bruno: fondue" in player.text


@pytest.mark.slow
async def test_the_host_finds_and_changes_the_word(hall: Hall) -> None:
    async with in_hall(hall, "~anna") as (anna,):
        await anna.press("n", "enter", "w", *"a", "enter", "w", *"b", "enter", "w", *"c", "escape")
        assert "Your word counts in the deal: b" in anna.text
        (table,) = hall.own_tables(anna.app.visitor)
        assert table.words == ("b", "")
        await anna.press("w", "backspace", "enter")
        assert table.words == ("", "")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("key", ["j", "w"])
async def test_a_word_can_be_said_at_a_table_by_its_code(hall: Hall, key: str) -> None:
    """Also by the key that marks no table."""
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        table = hall.create(anna.app.visitor, TERMS, Seat.LEFT)
        await settle(bruno)
        await bruno.press("end", key, *table.code, "enter")
        assert table.chain.link(0) in bruno.text
        await bruno.press("escape")
        assert table.waits
        await bruno.press(key, *table.code, "enter", *"fondue", "enter")
        assert table.agreed_words == ("", "fondue")
        assert bruno.screen_name == "HallSession"


async def test_a_code_without_a_free_seat_needs_no_word(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("end", "w", *"zzzzzz", "enter")
        assert "No table has the code 'zzzzzz'." in anna.dialog


async def test_who_has_entered_too_many_codes_learns_nothing_by_a_word(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        table = hall.create(bruno.app.visitor, replace(TERMS, listed=False), Seat.LEFT)
        for number in range(19):
            with pytest.raises(Refusal):
                hall.join(anna.app.visitor, f"{number}")
        await anna.press("end", "w", *"zzzzzz", "enter")
        assert "No table has the code 'zzzzzz'." in anna.dialog, "this one is counted once"
        await anna.press(*table.code, "enter")
        assert "too many wrong codes" in anna.dialog.lower()
        assert anna.screen_name == "InputScreen"
        listed = hall.create(bruno.app.visitor, TERMS, Seat.LEFT)
        await anna.press(*listed.code, "enter")
        assert anna.screen_name == "WordScreen", "the lobby shows that one anyway"


@pytest.mark.slow
@pytest.mark.parametrize("is_own", [True, False], ids=["own seat", "to watch"])
async def test_the_code_of_a_table_that_needs_no_word_leads_there_at_once(hall: Hall, is_own: bool) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        (table,) = hall.tables.all
        await anna.press("q", "m")
        comes = anna if is_own else carla
        await comes.press("j", *table.code, "enter")
        assert comes.screen_name == "HallSession"


async def test_who_joins_without_a_word_plays_at_once(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "enter")
        await settle(bruno)
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        await bruno.press("p")
        assert "anna: (none)" in bruno.text


async def test_what_is_no_word_is_asked_for_again(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", "enter", "w", *"x" * 41, "enter")
        assert anna.screen_name == "WordScreen"
        assert "at most 40 characters" in anna.text
        await anna.press("backspace", "enter")
        (table,) = hall.own_tables(anna.app.visitor)
        assert table.words == ("x" * 40, "")


async def test_a_word_comes_too_late_when_somebody_has_joined(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "enter", "w", *"late")
        (table,) = hall.own_tables(anna.app.visitor)
        hall.join(bruno.app.visitor, table.code)
        await settle(anna)
        await anna.press("enter")
        await settle(anna)
        assert anna.screen_name == "HallSession"
        assert table.agreed_words == ("", "")

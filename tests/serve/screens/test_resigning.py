"""Resigning a match, and offering a draw, in a hall."""

import re

import pytest
from serve.screens.guests import TERMS, in_hall, settle, sit_down, two_windows

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.en_garde import Reason, Result, Seat
from engine.swords_and_shields import PRESETS

DUEL = TableTerms(PRESETS["quick-duel"], 1, "left", listed=True)


@pytest.mark.slow
async def test_a_draw_is_offered_to_the_opponent_who_answers_in_their_own_time(hall: Hall) -> None:
    """Spectators hear of it, too."""
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await carla.press("home", "enter")
        await anna.press("x", "d")
        await settle(anna, bruno, carla)
        assert "anna offers a draw of this round." in anna.text
        assert "anna offers a draw of this round." in carla.text
        assert bruno.notice.startswith("anna offers a draw of this round. Press x to answer")
        await bruno.press("x", "n")
        await settle(anna, bruno, carla)
        for player in (anna, bruno, carla):
            assert "bruno declines the draw." in player.text
        await anna.press("x")
        assert "Offer a draw" not in anna.dialog
        await anna.press("n", "down", "enter")
        await settle(anna, bruno, carla)
        await bruno.press("x", "d")
        await settle(anna, bruno, carla)
        await anna.press("x", "a")
        await settle(anna, bruno, carla)
        for player in (anna, bruno):
            assert "Round drawn: by agreement" in player.text
            assert [name for name, hand in player.hands.items() if hand] == [player.app.visitor.name]


@pytest.mark.parametrize("key", ["x", "q"])
async def test_a_question_about_a_match_that_has_ended_closes(hall: Hall, key: str) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press(key)
        assert anna.question
        await bruno.press("x", "y")
        await settle(anna, bruno)
        assert "bruno resigned" in anna.text
        assert not anna.question


@pytest.mark.slow
async def test_an_offer_ends_when_the_opponent_plays_on(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("x", "d", "down", "enter")
        await settle(anna, bruno)
        assert bruno.notice.startswith("anna offers a draw of this round.")
        await bruno.press("x", "escape", "down", "enter")
        await settle(anna, bruno)
        assert "offers a draw" not in anna.text + bruno.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("terms", [TERMS, DUEL], ids=["en-garde", "duel"])
async def test_whoever_is_asked_sees_how_to_answer_also_while_composing(
    hall: Hall, terms: TableTerms
) -> None:
    """In one line, with the longest names."""
    names = ("maximilian-abcd", "maximiliana-bcd")
    async with in_hall(hall, *names) as (anna, bruno):
        await sit_down(anna, bruno, terms)
        await anna.press("x", "d")
        await settle(anna, bruno)
        assert bruno.notice == f"{names[0]} offers a draw of this round. Press x to answer."
        await anna.press(*(["t"] if terms is DUEL else ["down"]), "enter")
        await settle(anna, bruno)
        await bruno.press("down")
        assert bruno.notice.endswith("Press enter to play.")
        assert " to play ━ Draw offered: x answers; playing on declines. " in re.sub("━+", "━", bruno.text)


@pytest.mark.slow
async def test_an_answer_to_an_offer_that_has_ended_is_refused(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("x", "d")
        await settle(anna, bruno)
        await bruno.press("x")
        await anna.press("down", "enter")
        await settle(anna, bruno)
        await bruno.press("a")
        await settle(anna, bruno)
        assert bruno.notice == "! The table has changed in the meantime."
        assert bruno.held.round.result is None


@pytest.mark.slow
async def test_what_is_typed_ahead_offers_a_draw_and_accepts_it(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.type_ahead("x", "d")
        await settle(anna, bruno)
        assert bruno.notice.startswith("anna offers a draw of this round.")
        await bruno.type_ahead("x", "a")
        await settle(anna, bruno)
        for player in (anna, bruno):
            assert "Round drawn: by agreement" in player.text


@pytest.mark.slow
@pytest.mark.parametrize("is_ahead", [True, False], ids=["typed ahead", "one by one"])
async def test_keys_for_one_question_end_nothing_if_an_offer_has_come_or_gone(
    hall: Hall, is_ahead: bool
) -> None:
    """Of those that resign, and those that accept a draw."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("x", "d")
        await settle(anna, bruno)
        await (bruno.type_ahead if is_ahead else bruno.press)("x", "y")
        assert bruno.question == "A draw?"
        await bruno.press("escape")
        await anna.press("down", "enter")
        await settle(anna, bruno)
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        await (bruno.type_ahead if is_ahead else bruno.press)("x", "a")
        assert bruno.question == "Resign?"
        await settle(anna, bruno)
        assert bruno.held.round.result is None


async def test_a_player_resigns_whoever_is_to_move(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await bruno.press("x")
        assert "Offer a draw" not in bruno.dialog
        await bruno.press("y")
        await settle(anna, bruno)
        assert anna.held.round.result == Result(Seat.LEFT, Reason.RESIGNATION)
        for player in (anna, bruno):
            assert "anna wins the match: bruno resigned" in player.text
            assert [name for name, hand in player.hands.items() if hand] == [player.app.visitor.name]
        (match_id,) = anna.app.library.ids()
        assert anna.app.library.summary(match_id).winner is Seat.LEFT


@pytest.mark.slow
async def test_an_answer_never_meets_a_later_offer(hall: Hall) -> None:
    """A window may have stood open since an earlier one."""
    async with in_hall(hall, "anna", "bruno", "anna") as (anna, bruno, again):
        table = await two_windows(hall, anna, bruno, again)
        while table.match.open().turn is not Seat.RIGHT:
            await anna.press("down", "enter")
            await settle(anna, bruno, again)
        await bruno.press("x", "d")
        await settle(anna, bruno, again)
        await again.press("x")
        await bruno.press("down", "enter")
        await settle(anna, bruno, again)
        await anna.press("down", "enter")
        await settle(anna, bruno, again)
        await bruno.press("x", "d")
        await settle(anna, bruno, again)
        await again.press("n")
        await settle(anna, bruno, again)
        assert again.notice == "! The table has changed in the meantime."
        assert "declines" not in bruno.text


async def test_an_offer_leaves_what_is_said_of_a_composed_turn(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down")
        said = anna.notice
        await anna.press("x", "d")
        await settle(anna, bruno)
        assert anna.notice == said
        assert "anna offers a draw of this round." in anna.text

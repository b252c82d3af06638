"""Nobody wins or loses a match without being told of it."""

import re
from dataclasses import replace
from random import Random

import pytest
from composition import check_composed
from serve.hall.visitors import opened, play_on
from serve.screens.guests import TERMS, Guest, in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.en_garde import Seat
from engine.game import Game, games

TOLD, WON = "You have lost a match", "You have won a match"


async def claim(anna: Guest, bruno: Guest) -> None:
    """Let anna claim a match from bruno, who has gone to the lobby."""
    await sit_down(anna, bruno)
    await anna.press("down", "enter")
    await bruno.press("q", "m")
    await settle(anna)
    await anna.press("c", "y")
    await settle(anna, bruno)


async def test_who_is_in_the_lobby_is_told_at_once_until_it_is_answered(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await claim(anna, bruno)
        assert TOLD in bruno.dialog
        assert (
            "it was your move, and you were not at the table. The result is anna 5 : 0 bruno." in bruno.dialog
        )
        await bruno.press("n", "j", "x")
        assert TOLD in bruno.dialog
        await bruno.press("space")
        assert bruno.screen_name == "LobbyScreen"
        assert bruno.notice == "anna 5 : 0 bruno: bruno did not return."
        await bruno.press("s", "escape")
        assert bruno.screen_name == "LobbyScreen"
        assert TOLD not in anna.text


@pytest.mark.slow
async def test_who_has_left_without_an_answer_is_told_again_at_the_next_visit(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await claim(anna, bruno)
        await bruno.leave()
    for keys, told in (("", True), ("space", True), ("", False)):
        async with in_hall(hall, "bruno") as (again,):
            assert (TOLD in again.dialog) is told
            await again.press(*keys.split())


@pytest.mark.slow
async def test_who_is_elsewhere_in_the_hall_is_told_in_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter")
        await bruno.press("q", "m", "a", "enter")
        await settle(anna, bruno)
        assert "anna is waiting for your move and can claim the match" in bruno.dialog
        await anna.press("c", "y")
        await settle(anna, bruno)
        assert "waiting for your move" not in bruno.dialog
        assert TOLD not in bruno.dialog
        await bruno.press("q", "m")
        assert TOLD in bruno.dialog
        await bruno.press("enter")
        assert bruno.screen_name == "LobbyScreen"


async def test_several_claims_are_told_one_by_one(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        bruno = hall.admit("bruno", "SHA256:bruno")
        for _ in range(2):
            left, right = opened(hall, anna.app.visitor, bruno)
            play_on(left)
            right.leave()
            left.hall_table.claim(Seat.LEFT)
            left.leave()
        hall.dismiss(bruno)
        async with in_hall(hall, "bruno") as (again,):
            for _ in range(2):
                assert TOLD in again.dialog
                await again.press("space")
            assert again.screen_name == "LobbyScreen"


@pytest.mark.slow
async def test_who_wins_while_away_is_told_at_the_next_visit(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await bruno.leave()
        await anna.press("x", "y")
        await settle(anna)
    for told in (True, False):
        async with in_hall(hall, "bruno") as (again,):
            assert (WON in again.dialog) is told
            if told:
                assert "anna resigned on" in again.dialog
                assert "The result is anna 0 : 5 bruno." in again.dialog
                await again.press("space")
    async with in_hall(hall, "anna") as (anna,):
        assert anna.screen_name == "LobbyScreen", "she saw it at the table"


@pytest.mark.slow
async def test_who_sees_the_last_action_in_the_lobby_reads_how_it_ended(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, replace(TERMS, target=1))
        (table,) = hall.own_tables(anna.app.visitor)
        await bruno.press("q", "m")
        match = table.match.open()
        while match.turn is not None:
            match.play(match.view(match.turn).round.legal[0])
        await settle(anna, bruno)
        assert bruno.screen_name == "QuestionScreen"
        assert "last round" in bruno.dialog
        assert anna.screen_name == "HallSession"


@pytest.mark.slow
async def test_an_end_below_a_page_is_told_again_in_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await bruno.press("?")
        await anna.press("x", "y")
        await settle(anna, bruno)
        bruno.app.call_later(bruno.app.leave_to_menu)
        await bruno.settle()
        await bruno.settle()
        assert WON in bruno.dialog


@pytest.mark.slow
async def test_who_has_seen_the_end_at_the_table_is_not_told_in_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "bruno") as (anna, bruno, lobby):
        await sit_down(anna, bruno)
        await anna.press("x", "y")
        await settle(anna, bruno, lobby)
        assert lobby.screen_name == "LobbyScreen", "another window shows it"
        await bruno.press("space", "m")
        await settle(bruno, lobby)
        await lobby.press("s", "escape")
        for window in (bruno, lobby):
            assert window.screen_name == "LobbyScreen"


async def go_to_the_end(anna: Guest, bruno: Guest) -> None:
    """Both go on to the end of their match, and bruno wants a rematch."""
    await settle(anna, bruno)
    for player in (anna, bruno):
        while player.screen_name != "HallMatchEnd":
            await player.press("space")
    await bruno.press("r")
    await settle(anna, bruno)
    check_composed(anna)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("size", [(80, 24), (80, 30), (120, 40)], ids=str)
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
async def test_the_end_of_a_match_shows_its_rounds_and_what_the_opponent_wants(
    hall: Hall, game: Game, size: tuple[int, int]
) -> None:
    async with in_hall(hall, "anna", "bruno", size=size) as (anna, bruno):
        await sit_down(anna, bruno, TableTerms(game.presets[game.default], 2, "left", listed=True))
        (table,) = hall.own_tables(anna.app.visitor)
        match, chance = table.match.open(), Random(1)
        while match.turn is not None or table.view is None or table.view.winner is None:
            if match.turn is None:
                match.next_round()
            else:
                match.play(chance.choice(match.view(match.turn).round.legal))
        await go_to_the_end(anna, bruno)
        for number, line in enumerate(table.view.finished, 1):
            left, right = line.score
            assert re.search(rf"│ +{number} +{left} : {right} ", anna.text)
        assert "bruno wants a rematch: press r to agree." in anna.text
        assert "r rematch" in anna.keys


async def test_the_end_of_a_match_shows_nine_rounds_in_thirty_rows(hall: Hall) -> None:
    """No row is empty while one of them is out of sight."""
    async with in_hall(hall, "anna", "bruno", size=(80, 30)) as (anna, bruno):
        await sit_down(anna, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        match = table.match.open()
        for _ in range(8):
            assert match.turn is not None
            match.offer_draw(match.turn)
            match.accept_draw(match.turn.other)
            match.next_round()
        match.give_up(Seat.RIGHT)
        await go_to_the_end(anna, bruno)
        for number in range(1, 10):
            assert re.search(rf"│ +{number} +[05] : 0 ", anna.text)
        assert "bruno wants a rematch: press r to agree." in anna.text

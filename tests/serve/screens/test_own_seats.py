"""A visitor's seats in the lobby: against whom, which game, the score, whose move, and who is where."""

import re
from dataclasses import replace

import pytest
from serve.screens.guests import TERMS, end_round, in_hall, settle, sit_down
from serve.screens.test_lobby_board import details, marked

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.time_limits import DAY, TimeLimit
from engine.en_garde import PRESETS, Seat


async def test_the_seats_are_listed_under_heads_in_their_own_panel(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        assert "Your seats" not in anna.text
        await anna.press("n", "enter", "m")
        title = next(row for row, line in enumerate(anna.rows) if "Your seats" in line)
        assert re.match("│ against +game +score +to move +│", anna.rows[title + 1].strip())


async def test_at_a_table_that_waits_there_is_nobody_yet(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", "enter", "m")
        (table,) = hall.own_tables(anna.app.visitor)
        await anna.press("home")
        assert re.fullmatch("nobody yet +Ferti advanced +- +-", marked(anna))
        assert details(anna) == (
            f"wait at your table for an opponent: Ferti advanced, first to 5. Its code is {table.code}."
        )


@pytest.mark.slow
async def test_each_game_is_named_and_so_is_the_time_to_move(hall: Hall) -> None:
    terms = replace(TERMS, rules=PRESETS["abacus-basic"], move_time=180)
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, terms)
        await anna.press("q", "m", "home")
        assert re.fullmatch("bruno +Abacus basic +0 : 0 +you", marked(anna))
        assert "Abacus basic, first to 5, 3 minutes to move;" in details(anna)


@pytest.mark.slow
async def test_each_player_reads_whose_move_it_is(hall: Hall) -> None:
    """Each is "you" to themselves; between two rounds both can go on."""
    async with in_hall(hall, "anna", "bruno", "anna", "bruno") as (anna, bruno, *lobbies):
        await sit_down(anna, bruno)
        for lobby in lobbies:
            await lobby.press("home")
        for to_move in (anna, bruno, anna):
            for lobby, opponent in zip(lobbies, (bruno, anna), strict=True):
                name = opponent.app.visitor.name
                who = name if to_move is opponent else "you"
                assert re.fullmatch(f"{name} +Ferti advanced +0 : 0 +{who}", marked(lobby))
            await to_move.press("down", "enter")
            await settle(*lobbies)
        (table,) = hall.own_tables(anna.app.visitor)
        match = table.match.open()
        match.offer_draw(Seat.RIGHT)
        match.accept_draw(Seat.LEFT)
        await settle(*lobbies)
        for lobby, name in zip(lobbies, ("bruno", "anna"), strict=True):
            assert re.fullmatch(f"{name} +Ferti advanced +0 : 0 +both", marked(lobby))


@pytest.mark.slow
async def test_the_score_shows_in_the_lobby_from_ones_own_side(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "anna", "bruno") as (anna, bruno, *lobbies):
        await sit_down(anna, bruno)
        for lobby in lobbies:
            await lobby.press("home")
        table = await end_round(hall, anna, bruno)
        await settle(*lobbies)
        assert table.view is not None
        left, right = table.view.score
        assert re.fullmatch(f"bruno +Ferti advanced +{left} : {right} +both", marked(lobbies[0]))
        assert re.fullmatch(f"anna +Ferti advanced +{right} : {left} +both", marked(lobbies[1]))


@pytest.mark.slow
async def test_a_move_shows_at_once_in_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter", "q", "m", "home")
        assert marked(anna).endswith("0 : 0  bruno")
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        assert marked(anna).endswith("0 : 0  you")


@pytest.mark.slow
async def test_two_matches_against_one_person_have_their_numbers(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla", "~dora") as (anna, bruno, carla, dora):
        for opponent in (bruno, bruno, carla, dora):
            await sit_down(anna, opponent)
        await anna.press("q", "m", "home")
        rows, told = [], []
        for _ in range(4):
            rows.append(re.split(" {2,}", marked(anna))[0])
            told.append(details(anna))
            await anna.press("down")
        assert rows == ["~dora", "carla", "bruno #2", "bruno #1"]
        for number, words in ((2, told[2]), (1, told[3])):
            assert re.match(
                rf"continue match {number} of \d{{4}}-\d\d-\d\d, anna 0 : 0 bruno, round 1", words
            )
        assert told[1].startswith("continue anna 0 : 0 carla")


@pytest.mark.slow
async def test_a_row_with_the_longest_names_and_days_has_all_columns(hall: Hall) -> None:
    terms = replace(TERMS, time_limit=TimeLimit(3 * DAY, is_per_action=True))
    names = ("maximilian-abcd", "maximiliana-bcd")
    async with in_hall(hall, *names) as (anna, bruno):
        for _ in range(2):
            await sit_down(anna, bruno, terms)
        await bruno.press("q", "m", "home")
        against, game, points, to_move = re.split(" {2,}", marked(bruno))
        assert re.fullmatch(r"maxim\S*… #2", against)
        assert game.startswith("Ferti")
        assert points == "0 : 0"
        assert re.fullmatch(r"max\S*…, [23] d", to_move)


@pytest.mark.slow
async def test_the_opponent_is_at_the_table_or_in_the_hall_or_away(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("q", "m", "home")
        begin = "continue anna 0 : 0 bruno, round 1: Ferti advanced, first to 5; "
        assert details(anna) == f"{begin}bruno is at the table."
        await bruno.press("q", "m")
        await settle(anna, bruno)
        assert details(anna) == f"{begin}bruno is in the hall."
        await bruno.leave()
        hall.dismiss(bruno.app.visitor)
        await settle(anna)
        assert details(anna) == f"{begin}bruno is away."
        async with in_hall(hall, "bruno"):
            await settle(anna)
            assert details(anna) == f"{begin}bruno is in the hall."


@pytest.mark.slow
async def test_a_match_for_two_at_one_keyboard_is_for_both_to_continue(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("t", "enter", "q", "m", "home")
        (match,) = [anna.app.library.summary(id) for id in anna.app.library.ids()]
        opponent = match.names[Seat.RIGHT]
        assert re.fullmatch(f"{re.escape(opponent)} +Ferti advanced +0 : 0 +both", marked(anna))

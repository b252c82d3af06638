"""Ratings beside names, in the lobby and at the table; their changes; and the ladder."""

import re

import pytest
from composition import check_composed
from serve.hall.visitors import finished, opened
from serve.screens.guests import TERMS, end_match, in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.screens.rows import Cell, MatchCell
from engine.en_garde import Seat
from engine.game import Game, games


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_the_ladders_are_two_keys_away_and_name_members_with_ten_rounds(
    hall: Hall, size: tuple[int, int]
) -> None:
    async with in_hall(hall, "anna", "bruno", size=size) as (anna, bruno):
        for number, game in enumerate(games().values(), 1):
            await anna.press("o", *["right"] * number)
            assert f"Ladder of {game.title}" in anna.text
            assert "Nobody has 10 rated rounds yet." in anna.text
            await anna.press("o")
        while not hall.register.ratings.ladder("en-garde"):
            finished(hall, anna.app.visitor, bruno.app.visitor)
        await settle(anna)
        await anna.press("o", "right")
        assert re.search(r"name +rating +at least +rounds +last match", anna.text)
        for place in (1, 2):
            assert re.search(rf"{place} +(anna \(you\)|bruno) +\d+ ± \d+ +-?\d+ +1\d ", anna.text)
        check_composed(anna)
        await anna.press("q")
        assert anna.screen_name == "LobbyScreen"


async def test_a_rating_stands_beside_a_name_in_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        hall.create(bruno.app.visitor, TERMS, Seat.LEFT)
        await settle(anna)
        assert re.search(r"Join bruno +F", anna.text), "without a rated round there is none"
        finished(hall, anna.app.visitor, bruno.app.visitor)
        label = hall.register.ratings.label(bruno.app.visitor.account, "en-garde")
        await settle(anna)
        assert f"Join bruno ({label})" in anna.text
        assert label.endswith("?")


@pytest.mark.slow
async def test_a_long_name_is_cut_for_its_rating(hall: Hall) -> None:
    async with in_hall(hall, "anna", "maximilian_1234") as (anna, other):
        finished(hall, anna.app.visitor, other.app.visitor)
        label = hall.register.ratings.label(other.app.visitor.account, "en-garde")
        await sit_down(other, anna)
        for row in (anna.rows[1], other.rows[1]):
            assert re.search(rf"maximilian_1\S* \({re.escape(label)}\) ○○○○○", row)
        await other.press("q", "m")
        assert re.search(r"anna \(\d+\?\) +F", other.text)
        await anna.press("q", "m")
        assert re.search(rf"maxi\S*… \({re.escape(label)}\) +F", anna.text)


async def test_in_matches_to_watch_the_score_stays_whole_and_ratings_stand_where_there_is_room(
    hall: Hall,
) -> None:
    names = ("maximilian_1234", "bartholomew_123")
    async with in_hall(hall, "anna") as (anna,), in_hall(hall, "emil", size=(120, 40)) as (emil,):
        long = [hall.admit(name, f"SHA256:{name}") for name in names]
        short = [hall.admit(name, f"SHA256:{name}") for name in ("carla", "dora")]
        for pair in (long, short):
            finished(hall, *pair)
            opened(hall, *pair)
        await settle(anna, emil)
        first, second = (hall.register.ratings.label(one.account, "en-garde") for one in short)
        for player in (anna, emil):
            check_composed(player)
        assert re.search(r"maxim\S*… 0 : 0 barth\S*… +Ferti", anna.text)
        assert "carla 0 : 0 dora " in anna.text
        assert " 0 : 0 ".join(names) in emil.text
        assert f"carla ({first}) 0 : 0 dora ({second})" in emil.text
        for visitor in (*long, *short):
            hall.dismiss(visitor)


@pytest.mark.parametrize("width", range(13, 60))
@pytest.mark.parametrize("names", [("anna", "maximilian_1234"), ("maximilian_1234", "anna")])
def test_a_match_fits_any_column_with_its_score_and_as_much_of_the_names_as_can_be(
    names: tuple[str, str], width: int
) -> None:
    left, right = (Cell(name, " (1240)") for name in names)
    text = MatchCell(left, "12 : 3", right).within(width)
    assert len(text) <= width
    assert " 12 : 3 " in text
    if width >= len(names[0] + names[1]) + 8:
        assert text.replace(" (1240)", "") == f"{names[0]} 12 : 3 {names[1]}"
    else:
        assert len(text) == width, "no room is wasted"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
async def test_ratings_stand_at_the_table_for_players_and_spectators(
    hall: Hall, game: Game, size: tuple[int, int]
) -> None:
    terms = TableTerms(game.presets[game.default], 1, "left", listed=True)
    async with in_hall(hall, "anna", "bruno", "carla", "~dora", size=size) as (anna, bruno, carla, dora):
        left, right = opened(hall, anna.app.visitor, bruno.app.visitor, terms)
        left.match.give_up(Seat.RIGHT)
        left.leave()
        right.leave()
        await sit_down(anna, bruno, terms)
        await settle(carla)
        await carla.press("home", "enter")
        ratings = hall.register.ratings
        labels = [ratings.label(each.app.visitor.account, game.name) for each in (anna, bruno)]
        for player in (anna, bruno, carla):
            for name, label in zip(("anna", "bruno"), labels, strict=True):
                text = player.text
                assert f"{name} ({label})" in text or f"({label}) {name}" in text
            check_composed(player)
        await sit_down(dora, carla)
        assert "(" not in dora.rows[1], "without a rating there is none"


@pytest.mark.slow
async def test_the_end_of_a_match_tells_both_ratings_and_their_change(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        table = await end_match(hall, anna, bruno)
        won, lost = (table.rating_changes[seat] for seat in Seat)
        for player in (anna, bruno):
            assert f"Ratings: anna {won}, bruno {lost}." in player.text
        assert re.search(r"anna 1\d\d\d \(\+\d+\), bruno \d+ \(-\d+\)", anna.text)


async def test_whoever_was_away_is_told_the_change_with_the_result(hall: Hall) -> None:
    async with in_hall(hall, "bruno") as (bruno,):
        anna = hall.admit("anna", "SHA256:anna")
        table = finished(hall, bruno.app.visitor, anna)
        for client in table.visitors[:]:
            table.dismiss(client)
        hall.dismiss(anna)
    async with in_hall(hall, "anna") as (again,):
        assert f"Your rating: {table.rating_changes[Seat.RIGHT]}." in again.dialog

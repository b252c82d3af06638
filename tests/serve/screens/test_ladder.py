"""Ratings beside names, in the lobby and at the table; their changes; and the ladder."""

import re

import pytest
from composition import check_composed
from serve.hall.visitors import finished, opened
from serve.screens.guests import TERMS, end_match, in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table_terms import TableTerms
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

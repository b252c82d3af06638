"""Ratings beside names in the lobby, and the ladder."""

import re

import pytest
from composition import check_composed
from serve.hall.visitors import finished
from serve.screens.guests import TERMS, in_hall, settle

from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_the_ladder_is_one_key_away_and_names_members_with_ten_rounds(
    hall: Hall, size: tuple[int, int]
) -> None:
    async with in_hall(hall, "anna", "bruno", size=size) as (anna, bruno):
        await anna.press("r")
        assert anna.text.count("Nobody has 10 rated rounds yet.") == 2
        await anna.press("r")
        while not hall.register.ratings.ladder("en-garde"):
            finished(hall, anna.app.visitor, bruno.app.visitor)
        await settle(anna)
        await anna.press("r")
        assert re.search(r"name +rating +at least +rounds +last match", anna.text)
        for place in (1, 2):
            assert re.search(rf"{place} +(anna|bruno) +\d+ ± \d+ +-?\d+ +1\d ", anna.text)
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

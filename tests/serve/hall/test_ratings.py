"""Ratings of members from their matches against each other, and the ladder."""

import asyncio

import pytest
from serve.engines import ON_A_FILE
from serve.hall.visitors import ANNA, BRUNO, CARLA, Clock, Opening, finished

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.visitor import Visitor
from engine.game import Seat


def label(hall: Hall, visitor: Visitor) -> str:
    return hall.register.ratings.label(visitor.account, "en-garde")


def test_a_match_between_members_rates_both_when_it_ends(open_hall: Opening) -> None:
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    assert label(hall, anna) == ""
    table = finished(hall, anna, bruno)
    assert table.view is not None
    winner, loser = (anna, bruno) if table.view.winner == 0 else (bruno, anna)
    assert int(label(hall, winner).rstrip("?")) > 1000 > int(label(hall, loser).rstrip("?"))
    before = label(hall, anna)
    hall = open_hall()
    assert label(hall, hall.admit("anna", ANNA)) == before, "also after a restart"
    asyncio.run(hall.register.ratings.catch_up())
    assert label(hall, hall.admit("anna", ANNA)) == before, "a match counts once"


def test_a_match_tells_what_it_has_changed_also_after_a_restart(open_hall: Opening) -> None:
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    first = finished(hall, anna, bruno).rating_changes
    before = {seat: change.after for seat, change in first.items()}
    second = finished(hall, anna, bruno)
    assert {seat: change.before for seat, change in second.rating_changes.items()} == before
    for seat, visitor in zip(Seat, (anna, bruno), strict=True):
        change = second.rating_changes[seat]
        assert f"{change.after:.0f}" == label(hall, visitor).rstrip("?")
        assert str(change) == f"{change.after:.0f} ({round(change.after) - round(change.before):+})"
    match_id, changes = second.match.id, second.rating_changes
    assert match_id is not None
    assert open_hall().register.ratings.changes(match_id) == changes


def test_a_match_against_a_guest_changes_no_rating(hall: Hall) -> None:
    assert finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", None)).rating_changes == {}


@ON_A_FILE
def test_a_damaged_change_is_as_none(hall: Hall) -> None:
    table = finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    with hall.register.database.writing() as connection:
        connection.execute("UPDATE seat SET rated_from = 'x' WHERE side = 'left'")
        connection.execute("UPDATE seat SET rated_to = 9e999 WHERE side = 'right'")
    assert table.rating_changes == {}


def test_a_guest_and_a_second_name_of_one_key_are_not_rated(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    finished(hall, anna, hall.admit("bruno", None))
    finished(hall, anna, hall.admit("other", ANNA))
    assert label(hall, anna) == ""


def test_matches_from_before_are_counted_after_the_start(open_hall: Opening) -> None:
    hall = open_hall()
    finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    before = label(hall, hall.admit("anna", ANNA))
    with hall.register.database.writing() as connection:
        connection.execute("DELETE FROM rating")
        connection.execute("UPDATE hall_table SET is_rated = 0")
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    assert label(hall, anna) == ""
    finished(hall, anna, hall.admit("carla", CARLA))
    assert label(hall, anna) == "", "in its turn, after the earlier one"
    asyncio.run(hall.register.ratings.catch_up())
    assert label(hall, anna) not in ("", before)
    assert label(hall, hall.admit("bruno", BRUNO)) != ""


def test_the_ladder_has_members_with_ten_rounds_and_absence_fades(hall: Hall, clock: Clock) -> None:
    anna, bruno, carla = (hall.admit(*each) for each in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA)))
    finished(hall, carla, anna)
    while hall.register.ratings.label(anna.account, "en-garde").endswith("?"):
        finished(hall, anna, bruno)
    ladder = hall.register.ratings.ladder("en-garde")
    assert "carla" not in [place.name for place in ladder]
    assert "anna" in [place.name for place in ladder]
    assert hall.register.ratings.ladder("swords-and-shields") == []
    margin = ladder[0].standing.rating.margin
    clock.now += 100 * 86400
    later = hall.register.ratings.ladder("en-garde")
    assert later[0].standing.rating.margin > margin
    clock.now += 10_000 * 86400
    assert hall.register.ratings.ladder("en-garde")[0].standing.rating.deviation <= 200


def test_a_name_that_is_released_takes_its_rating_along(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    finished(hall, anna, hall.admit("bruno", BRUNO))
    hall.release_name("anna")
    assert label(hall, anna) == ""
    assert label(hall, hall.admit("anna", CARLA)) == ""


@pytest.mark.by_day(3)
@ON_A_FILE
@pytest.mark.parametrize(
    "damage",
    ["value = 'x'", "value = 1e9", "deviation = 9e999", "volatility = 0.0", "rounds = 'x'", "at = 'x'"],
)
def test_a_damaged_rating_is_as_none(open_hall: Opening, damage: str) -> None:
    hall = open_hall()
    finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    with hall.register.database.writing() as connection:
        connection.execute(f"UPDATE rating SET {damage}")
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    assert hall.register.ratings.label(anna.account, "en-garde") == ""
    finished(hall, anna, bruno)
    assert hall.register.ratings.label(anna.account, "en-garde") != ""

"""A quick match: at once, against somebody here who is about as strong."""

from dataclasses import replace

import pytest
from serve.hall.visitors import ANNA, BRUNO, BY_CODE, CARLA, TERMS, Opening

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.time_limits import LIMITS
from engarde_tui.serve.hall.visitor import Refusal
from engine.en_garde import PRESETS, Seat
from engine.game import games
from engine.message import message

GAME = games()["en-garde"]


def test_the_first_opens_a_listed_table_with_the_recommended_rules_and_the_second_joins_it(
    hall: Hall,
) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    table = hall.quick_match(anna, GAME)
    assert table.waits
    assert table.terms.listed
    assert table.terms.rules == PRESETS[GAME.default]
    assert hall.quick_match(guest, GAME) is table
    assert not table.waits
    assert table.seats.names == ("anna", "~bruno")


def test_who_waits_already_goes_back_to_that_table(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    assert hall.quick_match(anna, GAME) is hall.quick_match(anna, GAME)
    assert len(hall.tables.all) == 1


def test_without_ratings_the_oldest_table_of_somebody_here_is_joined(hall: Hall) -> None:
    bruno, carla = hall.admit("bruno", BRUNO), hall.admit("carla", CARLA)
    away = hall.create(hall.admit("dora", "SHA256:dora"), TERMS, Seat.LEFT)
    hall.dismiss(next(one for one in hall.visitors if one.name == "dora"))
    older = hall.create(bruno, TERMS, Seat.LEFT)
    hall.create(carla, TERMS, Seat.LEFT)
    assert hall.quick_match(hall.admit("anna", ANNA), GAME) is older
    assert away.waits


@pytest.mark.parametrize(
    "terms",
    [
        BY_CODE,
        replace(TERMS, move_time=86400),
        replace(TERMS, rules=replace(TERMS.rules, open_discard=not TERMS.rules.open_discard)),
        replace(TERMS, time_limit=LIMITS[-1]),
        replace(TERMS, plays_forced=True),
        replace(TERMS, target=15),
    ],
    ids=["by code", "a day to move", "rules of their own", "a clock", "forced actions", "a long match"],
)
def test_other_tables_are_left_alone(hall: Hall, terms: object) -> None:
    other = hall.create(hall.admit("bruno", BRUNO), terms, Seat.LEFT)  # type: ignore[arg-type]
    own = hall.quick_match(hall.admit("anna", ANNA), GAME)
    assert own is not other
    assert own.waits
    assert other.waits


def test_another_game_is_left_alone(hall: Hall) -> None:
    other = hall.quick_match(hall.admit("bruno", BRUNO), games()["swords-and-shields"])
    assert hall.quick_match(hall.admit("anna", ANNA), GAME) is not other


def test_the_host_whose_rating_is_nearest_is_joined(open_hall: Opening) -> None:
    rating = {"anna": 1500.0, "bruno": 1900.0, "carla": 1450.0}
    hall = open_hall()
    for name, value in rating.items():
        account = hall.admit(name, f"SHA256:{name}").account
        with hall.register.database.writing() as connection:
            connection.execute(
                "INSERT INTO rating VALUES (?, ?, ?, 50.0, 0.06, 20, 0.0)", (account, GAME.name, value)
            )
    hall = open_hall()
    people = {name: hall.admit(name, f"SHA256:{name}") for name in (*rating, "dora")}
    tables = {name: hall.create(people[name], TERMS, Seat.LEFT) for name in ("dora", "bruno", "carla")}
    assert hall.quick_match(people["anna"], GAME) is tables["carla"]
    assert hall.quick_match(hall.admit("guest", None), GAME) is tables["dora"], "the oldest for a guest"


def test_a_closing_hall_refuses(hall: Hall) -> None:
    hall.closing = message("The hall closes.")
    with pytest.raises(Refusal, match="The hall closes"):
        hall.quick_match(hall.admit("anna", ANNA), GAME)

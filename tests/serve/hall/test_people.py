"""Who is in the hall, and what everybody may know of what they do."""

from dataclasses import replace

from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Clock, opened, play_on

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.people import Does, Person, people_here
from engarde_tui.serve.hall.visitor import Visitor
from engine.en_garde import Seat


def people(hall: Hall, reader: Visitor) -> dict[str, Person]:
    return {person.visitor.name: person for person in people_here(hall, reader)}


def test_who_plays_and_who_watches_is_told(hall: Hall) -> None:
    anna, bruno, carla = (hall.admit(*each) for each in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA)))
    clients = opened(hall, anna, bruno)
    table = clients[0].hall_table
    table.sit(carla)
    found = people(hall, hall.admit("dora", None))
    assert [(found[name].does, found[name].seat) for name in ("anna", "bruno", "carla")] == [
        (Does.PLAYS, Seat.LEFT),
        (Does.PLAYS, Seat.RIGHT),
        (Does.WATCHES, None),
    ]
    assert {found[name].table for name in ("anna", "bruno", "carla")} == {table}
    assert found["~dora"].does is Does.ELSEWHERE
    while table.view is not None and table.view.winner is None:
        play_on(*clients)
    assert people(hall, carla)["anna"].does is Does.HAS_PLAYED


def test_a_table_that_the_lobby_does_not_list_stays_hidden(hall: Hall) -> None:
    """Also from its players: the page may be looked at over a shoulder."""
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    opened(hall, anna, bruno, replace(TERMS, listed=False))
    for person in people(hall, bruno).values():
        assert (person.does, person.table, person.seat) == (Does.AT_HIDDEN_TABLE, None, None)


def test_a_challenge_that_waits_is_hidden_and_an_open_table_is_not(hall: Hall) -> None:
    anna, bruno, carla = (hall.admit(*each) for each in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA)))
    hall.challenge(anna, "bruno", TERMS, Seat.LEFT).enter(anna)
    table = hall.create(carla, TERMS, Seat.LEFT)
    assert people(hall, bruno)["carla"].does is Does.ELSEWHERE, "in the lobby, while it waits"
    table.enter(carla)
    found = people(hall, bruno)
    assert found["anna"].does is Does.AT_HIDDEN_TABLE
    assert (found["carla"].does, found["carla"].table) == (Does.WAITS, table)


def test_two_windows_are_one_person_who_was_active_in_either(hall: Hall, clock: Clock) -> None:
    bruno, anna, window = hall.admit("bruno", BRUNO), hall.admit("anna", ANNA), hall.admit("anna", ANNA)
    table = opened(hall, bruno, window)[0].hall_table
    clock.now += 1000
    anna.pressed = clock.now
    (first, second) = people_here(hall, hall.admit("carla", None))[:2]
    assert [first.visitor.name, second.visitor.name] == ["bruno", "anna"]
    assert (second.does, second.table, second.idle) == (Does.PLAYS, table, 0)
    assert first.idle == 10


def test_idle_minutes_are_told_in_few_steps(hall: Hall, clock: Clock) -> None:
    anna, reader = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    told = []
    for minutes in range(121):
        clock.now = anna.pressed + 60 * minutes
        told.append(people(hall, reader)["anna"].idle)
    assert told[0] == told[4] == 0
    assert told[5] == told[9] == 5
    assert told[59] == 45
    assert told[120] == 90
    assert len(set(told)) == 8


def test_friends_come_first_and_the_reader_last(hall: Hall) -> None:
    anna, bruno, carla = (hall.admit(*each) for each in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA)))
    assert list(people(hall, anna)) == ["bruno", "carla", "anna"]
    hall.friends.mark(anna, hall.register.names.of_name("carla"))
    assert list(people(hall, anna)) == ["carla", "bruno", "anna"]
    assert list(people(hall, bruno)) == ["anna", "carla", "bruno"]
    assert list(people(hall, carla)) == ["anna", "bruno", "carla"]

"""Seats at the hall's tables: who gets one back, and how long it is kept."""

import pytest
from serve.hall.visitors import (
    ANNA,
    BRUNO,
    CARLA,
    TERMS,
    Clock,
    Opening,
    finished,
    opened,
    own_matches,
    play_on,
)

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.visitor import Refusal
from engine.en_garde import Seat


def test_a_member_gets_the_own_seat_back_and_nobody_else_does(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    table = left.hall_table
    right.leave()
    hall.dismiss(bruno)
    impostor = hall.admit("bruno", CARLA)
    assert table.sit(impostor).is_spectator
    again = hall.admit("bruno", BRUNO)
    assert list(hall.own_tables(again)) == [table]
    assert table.sit(again).alone is Seat.RIGHT


def test_a_guest_gets_the_seat_back_by_its_code(hall: Hall) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    _, right = opened(hall, anna, guest)
    table = right.hall_table
    right.leave()
    hall.dismiss(guest)
    again = hall.admit("bruno", None)
    assert list(hall.own_tables(again)) == []
    assert hall.join(again, table.seats.code(Seat.RIGHT)) is table
    assert table.sit(again).alone is Seat.RIGHT


def test_codes_tell_nothing_of_each_other(hall: Hall) -> None:
    tables = [hall.create(hall.admit("anna", ANNA), TERMS, Seat.LEFT) for _ in range(5)]
    codes = [code for table in tables for code in (table.code, *map(table.seats.code, Seat))]
    assert len(set(codes)) == 15
    assert {len(code) for code in codes} == {6, 12}


def test_a_seat_is_taken_as_long_as_its_player_is_at_any_window(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    second_window = hall.admit("anna", ANNA)
    client = table.sit(second_window)
    second_window.lost = True
    client.leave()
    hall.dismiss(second_window)
    clock.now += 3600
    assert table.seats.is_there(Seat.LEFT)
    assert table.seconds_to_claim(Seat.RIGHT) is None
    left.leave()
    left.leave()
    assert not table.seats.is_there(Seat.LEFT)
    assert table.seconds_to_claim(Seat.RIGHT) == 60
    assert right.alone is Seat.RIGHT


def test_a_second_window_does_not_begin_the_wait_anew(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    play_on(left)
    right.leave()
    clock.now += 50
    left.hall_table.sit(hall.admit("anna", ANNA))
    assert left.hall_table.seconds_to_claim(Seat.LEFT) == 10


def test_who_goes_without_taking_leave_lets_go_of_seat_and_match(hall: Hall) -> None:
    """The line can break before a screen shows the table; the match can be opened again."""
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    table = left.hall_table
    hall.dismiss(bruno)
    assert not table.seats.is_there(Seat.RIGHT)
    hall.dismiss(anna)
    assert not table.match.is_open
    assert not right.is_here
    again = hall.admit("anna", ANNA)
    assert table.sit(again).alone is Seat.LEFT


def test_a_table_joined_by_somebody_who_goes_at_once_rests(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = hall.create(anna, TERMS, Seat.LEFT)
    hall.join(bruno, table.code)
    hall.dismiss(bruno)
    assert not table.match.is_open
    assert table.sit(anna).view.names == ("anna", "bruno")


def test_a_match_at_a_table_is_never_opened_as_one_at_a_single_keyboard(hall: Hall) -> None:
    """It would show both hands to one of the two."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    left.leave()
    right.leave()
    assert table.match.id is not None
    with pytest.raises(Problem, match="is played at its table"):
        own_matches(hall, "anna").resume(table.match.id)


# --- absence ---


def test_a_match_can_be_claimed_only_after_the_absence_that_the_hall_grants(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    play_on(left)
    with pytest.raises(Refusal, match="only from a player who is to move and has left"):
        table.claim(Seat.LEFT)
    right.visitor.lost = True
    right.leave()
    assert table.seats.absence(Seat.RIGHT) == "bruno has lost the connection"
    clock.now += 59
    with pytest.raises(Refusal, match="in 1 second"):
        table.claim(Seat.LEFT)
    clock.now += 1
    table.claim(Seat.LEFT)
    assert left.view.winner is Seat.LEFT
    assert left.view.score == (2, 0)


def test_who_comes_back_in_time_loses_nothing(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    play_on(left)
    right.leave()
    clock.now += 3600
    left.hall_table.sit(right.visitor)
    assert left.hall_table.seconds_to_claim(Seat.LEFT) is None
    assert left.hall_table.seats.absence(Seat.RIGHT) == ""


def test_an_adjourned_match_cannot_be_claimed_before_both_have_been_back(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    play_on(left)
    right.leave()
    left.leave()
    clock.now += 86400
    left = table.sit(left.visitor)
    clock.now += 86400
    assert table.seconds_to_claim(Seat.LEFT) is None
    table.sit(right.visitor).leave()
    clock.now += 60
    table.claim(Seat.LEFT)
    assert left.view.winner is Seat.LEFT


def test_a_guest_is_waited_for_only_so_long_also_after_a_restart(open_hall: Opening, clock: Clock) -> None:
    """Or matches that nobody can end would fill the lobby of the other one."""
    hall = open_hall()
    play_on(*opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", None)))
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    (table,) = hall.own_tables(anna)
    clock.now += 86400
    client = table.sit(anna)
    assert table.seconds_to_claim(Seat.LEFT) == 60
    clock.now += 60
    table.claim(Seat.LEFT)
    assert client.view.winner is Seat.LEFT
    assert hall.own_tables(anna) == []


def test_between_two_rounds_nobody_holds_the_match_up(hall: Hall, clock: Clock) -> None:
    """Whoever is there can deal; the wait begins if the other one is to move then."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    while left.view.round.result is None:
        play_on(left, right)
    right.leave()
    clock.now += 3600
    assert table.seconds_to_claim(Seat.LEFT) is None
    left.next_round(left.match.revision)
    if left.view.round.turn is Seat.LEFT:
        assert table.seconds_to_claim(Seat.LEFT) is None
        play_on(left)
    assert table.seconds_to_claim(Seat.LEFT) == 60


def test_only_who_is_to_move_can_lose_the_match_by_being_away(hall: Hall, clock: Clock) -> None:
    """And only by being away and to move so long: the time the opponent took to move does not count."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    right.leave()
    clock.now += 3600
    assert table.seconds_to_claim(Seat.LEFT) is None
    with pytest.raises(Refusal, match="only from a player who is to move"):
        table.claim(Seat.LEFT)
    play_on(left)
    assert table.seconds_to_claim(Seat.LEFT) == 60
    clock.now += 60
    table.claim(Seat.LEFT)
    assert left.view.winner is Seat.LEFT


def test_after_rematches_every_code_of_a_seat_leads_to_the_newest_also_after_a_restart(
    open_hall: Opening,
) -> None:
    hall = open_hall()
    anna, bruno = hall.admit("anna", None), hall.admit("bruno", None)
    tables = [finished(hall, anna, bruno)]
    for _ in range(3):
        for seat in Seat:
            tables[-1].rematch.ask(seat)
        new = tables[-1].rematch.successor
        assert new is not None
        tables.append(new)
        left, right = new.sit(anna), new.sit(bruno)
        while left.view.winner is None and len(tables) < 4:
            play_on(left, right)
    for name in ("carla", "dora"):
        for table in tables:
            found = hall.join(hall.admit(name, None), table.seats.code(Seat.LEFT))
            assert found.code == tables[-1].code
        hall = open_hall()


def test_nobody_keeps_the_seats_of_tables_that_exist_no_more(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", None), hall.admit("bruno", None)
    for _ in range(3):
        hall.withdraw(hall.create(anna, TERMS, Seat.LEFT))
        hall.dismiss(hall.admit("carla", None))
        table = finished(hall, anna, bruno)
        for visitor in tuple(table.visitors):
            table.dismiss(visitor)
    assert hall.tables.all == []
    assert anna.seats == bruno.seats == set()

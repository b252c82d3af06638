"""The time that two players agree on for a move: a player who is there is reminded, and never loses."""

from dataclasses import replace

import pytest
from serve.hall.visitors import ANNA, BRUNO, TERMS, Clock, Opening, heard_on, opened, play_on

from engarde_tui.serve.hall.events import Called
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import HallClient
from engarde_tui.serve.hall.visitor import Refusal
from engine.en_garde import Seat

TIMED = replace(TERMS, move_time=180)


def timed(hall: Hall, *, key: str | None = BRUNO) -> tuple[HallClient, HallClient]:
    """Return a match with three minutes to move, in which bruno on the right is to move."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", key), TIMED)
    play_on(left)
    return left, right


def test_nobody_is_timed_unless_the_table_says_so(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    play_on(left)
    clock.now += 86400
    assert left.hall_table.clock.seconds_to_remind(Seat.LEFT) is None
    with pytest.raises(Refusal, match="cannot remind"):
        left.hall_table.remind(Seat.LEFT)
    assert right.alone is Seat.RIGHT


def test_a_player_who_is_there_but_does_not_move_is_reminded_once(hall: Hall, clock: Clock) -> None:
    left, right = timed(hall)
    table = left.hall_table
    clock.now += 179
    assert table.clock.seconds_to_remind(Seat.LEFT) == 1
    with pytest.raises(Refusal, match="cannot remind"):
        table.remind(Seat.LEFT)
    clock.now += 1
    assert table.clock.seconds_to_remind(Seat.RIGHT) is None
    heard, called = heard_on(hall, table.topic), heard_on(hall, right.visitor.topic)
    table.remind(Seat.LEFT)
    assert [(str(event.message), event.reminded) for event in heard] == [
        ("anna reminds bruno to move.", True)
    ]
    assert called == [Called(table.code)]
    assert table.clock.seconds_to_remind(Seat.LEFT) is None


def test_each_action_and_each_return_gives_the_whole_time_again(hall: Hall, clock: Clock) -> None:
    left, right = timed(hall)
    table = left.hall_table
    clock.now += 170
    right.leave()
    assert table.clock.seconds_to_remind(Seat.LEFT) is None, "who is away is waited for, not timed"
    right = table.sit(right.visitor)
    assert table.clock.seconds_to_remind(Seat.LEFT) == 180
    clock.now += 170
    play_on(right)
    play_on(left)
    assert table.clock.seconds_to_remind(Seat.LEFT) == 180


def test_after_a_reminder_the_match_can_be_adjourned_and_is_never_lost(hall: Hall, clock: Clock) -> None:
    left, right = timed(hall)
    table = left.hall_table
    clock.now += 180
    with pytest.raises(Refusal, match="only after your opponent has been reminded"):
        table.adjourn(Seat.LEFT)
    table.remind(Seat.LEFT)
    clock.now += 59
    assert table.clock.seconds_to_adjourn(Seat.LEFT) == 1
    clock.now += 1
    table.adjourn(Seat.LEFT)
    left.leave()
    play_on(right)
    clock.now += 86400
    assert table.seconds_to_claim(Seat.RIGHT) is None
    assert not table.is_over
    left = table.sit(left.visitor)
    assert left.view.round.turn is Seat.LEFT


def test_who_adjourns_loses_nothing_as_a_guest_either(hall: Hall, clock: Clock) -> None:
    left, right = timed(hall, key=None)
    table = left.hall_table
    play_on(right)
    clock.now += 180
    table.remind(Seat.RIGHT)
    clock.now += 60
    table.adjourn(Seat.RIGHT)
    right.leave()
    play_on(left)
    clock.now += 86400
    assert table.seconds_to_claim(Seat.LEFT) is None
    table.sit(right.visitor).leave()
    clock.now += 60
    assert table.seconds_to_claim(Seat.LEFT) == 0, "both have been back"


def test_a_reminder_is_over_when_the_player_moves(hall: Hall, clock: Clock) -> None:
    left, right = timed(hall)
    table = left.hall_table
    clock.now += 180
    table.remind(Seat.LEFT)
    clock.now += 60
    play_on(right)
    assert not table.clock.has_reminded
    with pytest.raises(Refusal, match="only after"):
        table.adjourn(Seat.LEFT)


def test_who_was_reminded_and_comes_back_has_the_whole_time_again(hall: Hall, clock: Clock) -> None:
    """A second window is no coming back."""
    left, right = timed(hall)
    table = left.hall_table
    clock.now += 180
    table.remind(Seat.LEFT)
    other = table.sit(right.visitor)
    assert table.clock.seconds_to_adjourn(Seat.LEFT) == 60
    for window in (right, other):
        window.leave()
    clock.now += 10
    table.sit(right.visitor)
    assert table.clock.seconds_to_remind(Seat.LEFT) == 180
    with pytest.raises(Refusal, match="only after"):
        table.adjourn(Seat.LEFT)


def test_the_time_is_kept_with_the_table_the_match_and_the_rematch(open_hall: Opening) -> None:
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    code = hall.create(anna, TIMED, Seat.LEFT).code
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    (table,) = hall.own_tables(anna)
    assert table.terms == TIMED
    hall.join(bruno, code)
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    (table,) = hall.own_tables(anna)
    assert table.terms == TIMED
    left, right = table.sit(anna), table.sit(bruno)
    while left.view.winner is None:
        play_on(left, right)
    for seat in Seat:
        table.rematch.ask(seat)
    assert table.rematch.successor is not None
    assert table.rematch.successor.terms.move_time == 180

"""The order of one's own tables, in the lobby and as `mine` tells them."""

from dataclasses import replace

from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Clock, opened, play_on

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.own_turns import Move, own_turns
from engarde_tui.serve.hall.time_limits import DAY, TimeLimit
from engine.en_garde import Seat

ONE_DAY, THREE_DAYS = (
    replace(TERMS, time_limit=TimeLimit(days * DAY, is_per_action=True)) for days in (1, 3)
)


def test_those_that_wait_for_a_member_come_first_with_least_time_left_and_then_the_newest(
    hall: Hall, clock: Clock
) -> None:
    """Wherever the opponents are."""
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    tables = []
    for terms in (TERMS, THREE_DAYS, ONE_DAY, TERMS, TERMS, ONE_DAY):
        left, _ = opened(hall, anna, bruno, terms)
        tables.append(left.hall_table)
        left.leave()
        clock.now += 10
    unlimited, long, short, newer, theirs, theirs_with_days = tables
    for table in (theirs, theirs_with_days):
        client = table.sit(anna)
        play_on(client)
        client.leave()
    waiting = hall.create(anna, TERMS, Seat.LEFT)
    order = [short, long, newer, unlimited, waiting, theirs_with_days, theirs]
    assert hall.own_tables(anna) == order
    turns = own_turns(hall.own_tables(anna), anna)
    assert [turn.table for turn in turns] == order
    assert [turn.move for turn in turns] == [Move.YOURS] * 4 + [Move.NOBODY] + [Move.THEIRS] * 2


def test_a_challenge_and_a_wish_for_a_rematch_wait_for_a_member_too(hall: Hall) -> None:
    anna, bruno, carla = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO), hall.admit("carla", CARLA)
    left, right = opened(hall, anna, bruno)
    while left.view.winner is None:
        play_on(left, right)
    challenge = hall.challenge(carla, "anna", TERMS, Seat.LEFT)
    waiting = hall.create(anna, TERMS, Seat.LEFT)
    left.hall_table.rematch.ask(Seat.RIGHT)
    assert hall.own_tables(anna) == [challenge, left.hall_table, waiting]
    turns = own_turns(hall.own_tables(anna), anna)
    assert [turn.table for turn in turns] == [challenge, waiting], "a match that is over is not unfinished"

"""Matches with a time limit: who is out of time loses, wherever the two are."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest
from serve.engines import ON_A_FILE
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Clock, Opening, fail, opened, play_on

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.own_turns import deadline, own_turns
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.time_keeping import end_overdue
from engarde_tui.serve.hall.time_limits import DAY, LIMITS, TimeLimit
from engarde_tui.serve.hall.time_rows import TimeRows
from engine.en_garde import Reason, Seat
from engine.game import games

DAYS = replace(TERMS, time_limit=TimeLimit(3 * DAY, is_per_action=True))
CLOCK = replace(TERMS, time_limit=TimeLimit(300, 3))


def begun(hall: Hall, *, days: bool = True, key: str | None = BRUNO) -> tuple[HallClient, HallClient]:
    """A match in which anna, on the left, is to move; both are there."""
    terms = DAYS if days else CLOCK
    return opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", key), terms)


def left_of(table: Table, seat: Seat) -> float:
    assert table.time is not None
    return table.time.left(seat)


def lost_by(table: Table) -> tuple[Seat, str]:
    match = table.summary
    assert match is not None
    assert match.winner is not None
    return match.winner.other, match.finished[-1].reason


def backdate(hall: Hall, seconds: float) -> None:
    """Let the stored times end so much earlier."""
    with hall.register.database.writing() as connection:
        connection.execute("UPDATE time_left SET ends = ends - ?", (seconds,))


@contextmanager
def no_time_saved(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The disk is full for times alone."""
    with monkeypatch.context() as patched:
        patched.setattr(TimeRows, "save_with", fail)
        yield


@pytest.mark.parametrize("limit", LIMITS)
def test_each_limit_is_read_back_as_it_was_written(limit: TimeLimit) -> None:
    assert TimeLimit.parse(str(limit)) == limit


@pytest.mark.parametrize("text", ["", "2d", "0d", "5+0", "10+5s", "999+999", "١d", "-1d"])
def test_no_other_limit_is_read(text: str) -> None:
    with pytest.raises(ValueError, match="time limit"):
        TimeLimit.parse(text)


def test_days_run_from_the_deal_and_anew_with_each_turn(hall: Hall, clock: Clock) -> None:
    left, right = begun(hall)
    table = left.hall_table
    assert left_of(table, Seat.LEFT) == 3 * DAY
    clock.now += 2 * DAY
    assert left_of(table, Seat.LEFT) == DAY
    play_on(left)
    assert left_of(table, Seat.RIGHT) == 3 * DAY
    clock.now += DAY
    play_on(right)
    assert left_of(table, Seat.LEFT) == 3 * DAY


def test_who_is_out_of_time_loses_though_nobody_is_there_and_is_told(hall: Hall, clock: Clock) -> None:
    left, right = begun(hall)
    table = left.hall_table
    for client in (left, right):
        client.leave()
    clock.now += 3 * DAY - 1
    end_overdue(hall, hall.register.hall_time())
    assert not table.is_over
    clock.now += 1
    end_overdue(hall, hall.register.hall_time())
    assert lost_by(table) == (Seat.LEFT, Reason.TIME)
    assert not table.match.is_open
    for client in (left, right):
        (result,) = hall.results.unseen(client.visitor)
        assert result.match.score == (0, 2)
        assert result.seat is client.alone
    clock.now += 10 * DAY
    end_overdue(hall, hall.register.hall_time())
    assert hall.register.times.all() == {}


def test_who_is_out_of_time_loses_while_sitting_there(hall: Hall, clock: Clock) -> None:
    left, right = begun(hall)
    play_on(left)
    clock.now += 3 * DAY
    end_overdue(hall, hall.register.hall_time())
    assert lost_by(left.hall_table) == (Seat.RIGHT, Reason.TIME)
    assert right.view.round.result is not None
    assert left.match.revision == 2


def test_the_stored_times_decide(hall: Hall) -> None:
    left, _ = begun(hall)
    backdate(hall, 3 * DAY)
    end_overdue(hall, hall.register.hall_time())
    assert lost_by(left.hall_table) == (Seat.LEFT, Reason.TIME)


def test_a_restart_takes_no_time_away_and_gives_an_hour_at_least(open_hall: Opening, clock: Clock) -> None:
    begun(open_hall())
    clock.now += DAY
    hall = open_hall()
    (table,) = hall.own_tables(hall.admit("anna", ANNA))
    assert table.terms == DAYS
    assert left_of(table, Seat.LEFT) == 2 * DAY
    hall = open_hall(closed=30 * DAY)
    (table,) = hall.own_tables(hall.admit("anna", ANNA))
    assert left_of(table, Seat.LEFT) == 2 * DAY
    clock.now += 2 * DAY - 60
    hall = open_hall(closed=DAY)
    end_overdue(hall, hall.register.hall_time())
    (table,) = hall.own_tables(hall.admit("anna", ANNA))
    assert left_of(table, Seat.LEFT) == 3600
    clock.now += 3600
    end_overdue(hall, hall.register.hall_time())
    assert lost_by(table) == (Seat.LEFT, Reason.TIME)


def test_a_clock_runs_once_both_are_there_and_gives_seconds_back(hall: Hall, clock: Clock) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = hall.create(anna, CLOCK, Seat.LEFT)
    hall.join(bruno, table.code)
    clock.now += 1000
    left = table.sit(anna)
    clock.now += 1000
    end_overdue(hall, hall.register.hall_time())
    assert left_of(table, Seat.LEFT) == 300
    right = table.sit(bruno)
    clock.now += 10
    assert left_of(table, Seat.LEFT) == 290
    play_on(left)
    assert left_of(table, Seat.LEFT) == 293
    clock.now += 100
    play_on(right)
    assert left_of(table, Seat.RIGHT) == 203
    clock.now += 293
    end_overdue(hall, hall.register.hall_time())
    assert lost_by(table) == (Seat.LEFT, Reason.TIME)


def test_a_clock_goes_on_while_a_player_is_away_and_stops_while_the_hall_is_closed(
    open_hall: Opening, clock: Clock
) -> None:
    hall = open_hall()
    left, _ = begun(hall, days=False)
    left.leave()
    clock.now += 100
    assert left_of(left.hall_table, Seat.LEFT) == 200
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    (table,) = hall.own_tables(anna)
    clock.now += 1000
    table.sit(anna)
    clock.now += 1000
    end_overdue(hall, hall.register.hall_time())
    assert not table.is_over
    table.sit(bruno)
    clock.now += 300
    end_overdue(hall, hall.register.hall_time())
    assert lost_by(table) == (Seat.LEFT, Reason.TIME)


def test_between_rounds_nobody_s_time_runs(hall: Hall, clock: Clock) -> None:
    left, right = begun(hall, days=False)
    while left.view.round.result is None:
        play_on(left, right)
    clock.now += 1000
    end_overdue(hall, hall.register.hall_time())
    assert not left.hall_table.is_over
    assert hall.register.times.overdue(clock.now + DAY) == []
    play_on(left, right)
    assert hall.register.times.overdue(clock.now + DAY) != []


def test_nothing_can_be_claimed_where_a_time_decides(hall: Hall, clock: Clock) -> None:
    left, right = begun(hall)
    play_on(left)
    right.leave()
    clock.now += 1000
    assert left.hall_table.seconds_to_claim(Seat.LEFT) is None


def test_an_end_that_cannot_be_saved_is_tried_again(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, _ = begun(hall)
    clock.now += 3 * DAY
    with monkeypatch.context() as patched:
        patched.setattr(LiveMatch, "give_up", fail)
        with pytest.raises(Problem):
            end_overdue(hall, hall.register.hall_time())
    assert not left.hall_table.is_over
    assert [*hall.results.unseen(left.visitor)] == []
    end_overdue(hall, hall.register.hall_time())
    assert left.hall_table.is_over


def test_one_match_that_cannot_be_ended_holds_up_no_other(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = begun(hall)
    second, _ = opened(hall, hall.admit("carla", CARLA), hall.admit("dora", "SHA256:dora"), DAYS)
    clock.now += 3 * DAY
    with monkeypatch.context() as patched:
        patched.setattr(first.match, "give_up", fail)
        with pytest.raises(Problem):
            end_overdue(hall, hall.register.hall_time())
    assert not first.hall_table.is_over
    assert second.hall_table.is_over


def test_an_action_whose_time_cannot_be_saved_does_not_count(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, _ = begun(hall)
    before = left.view
    with no_time_saved(monkeypatch), pytest.raises(Problem):
        play_on(left)
    assert left.view == before
    assert left_of(left.hall_table, Seat.RIGHT) == 3 * DAY
    play_on(left)
    assert left.view != before


def test_a_guest_who_never_came_to_a_table_with_a_clock_loses_it_by_a_claim(hall: Hall, clock: Clock) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    table = hall.create(anna, CLOCK, Seat.RIGHT)
    hall.join(guest, table.code)
    table.sit(anna)
    hall.dismiss(guest)
    clock.now += 60
    assert table.seconds_to_claim(Seat.RIGHT) == 0


def test_a_clock_keeps_its_time_while_the_hall_is_closed(open_hall: Opening, clock: Clock) -> None:
    hall = open_hall()
    begun(hall, days=False)
    clock.now += 100
    hall = open_hall(closed=DAY)
    (table,) = hall.own_tables(hall.admit("anna", ANNA))
    assert left_of(table, Seat.LEFT) == 200


@pytest.mark.by_day(2)
@ON_A_FILE
@pytest.mark.parametrize("column", ["left", "ends"])
@pytest.mark.parametrize("value", ["9e999", "-1", "'x'"])
def test_damaged_times_give_the_whole_time(open_hall: Opening, clock: Clock, column: str, value: str) -> None:
    hall = open_hall()
    begun(hall)
    with hall.register.database.writing() as connection:
        connection.execute(f"UPDATE time_left SET {column} = {value}")
    hall = open_hall()
    (table,) = hall.own_tables(hall.admit("anna", ANNA))
    assert left_of(table, Seat.LEFT) == 3 * DAY


def test_who_is_there_when_the_time_ends_is_not_told_again(hall: Hall, clock: Clock) -> None:
    left, _ = begun(hall)
    clock.now += 3 * DAY
    end_overdue(hall, hall.register.hall_time())
    assert [*hall.results.unseen(left.visitor)] == []


def test_an_action_taken_back_is_not_played_again(hall: Hall) -> None:
    """In the second game; there turns have several actions."""
    source, taken = Random(1), 0
    game = games()["swords-and-shields"]
    terms = TableTerms(game.presets[game.default], 1, "left", listed=True, plays_forced=True)
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO), terms)
    while left.view.winner is None:
        acting = left if left.view.round.legal else right
        plays = len(acting.view.round.plays)
        acting.play(source.choice(acting.view.round.legal), acting.match.revision)
        if acting.match.can_undo and acting.view.round.legal and source.random() < 0.3:
            before = len(acting.view.round.plays)
            assert before > plays
            acting.match.undo()
            assert len(acting.view.round.plays) < before
            taken += 1
    assert taken


def test_the_time_is_kept_with_the_rematch(hall: Hall, clock: Clock) -> None:
    left, _ = begun(hall)
    table = left.hall_table
    clock.now += 3 * DAY
    end_overdue(hall, hall.register.hall_time())
    for seat in Seat:
        table.rematch.ask(seat)
    assert table.rematch.successor is not None
    assert table.rematch.successor.terms.time_limit == DAYS.time_limit
    assert left_of(table.rematch.successor, Seat.RIGHT) == 3 * DAY


def test_mine_tells_the_deadline(hall: Hall, clock: Clock) -> None:
    left, _ = begun(hall)
    (turn,) = own_turns(hall.own_tables(left.visitor), left.visitor)
    assert deadline(turn.table) == clock.now + 3 * DAY


def test_forced_actions_are_played_where_that_is_agreed(hall: Hall) -> None:
    """Whoever is to move has a choice then; a match without that has actions that are forced."""
    forced, source = 0, Random(7)
    for plays_forced in (False, True):
        terms = replace(TERMS, target=5, plays_forced=plays_forced)
        left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO), terms)
        while left.view.winner is None:
            acting = next((client for client in (left, right) if client.view.round.legal), None)
            if acting is None:
                play_on(left, right)
                continue
            legal = acting.view.round.legal
            if len(legal) == 1:
                assert not plays_forced
                forced += 1
            acting.play(source.choice(legal), acting.match.revision)
    assert forced

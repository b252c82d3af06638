"""Two processes of a hall agree on the times of its matches, and on what follows their ends."""

from dataclasses import replace

from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, finished, play_on
from serve.postgres.two_halls import TwoHalls, acting, agree, entries, play_first

from engarde_tui.serve.hall.time_keeping import end_overdue
from engarde_tui.serve.hall.time_limits import DAY, TimeLimit
from engine.game import TIME, Seat, games

EN_GARDE = "en-garde"
OTHER_GAME = next(game for name, game in games().items() if name != EN_GARDE)


# --- times ---


def test_both_know_the_time_left_of_days(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, time_limit=TimeLimit(3 * DAY, is_per_action=True)))
    for _ in range(3):
        first, second = acting(left, right)
        both.clock.now += DAY
        play_first(first)
        both.settle()
        for table in (left.hall_table, right.hall_table):
            assert table.time is not None
            assert table.time.running is second.alone
            assert table.deadline == both.clock.now + 3 * DAY


def test_a_clock_runs_once_both_are_there_wherever_and_keeps_what_is_left(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    table = both.one.create(anna, replace(TERMS, time_limit=TimeLimit(300, 3)), Seat.LEFT)
    both.settle()
    there = both.other.join(bruno, table.code)
    right = there.sit(bruno)
    both.settle()
    assert table.time is not None
    assert there.time is not None
    assert table.time.running is there.time.running is None
    left = table.sit(anna)
    both.settle()
    for used, expected in ((10, (293, 300)), (20, (293, 283)), (30, (266, 283))):
        first, _ = acting(left, right)
        both.clock.now += used
        play_first(first)
        both.settle()
        for time in (table.time, there.time):
            assert (round(time.left(Seat.LEFT)), round(time.left(Seat.RIGHT))) == expected


def test_the_end_of_a_time_noticed_by_both_ends_the_match_once(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, time_limit=TimeLimit(300, 3)))
    late, other = acting(left, right)
    both.clock.now += 301
    for hall in both.halls:
        end_overdue(hall, hall.register.hall_time())
    both.settle()
    for client in (left, right):
        assert client.view.winner is other.alone
        assert client.view.finished[-1].result.reason == TIME
        assert client.hall_table.time is not None
        assert client.hall_table.time.running is None
    assert agree(left, right)
    assert len(entries(both.one)) == 3
    assert late.alone is not None
    for hall in both.halls:
        end_overdue(hall, hall.register.hall_time())
    assert len(entries(both.one)) == 3


def test_an_action_in_time_elsewhere_is_not_ended_by_who_has_not_heard_of_it(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, time_limit=TimeLimit(300, 3)))
    first, _ = acting(left, right)
    both.clock.now += 299
    play_first(first)
    both.clock.now += 2
    for hall in both.halls:
        end_overdue(hall, hall.register.hall_time())
    both.settle()
    assert left.view.winner is None
    assert agree(left, right)


# --- afterwards ---


def test_a_result_seen_at_one_is_seen_at_the_other(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, target=1))
    right.leave()
    both.settle()
    left.resign(Seat.LEFT, left.match.revision)
    both.settle()
    bruno = right.visitor
    (result,) = both.other.results.unseen(bruno)
    assert result.match.winner is Seat.RIGHT
    window = both.one.admit("bruno", BRUNO)
    both.one.results.see(window, result.match.id)
    both.settle()
    assert list(both.other.results.unseen(bruno)) == []


def test_matches_of_one_member_that_end_at_both_at_once_count_once_each(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.one.admit("bruno", BRUNO)
    here, carla = both.other.admit("anna", ANNA), both.other.admit("carla", CARLA)
    both.settle()
    # Neither has heard of what the other one has counted.
    finished(both.one, anna, bruno)
    finished(both.other, here, carla)
    both.settle()
    one, other = (
        [hall.register.ratings.standing(visitor.account, EN_GARDE) for visitor in (anna, bruno, carla)]
        for hall in both.halls
    )
    assert one == other
    assert all(one)
    changes = [both.one.register.ratings.changes(match_id)[Seat.LEFT] for match_id in (1, 2)]
    assert one[0] is not None
    assert changes[0].after == changes[1].before
    assert changes[1].after == one[0].rating.value
    rounds = sum(entry.startswith("Round ") for match_id in (1, 2) for entry in entries(both.one, match_id))
    assert one[0].rounds == rounds


def test_screens_at_both_hear_once_a_rating_has_changed(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, target=1))
    labels: list[str] = []
    both.other.bus.subscribe(
        right.hall_table.topic, lambda _: labels.append(right.hall_table.rating(Seat.LEFT))
    )
    while left.view.winner is None:
        play_on(left, right)
        both.settle()
    assert labels[-1] == left.hall_table.rating(Seat.LEFT) != ""
    assert right.hall_table.rating_changes == left.hall_table.rating_changes != {}


def test_a_rematch_asked_for_at_one_and_granted_at_the_other_begins_at_both(both: TwoHalls) -> None:
    left, right = both.finished(replace(TERMS, target=1), right_key=None)
    table, there = left.hall_table, right.hall_table
    table.rematch.ask(Seat.LEFT)
    both.settle()
    assert there.rematch.is_wanted_by(Seat.LEFT)
    there.rematch.ask(Seat.RIGHT)
    both.settle()
    assert table.rematch.successor is not None
    assert there.rematch.successor is not None
    assert table.rematch.successor.match.id == there.rematch.successor.match.id == 2
    new, other = table.rematch.successor.sit(left.visitor), there.rematch.successor.sit(right.visitor)
    assert (new.alone, other.alone) == (Seat.LEFT, Seat.RIGHT)
    code = right.hall_table.seats.code(Seat.RIGHT)
    both.settle()
    for hall in both.halls:
        assert hall.join(hall.admit("stranger", None), code).match.id == 2


def test_a_rematch_asked_for_at_both_at_once_begins_once(both: TwoHalls) -> None:
    left, right = both.finished(replace(TERMS, target=1))
    table, there = left.hall_table, right.hall_table
    table.rematch.ask(Seat.LEFT)
    there.rematch.ask(Seat.RIGHT)
    both.settle()
    assert table.rematch.successor is not None
    assert there.rematch.successor is not None
    assert table.rematch.successor.match.id == there.rematch.successor.match.id
    assert both.one.store.ids() == [2, 1]
    new, other = table.rematch.successor.sit(left.visitor), there.rematch.successor.sit(right.visitor)
    both.settle()
    play_on(new, other)
    both.settle()
    assert agree(new, other)


def test_a_wish_for_a_rematch_ends_with_whoever_had_it(both: TwoHalls) -> None:
    left, right = both.finished(replace(TERMS, target=1))
    left.hall_table.rematch.ask(Seat.LEFT)
    both.settle()
    left.leave()
    both.settle()
    assert not right.hall_table.rematch.is_wanted_by(Seat.LEFT)

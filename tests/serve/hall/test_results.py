"""Results wait until they were seen, whoever wins and however the match ends."""

import pytest
from serve.hall.visitors import (
    ANNA,
    BRUNO,
    CARLA,
    Clock,
    Opening,
    fail,
    finished,
    opened,
    own_matches,
    play_on,
)

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import HallClient
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.storage.journal import Journal
from engine.en_garde import Seat


def leave(client: HallClient, *, has_seen: bool) -> None:
    """Get up from a table whose match is over."""
    client.has_seen_end = has_seen
    client.leave()


def claimed(hall: Hall, clock: Clock, key: str | None = BRUNO) -> Visitor:
    """Let anna claim a match from bruno, who is in the hall but not at the table; return bruno."""
    bruno = hall.admit("bruno", key)
    left, right = opened(hall, hall.admit("anna", ANNA), bruno)
    play_on(left)
    right.leave()
    clock.now += 60
    left.hall_table.claim(Seat.LEFT)
    leave(left, has_seen=True)
    return bruno


def test_a_member_is_told_until_the_result_is_seen_also_after_a_restart(
    open_hall: Opening, clock: Clock
) -> None:
    claimed(open_hall(), clock)
    for _ in range(2):
        hall = open_hall()
        anna, bruno, carla = (
            hall.admit(name, key) for name, key in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA))
        )
        (result,) = hall.results.unseen(bruno)
        assert result.match.score == (2, 0)
        assert result.seat is Seat.RIGHT
        assert [*hall.results.unseen(anna)] == [*hall.results.unseen(carla)] == []
    hall.results.see(bruno, result.match.id)
    assert [*hall.results.unseen(bruno)] == []
    hall = open_hall()
    assert [*hall.results.unseen(hall.admit("bruno", BRUNO))] == []


def test_a_guest_is_told_while_the_visit_lasts(hall: Hall, clock: Clock) -> None:
    bruno = claimed(hall, clock, key=None)
    (result,) = hall.results.unseen(bruno)
    assert [*hall.results.unseen(hall.admit("bruno", None))] == []
    hall.results.see(bruno, result.match.id)
    assert [*hall.results.unseen(bruno)] == []


@pytest.mark.parametrize("key", [BRUNO, None])
def test_whoever_has_seen_the_end_at_the_table_is_not_told_again(hall: Hall, key: str | None) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", key)
    left, right = opened(hall, anna, bruno)
    while left.view.winner is None:
        play_on(left, right)
    assert [*hall.results.unseen(anna)] == [*hall.results.unseen(bruno)] == [], "they are at the table"
    for client in (left, right):
        leave(client, has_seen=True)
    assert [*hall.results.unseen(anna)] == [*hall.results.unseen(bruno)] == []


@pytest.mark.parametrize("key", [BRUNO, None])
def test_whoever_left_before_the_last_action_is_told_whoever_wins(hall: Hall, key: str | None) -> None:
    for resigning in Seat:
        anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", key)
        left, right = opened(hall, anna, bruno)
        right.leave()
        left.match.give_up(resigning)
        leave(left, has_seen=True)
        (result,) = hall.results.unseen(bruno)
        assert result.match.winner is resigning.other
        assert [*hall.results.unseen(anna)] == []
        hall.results.see(bruno, result.match.id)


def test_an_end_below_a_page_or_over_a_lost_line_is_told_again(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    left.match.give_up(Seat.RIGHT)
    leave(left, has_seen=False)
    bruno.lost = True
    leave(right, has_seen=True)
    assert len([*hall.results.unseen(anna)]) == len([*hall.results.unseen(bruno)]) == 1


def test_a_kill_right_after_the_last_action_loses_no_result(open_hall: Opening) -> None:
    hall = open_hall()
    finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    hall = open_hall()
    for name, key in (("anna", ANNA), ("bruno", BRUNO)):
        assert len([*hall.results.unseen(hall.admit(name, key))]) == 1


def test_a_match_that_goes_on_or_was_deleted_or_had_no_table_is_not_told(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    for client in (left, right):
        client.leave()
    assert [*hall.results.unseen(anna)] == []
    match_id = left.hall_table.match.id
    assert match_id is not None
    own_matches(hall, "bruno").delete(match_id)
    left = left.hall_table.sit(anna)
    left.match.give_up(Seat.LEFT)
    leave(left, has_seen=True)
    assert [*hall.results.unseen(bruno)] == []


def test_a_claim_that_fails_tells_nobody(hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    bruno = hall.admit("bruno", BRUNO)
    left, right = opened(hall, hall.admit("anna", ANNA), bruno)
    play_on(left)
    right.leave()
    clock.now += 60
    with monkeypatch.context() as broken:
        broken.setattr(Journal, "write", fail)
        with pytest.raises(Problem, match="the disk is full"):
            left.hall_table.claim(Seat.LEFT)
    assert not left.hall_table.is_over
    assert [*hall.results.unseen(bruno)] == []

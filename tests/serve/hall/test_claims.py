"""Claims are noted for whoever lost the match, until they have been told."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, Clock, Opening, fail, opened, play_on

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.storage.journal import Journal
from engine.en_garde import Seat


def claimed(hall: Hall, clock: Clock, key: str | None = BRUNO) -> Visitor:
    """Let anna claim a match from bruno, who is in the hall but not at the table; return bruno."""
    bruno = hall.admit("bruno", key)
    left, right = opened(hall, hall.admit("anna", ANNA), bruno)
    play_on(left)
    right.leave()
    clock.now += 60
    left.hall_table.claim(Seat.LEFT)
    left.leave()
    return bruno


def test_a_member_is_told_until_the_claim_is_forgotten_also_after_a_restart(
    open_hall: Opening, clock: Clock
) -> None:
    claimed(open_hall(), clock)
    for _ in range(2):
        hall = open_hall()
        anna, bruno, carla = (
            hall.admit(name, key) for name, key in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA))
        )
        (match,) = hall.claims.untold(bruno)
        assert match.score == (2, 0)
        assert hall.claims.untold(anna) == hall.claims.untold(carla) == []
    hall.claims.forget(bruno, match.id)
    assert hall.claims.untold(bruno) == []
    hall = open_hall()
    assert hall.claims.untold(hall.admit("bruno", BRUNO)) == []


def test_a_guest_is_told_while_the_visit_lasts(hall: Hall, clock: Clock) -> None:
    bruno = claimed(hall, clock, key=None)
    (match,) = hall.claims.untold(bruno)
    assert hall.claims.untold(hall.admit("bruno", None)) == []
    hall.claims.forget(bruno, match.id)
    assert hall.claims.untold(bruno) == []


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
    assert hall.claims.untold(bruno) == []


@pytest.mark.parametrize("key", [BRUNO, None])
@pytest.mark.parametrize("can_forget", [True, False])
def test_a_claim_that_has_failed_is_not_told_when_the_match_ends_otherwise(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch, key: str | None, can_forget: bool
) -> None:
    """Neither if it is played to its end, nor if the other one claims it."""
    for claims in (False, True):
        anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", key)
        left, right = opened(hall, anna, bruno)
        table = left.hall_table
        play_on(left)
        right.leave()
        clock.now += 60
        with monkeypatch.context() as broken:
            broken.setattr(Journal, "write", fail)
            if not can_forget:
                broken.setattr(hall.register.tables, "forget_claim", fail)
            with pytest.raises(Problem, match="the disk is full"):
                table.claim(Seat.LEFT)
        right = table.sit(bruno)
        while not claims and not table.is_over:
            play_on(left, right)
        if claims:
            while table.clock.to_move is not Seat.LEFT:
                play_on(right)
            left.leave()
            clock.now += 60
            table.claim(Seat.RIGHT)
        assert hall.claims.untold(bruno) == []


def test_a_match_that_cannot_be_noted_cannot_be_claimed(hall: Hall, clock: Clock, tmp_path: Path) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    play_on(left)
    right.leave()
    clock.now += 60
    with closing(sqlite3.connect(tmp_path / "hall.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Problem, match="cannot read or write its register"):
            left.hall_table.claim(Seat.LEFT)
    assert not left.hall_table.is_over
    left.hall_table.claim(Seat.LEFT)
    assert left.hall_table.is_over

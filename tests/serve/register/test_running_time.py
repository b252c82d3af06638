"""Names become free by the time that the hall has run, whatever the clock says."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from serve.hall.visitors import Clock
from serve.register.rows import ANNA, CLARA, tamper

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register

DAY = 24 * 3600

Opening = Callable[[], Register]


@pytest.fixture
def wall() -> Clock:
    """The time of day."""
    return Clock()


@pytest.fixture
def running() -> Clock:
    """The seconds since the machine was started."""
    return Clock()


@pytest.fixture
def register_in(tmp_path: Path, wall: Clock, running: Clock) -> Opening:
    """Open the register, as at a start of the hall."""
    return lambda: Register(tmp_path, clock=wall, monotonic=running, names_days=30)


@pytest.mark.parametrize("days", [400, -400, 40_000])
def test_a_clock_that_is_wrong_makes_no_name_free(register_in: Opening, wall: Clock, days: int) -> None:
    """Neither at the start nor while the hall runs, nor once the clock is right again."""
    with closing(register_in()) as register:
        register.names.claim(ANNA, "anna")
        wall.now += days * DAY
        assert not register.names.is_unused("anna")
    with closing(register_in()) as register:
        assert not register.names.is_unused("anna")
        assert register.names.claim(ANNA, "anna").name == "anna"
        wall.now -= days * DAY
        assert not register.names.is_unused("anna")


def test_the_days_in_which_the_hall_ran_count_over_restarts(register_in: Opening, running: Clock) -> None:
    """Even after the machine was started anew; those in which it was closed do not."""
    with closing(register_in()) as register:
        register.names.claim(ANNA, "anna")
    for _ in range(31):
        with closing(register_in()) as register:
            assert not register.names.is_unused("anna")
            running.now += DAY
        running.now = 5.0
    with closing(register_in()) as register:
        assert not register.names.is_unused("anna")
        running.now += DAY / 2
        assert register.names.is_unused("anna")


def test_what_was_saved_counts_after_a_kill(register_in: Opening, running: Clock, tmp_path: Path) -> None:
    with closing(register_in()) as register:
        register.names.claim(ANNA, "anna")
        running.now += 40 * DAY
        register.running_time.save()
        register.database.close()
    with closing(register_in()) as register:
        assert register.names.is_unused("anna")


def test_every_use_begins_the_time_anew(register_in: Opening, running: Clock, wall: Clock) -> None:
    """Also if the clock stands still or goes back."""
    with closing(register_in()) as register:
        for _ in range(3):
            assert register.names.claim(ANNA, "anna").name == "anna"
            running.now += 29 * DAY
            wall.now -= DAY
            assert not register.names.is_unused("anna")
        register.names.claim(ANNA, "anna")
        (own,) = register.names.keys_of("anna")
        assert own.seen == wall.now


def test_it_is_logged_when_a_name_goes_to_another_key(
    tmp_path: Path, running: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Hall(Register(tmp_path, monotonic=running, names_days=30))) as hall:
        hall.dismiss(hall.admit("anna", ANNA))
        running.now += 32 * DAY
        assert hall.admit("Anna", CLARA).member
    assert "event=freed name=Anna reason=unused" in caplog.text


@pytest.mark.parametrize("damage", ["UPDATE account_key SET used = 'x'", "UPDATE running SET seconds = 'x'"])
def test_damage_makes_no_name_free(tmp_path: Path, register_in: Opening, running: Clock, damage: str) -> None:
    with closing(register_in()) as register:
        register.names.claim(ANNA, "anna")
        running.now += 20 * DAY
    tamper(tmp_path, damage)
    with closing(register_in()) as register:
        running.now += 20 * DAY
        assert not register.names.is_unused("anna")
        assert register.names.claim(ANNA, "anna").name == "anna"

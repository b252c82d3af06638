"""The time that the hall has run: by it names become free and deadlines end, whatever the clock says."""

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
        register.hall_time.beat()
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


@pytest.mark.parametrize("set_by", [0, 600, -600, 400 * DAY])
def test_time_in_which_the_hall_did_not_run_is_missed(
    register_in: Opening, running: Clock, tmp_path: Path, set_by: float
) -> None:
    """Its processes were stopped, or its machine slept, and the clock may have been set meanwhile."""
    with closing(register_in()) as register:
        time = register.hall_time
        for _ in range(5):
            running.now += 3
            assert time.beat() == 0
        running.now += 312
        tamper(tmp_path, "UPDATE running SET at = at - ?", set_by)
        assert time.beat() == pytest.approx(312, abs=5)
        assert time() == pytest.approx(15, abs=5)
        assert time.beat() == 0


def test_a_process_hears_what_the_hall_has_missed(register_in: Opening, running: Clock) -> None:
    with closing(register_in()) as register, closing(register_in()) as other:
        register.hall_time.beat()
        running.now += 312
        assert other.hall_time() == 312
        register.hall_time.beat()
        other.hall_time.read()
        assert other.hall_time() == pytest.approx(register.hall_time(), abs=5)


def test_where_another_machine_goes_on_nothing_is_missed(register_in: Opening, running: Clock) -> None:
    with closing(register_in()) as stopped, closing(register_in()) as other:
        stopped.hall_time.beat()
        other.hall_time.beat()
        for _ in range(100):
            running.now += 3
            assert other.hall_time.beat() == 0
        assert stopped.hall_time.beat() == pytest.approx(0, abs=5)
        assert stopped.hall_time() == pytest.approx(300, abs=5)


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

"""A hall without SSH and screens, and a clock that goes only when it is told to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serve.hall.visitors import Clock, Opening, killed

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_hall(tmp_path: Path, database_url: str, clock: Clock) -> Iterator[Opening]:
    """Open a hall on the same folder, as after a restart, for which it was closed for some seconds.

    The one before is left as a kill leaves it, but it has noted how long it has run.
    """
    halls: list[Hall] = []

    def opening(closed: float = 0) -> Hall:
        for hall in halls[-1:]:
            hall.register.hall_time.stop()
            killed(hall)
        clock.now += closed
        register = Register(tmp_path, database_url, clock=clock, monotonic=clock, names_days=30)
        halls.append(Hall(register, absence=60, per_network=10, table_hours=24, clock=clock))
        return halls[-1]

    yield opening
    halls[-1].close()


@pytest.fixture
def hall(open_hall: Opening) -> Hall:
    return open_hall()

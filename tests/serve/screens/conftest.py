"""A hall for sessions without SSH."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serve.hall.visitors import Clock

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register


@pytest.fixture
def hall(tmp_path: Path, database_url: str) -> Iterator[Hall]:
    """One in which nobody has to wait to claim a match, and no time passes."""
    hall = Hall(Register(tmp_path / "hall", database_url), absence=0, clock=lambda: 1000.0)
    yield hall
    hall.close()


@pytest.fixture
def clock(hall: Hall) -> Clock:
    """A clock for the hall that goes only when it is told to."""
    clock = Clock()
    hall.clock = clock
    return clock

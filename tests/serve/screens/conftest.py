"""A hall for sessions without SSH."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serve.hall.visitors import Clock

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register


@pytest.fixture
def clock() -> Clock:
    """The hall's clock, which goes only when it is told to."""
    return Clock()


@pytest.fixture
def hall(tmp_path: Path, database_url: str, clock: Clock) -> Iterator[Hall]:
    """One in which nobody has to wait to claim a match."""
    hall = Hall(Register(tmp_path / "hall", database_url, monotonic=clock), absence=0, clock=clock)
    yield hall
    hall.close()

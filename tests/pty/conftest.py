"""Fixtures for tests in a real terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pty_table import engarde
from pty_terminal import Terminal


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of the stored matches."""
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> Iterator[Terminal]:
    """The program at a table with a curtain that can be lifted at once."""
    with engarde("play", "--seed", "7", data=data) as terminal:
        terminal.wait_for("space lifts")
        terminal.settle()
        yield terminal

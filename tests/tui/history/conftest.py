"""A store with matches in it."""

from pathlib import Path

import pytest
from tui.shelf import stocked

from engarde_tui.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Ten matches: each third unfinished."""
    return stocked(tmp_path / "data")

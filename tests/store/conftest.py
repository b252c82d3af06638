"""A new store for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from store.keeping import Clock

from engarde_tui.storage import database as database_module
from engarde_tui.storage.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where nothing is yet."""
    return tmp_path / "data"


@pytest.fixture
def clock() -> Clock:
    """What the store of a test goes by."""
    return Clock()


@pytest.fixture
def store(folder: Path, clock: Clock) -> Iterator[Store]:
    """A new one."""
    store = Store(folder, clock)
    yield store
    store.close()


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes need not be waited for that will not let go."""
    monkeypatch.setattr(database_module, "_SECONDS_TO_WAIT", 0)

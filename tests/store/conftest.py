"""A new store for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from store.keeping import Clock

from engarde_tui.storage import sqlite as sqlite_module
from engarde_tui.storage.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def clock() -> Clock:
    """The store's clock."""
    return Clock()


@pytest.fixture
def store(folder: Path, clock: Clock) -> Iterator[Store]:
    """A new one."""
    store = Store(folder, clock)
    yield store
    store.close()


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for locked files."""
    monkeypatch.setattr(sqlite_module, "_SECONDS_TO_WAIT", 0)

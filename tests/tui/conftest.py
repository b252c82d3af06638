"""Fixtures for tests of the interface: a fixed terminal, scripted bots, a store."""

import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from textual import constants
from tui.rivals import Held, Holding, Scripted, Seated

from engarde_tui.screens.replay import SPEEDS
from engarde_tui.storage.store import Store

_FOREIGN = (
    "NO_COLOR",
    "NO_MOTION",
    "FORCE_COLOR",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
    "COLUMNS",
    "LINES",
    "SSH_CONNECTION",
)
"""Other variables that change how Textual and Rich draw."""


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A true-colour terminal without the user's own settings."""
    for name in os.environ:
        if name in _FOREIGN or (name.startswith("TEXTUAL") and "SNAPSHOT" not in name):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("ENGARDE_DATA", str(tmp_path))
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    # Textual has read its own settings when it was imported.
    monkeypatch.setattr(constants, "COLOR_SYSTEM", "auto")
    monkeypatch.setattr(constants, "FILTERS", "")
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True)
def slow_autoplay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep replays from stepping on their own, however long a test takes."""
    for speed, seconds in SPEEDS.items():
        monkeypatch.setitem(SPEEDS, speed, 3600 * seconds)


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Seated:
    """Replace every bot with one that gives the test's answers."""

    def seat(*answers: object) -> Scripted:
        bot = Scripted(*answers)
        monkeypatch.setattr("engarde_tui.play.players.bot_named", lambda game, name: bot)
        return bot

    return seat


@pytest.fixture
async def held(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Holding]:
    """Replace every bot with one that thinks until the test lets it answer, or ends.

    Asynchronous, so that it ends before the loop does, which waits for its threads.
    """
    bots: list[Held] = []

    def seat(*answers: object) -> Held:
        bots.append(Held(*answers))
        monkeypatch.setattr("engarde_tui.play.players.bot_named", lambda game, name: bots[-1])
        return bots[-1]

    yield seat
    for bot in bots:
        bot.may_answer.set()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store that does not wait for locked files."""
    return Store(tmp_path / "data", patience=0)


@pytest.fixture
def lock(store: Store) -> Iterator[Callable[[bool], None]]:
    """Lock the store's file as another program would, or unlock it."""
    with store.database.writing():
        pass
    other = sqlite3.connect(store.path, isolation_level=None)
    yield lambda locked: other.execute("BEGIN IMMEDIATE" if locked else "ROLLBACK") and None
    other.close()

"""What every test of the user interface needs: the same terminal, whoever runs it."""

import os
import time
from pathlib import Path

import pytest
from textual import constants

_FOREIGN = (
    "NO_COLOR",
    "FORCE_COLOR",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
    "COLUMNS",
    "LINES",
    "SSH_CONNECTION",
)
"""What else changes how Textual and rich draw."""


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An ordinary terminal with true colours and none of the tester's own settings."""
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

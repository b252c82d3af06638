"""What the tests of replays share."""

from functools import cache

import pytest

from engine.en_garde.bots import judging

_JUDGED_ONCE = cache(judging.judge)
"""The tests watch the same match again and again."""


@pytest.fixture(autouse=True)
def judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the master judge each action only once for all tests."""
    monkeypatch.setattr(judging, "judge", _JUDGED_ONCE)

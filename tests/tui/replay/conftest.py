"""What the tests of replays share."""

import pytest

from engine.en_garde.bots import values


@pytest.fixture(autouse=True)
def few_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the master judge actions by few deals of the hidden cards; how well it judges is no matter here."""
    monkeypatch.setattr(values, "GUESSES", 2)

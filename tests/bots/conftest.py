"""Fixtures of the bots' tests."""

from collections.abc import Iterator

import pytest

from engine.en_garde.bots import playout


@pytest.fixture(scope="module")
def few_guesses() -> Iterator[None]:
    """Let the slowest bot make only a few guesses; these tests do not depend on how well it plays."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playout, "GUESSES", 3)
        yield

"""What the bots' tests share."""

from collections.abc import Iterator

import pytest

from engine.en_garde.bots import playout


@pytest.fixture(scope="module")
def few_guesses() -> Iterator[None]:
    """The slowest bot makes do with a few guesses, where how well it plays is no matter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playout, "GUESSES", 3)
        yield

"""Adds the game to `games()` for each test, as long as it is not there for everybody."""

from collections.abc import Iterator

import pytest

from engine import game


@pytest.fixture(autouse=True, scope="module")
def second_game() -> Iterator[None]:
    """Add A Game of Swords and Shields to `games()`."""
    if "swords_and_shields" in game.PACKAGES:
        yield
        return
    game.PACKAGES.append("swords_and_shields")
    yield
    game.PACKAGES.remove("swords_and_shields")

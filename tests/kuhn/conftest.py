"""Adds Kuhn poker to the games for each test."""

from collections.abc import Iterator

import pytest

import kuhn

collect_ignore = ["engine", "games"]


@pytest.fixture(autouse=True)
def guest() -> Iterator[None]:
    """Add Kuhn poker to `games()` while a test runs."""
    kuhn.move_in()
    yield
    kuhn.move_out()

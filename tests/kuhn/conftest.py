"""Lets Kuhn poker move in for each test."""

from collections.abc import Iterator

import pytest

import kuhn

collect_ignore = ["engine", "games"]


@pytest.fixture(autouse=True)
def guest() -> Iterator[None]:
    """Kuhn poker is a game of the house for as long as a test runs."""
    kuhn.move_in()
    yield
    kuhn.move_out()

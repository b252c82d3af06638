"""Cycling through choices with one key."""

from collections.abc import Iterable
from typing import TypeVar

_Choice = TypeVar("_Choice")


def next_choice(chosen: _Choice, choices: Iterable[_Choice]) -> _Choice:
    """Return the choice after the chosen one; wraps."""
    order = list(choices)
    return order[(order.index(chosen) + 1) % len(order)]

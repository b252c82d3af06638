"""Going through choices with a single key."""

from collections.abc import Iterable
from typing import TypeVar

_Choice = TypeVar("_Choice")


def after(chosen: _Choice, choices: Iterable[_Choice]) -> _Choice:
    """The choice after the chosen one, round and round."""
    order = list(choices)
    return order[(order.index(chosen) + 1) % len(order)]

"""The help that players took in a match: hints, and actions taken back; noted where the match is told of."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine.game import Seat

Header = tuple[tuple[str, str], ...]
"""Lines of a record's header: key and value."""

_KEYS: Final = ("Hints", "Take-backs")
_COUNTS: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Aid:
    """How often left and right asked for a hint, and took back their last action."""

    hints: tuple[int, int] = (0, 0)
    take_backs: tuple[int, int] = (0, 0)

    def with_hint(self, seat: Seat) -> "Aid":
        """One hint more."""
        return replace(self, hints=_one_more(self.hints, seat))

    def with_take_back(self, seat: Seat) -> "Aid":
        """One action more taken back."""
        return replace(self, take_backs=_one_more(self.take_backs, seat))

    @property
    def header(self) -> Header:
        """The header lines that tell of it, as "left-right"; none where nobody took any."""
        both = zip(_KEYS, (self.hints, self.take_backs), strict=True)
        return tuple((key, f"{left}-{right}") for key, (left, right) in both if left or right)

    @classmethod
    def recorded(cls, others: Iterable[tuple[str, str]]) -> "Aid":
        """What a record's further header lines tell of it."""
        told = dict(others)
        hints, take_backs = (_counts(told.get(key, "")) for key in _KEYS)
        return cls(hints, take_backs)


NO_AID: Final = Aid()
"""Nobody took any help."""


def without_aid(others: Header) -> Header:
    """The header lines that tell of something else."""
    return tuple((key, value) for key, value in others if key not in _KEYS)


def _counts(text: str) -> tuple[int, int]:
    found = _COUNTS.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _one_more(counts: tuple[int, int], seat: Seat) -> tuple[int, int]:
    left, right = counts
    return (left + 1, right) if seat is Seat.LEFT else (left, right + 1)

"""The help used in a match, hints and undone actions, which its record notes."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from engarde_tui.header import Header
from engine.game import Seat

_KEYS: Final = ("Hints", "Take-backs")
_COUNTS: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


class HelpUsed(NamedTuple):
    """How many hints left and right used, and how many actions they undid."""

    hints: tuple[int, int] = (0, 0)
    undos: tuple[int, int] = (0, 0)

    def with_hint(self, seat: Seat) -> "HelpUsed":
        """Return the help with one more hint for `seat`."""
        return self._replace(hints=_one_more(self.hints, seat))

    def with_undo(self, seat: Seat) -> "HelpUsed":
        """Return the help with one more action undone by `seat`."""
        return self._replace(undos=_one_more(self.undos, seat))

    @property
    def header(self) -> Header:
        """The header lines, counts as "left-right"; none for help that nobody used."""
        both = zip(_KEYS, (self.hints, self.undos), strict=True)
        return tuple((key, f"{left}-{right}") for key, (left, right) in both if left or right)

    @classmethod
    def recorded(cls, others: Iterable[tuple[str, str]]) -> "HelpUsed":
        """Return the help noted in the header lines of a record; malformed counts are 0."""
        values = dict(others)
        hints, undos = (_counts(values.get(key, "")) for key in _KEYS)
        return cls(hints, undos)


NO_HELP: Final = HelpUsed()
"""No help used."""


def without_help(others: Header) -> Header:
    """Return the header lines without those of help."""
    return tuple((key, value) for key, value in others if key not in _KEYS)


def _counts(text: str) -> tuple[int, int]:
    found = _COUNTS.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _one_more(counts: tuple[int, int], seat: Seat) -> tuple[int, int]:
    left, right = counts
    return (left + 1, right) if seat is Seat.LEFT else (left, right + 1)

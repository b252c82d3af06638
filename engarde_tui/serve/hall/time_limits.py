"""How long two players may take before they lose: days for each action, or a clock for the match."""

import re
from dataclasses import dataclass
from typing import Final

DAY: Final = 86400
"""Seconds."""
MINUTE: Final = 60
"""Seconds."""

_TEXT: Final = re.compile(r"(\d{1,3})d|(\d{1,3})\+(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Whoever is to move and has no time left loses the match."""

    seconds: int
    """For each action if `is_per_action`, else for all actions of a player in the match."""
    increment: int = 0
    """Seconds that a player gets back with each action of a match with a clock."""
    is_per_action: bool = False

    @classmethod
    def parse(cls, text: str) -> "TimeLimit":
        """Return the limit that `str` wrote: "3d" or "10+5"; raises ValueError for anything else."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError("an unknown time limit")
        days, minutes, increment = (int(number or 0) for number in found.groups())
        limit = cls(days * DAY, is_per_action=True) if days else cls(minutes * 60, increment)
        if limit not in LIMITS:
            raise ValueError("a time limit that cannot be agreed")
        return limit

    def __str__(self) -> str:
        if self.is_per_action:
            return f"{self.seconds // DAY}d"
        return f"{self.seconds // 60}+{self.increment}"

    @property
    def short(self) -> float:
        """The seconds left from which on a player who is elsewhere is warned."""
        return min(self.seconds / 4, DAY) if self.is_per_action else MINUTE

    def after_action(self, left: float) -> float:
        """Return the seconds that a player has for the next action, who had so many `left` after this one."""
        return self.seconds if self.is_per_action else max(left, 0) + self.increment


LIMITS: Final = (
    *(TimeLimit(days * DAY, is_per_action=True) for days in (1, 3, 7)),
    *(TimeLimit(minutes * 60, increment) for minutes, increment in ((5, 3), (10, 5))),
)
"""The limits that can be agreed."""

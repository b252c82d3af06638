"""Who is in the hall, and by what name."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.hall_line import NOBODY
from engine.en_garde import Seat
from engine.match import MAX_NAME

GUEST: Final = "~"
"""What a guest's name begins with; no key can take such a name."""

NAME: Final = re.compile(rf"[A-Za-z0-9_][A-Za-z0-9_-]{{,{MAX_NAME - len(GUEST) - 1}}}")
"""The names that keys can take."""

BETWEEN_SALUTES: Final = 2.0
"""Seconds that a visitor stays silent after a salute."""


class Refusal(Problem):
    """Something cannot be had in the hall; says why, to the visitor."""


@dataclass(eq=False)
class Visitor:
    """Somebody in the hall, for as long as the connection lasts."""

    name: str
    member: bool
    """The name belongs to this visitor's key; a guest's begins with `GUEST`."""
    why_guest: str = ""
    """Why somebody with a key is a guest all the same."""
    lost: bool = False
    """The connection has broken off."""
    changed: Callable[[], None] = lambda: None
    """Called when something has happened at the visitor's table, or in the hall."""
    seats: set[tuple[str, Seat]] = field(default_factory=set)
    """Seats that are this visitor's without being a member: secret of the table, seat."""
    spoke: float = -BETWEEN_SALUTES
    wrong_codes: int = 0

    @property
    def recorded(self) -> str:
        """How the seat of this visitor is recorded."""
        return self.name if self.member else NOBODY

"""Who is in the hall, and by what name."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.events import HallEvent
from engarde_tui.serve.hall.hall_line import NOBODY
from engine.game import Seat
from engine.match import MAX_NAME

GUEST: Final = "~"
"""What a guest's name begins with; no key can take such a name."""

NAME: Final = re.compile(rf"[A-Za-z0-9_][A-Za-z0-9_-]{{,{MAX_NAME - len(GUEST) - 1}}}")
"""The names that keys can take."""

BETWEEN_SALUTES: Final = 2.0
"""Seconds between two salutes of one visitor."""


class Refusal(Problem):
    """The hall does not do what a visitor asks; the message says why."""


def guest_name(wanted: str, taken: set[str]) -> str:
    """A guest's name, as close to the `wanted` one as it can be; raises Refusal if all like it are taken."""
    for number in range(1, 10_000):
        ending = "" if number == 1 else str(number)
        name = f"{GUEST}{wanted[: MAX_NAME - len(GUEST) - len(ending)]}{ending}"
        if name not in taken:
            return name
    raise Refusal("there are too many guests of that name")


@dataclass(eq=False)
class Visitor:
    """Somebody in the hall, from one terminal; ends with the connection."""

    name: str
    member: bool
    """The name belongs to this visitor's key; a guest's begins with `GUEST`."""
    why_guest: str = ""
    """Why this visitor is only a guest, where that needs saying."""
    lost: bool = False
    """The connection has broken off."""
    notify: Callable[[HallEvent], None] = lambda event: None
    """Called, in the session that caused it, when something the visitor can see has changed."""
    seats: set[tuple[str, Seat]] = field(default_factory=set)
    """Seats the visitor may play from by a code, or as a guest: secret of the table, seat."""
    spoke: float = -BETWEEN_SALUTES
    """When the visitor last said something, by the hall's clock, in seconds."""
    wrong_codes: int = 0
    """How many codes the visitor has tried that lead nowhere."""

    @property
    def recorded(self) -> str:
        """The member's name, or `NOBODY`, as it stands in a match's header."""
        return self.name if self.member else NOBODY

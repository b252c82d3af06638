"""Visitors of the hall and their names."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.events import AlertChoice
from engine.game import Seat
from engine.message import Message, message
from engine.names import MAX_NAME

GUEST: Final = "~"
"""The first character of a guest's name; no key can own such a name."""

NAME: Final = re.compile(rf"[A-Za-z0-9_][A-Za-z0-9_-]{{,{MAX_NAME - len(GUEST) - 1}}}")
"""The names that keys can own."""

BETWEEN_SALUTES: Final = 2.0
"""Minimum seconds between two salutes of one visitor."""


IDLE_STEPS: Final = (5, 10, 20, 30, 45, 60, 90)
"""Minutes without a key that are told: few, as each is a repaint for everybody who looks."""


class Refusal(Problem):
    """The hall refuses a visitor's request; the message says why."""

    @property
    def words(self) -> Message:
        """Why, to be put into a language where it is shown."""
        (said,) = self.args
        return said if isinstance(said, Message) else Message(said)


def guest_name(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """Return a free guest name, `wanted` with a number if need be; raises Refusal if all are taken."""
    for number in range(1, 10_000):
        ending = "" if number == 1 else str(number)
        name = f"{GUEST}{wanted[: MAX_NAME - len(GUEST) - len(ending)]}{ending}"
        if not is_taken(name):
            return name
    raise Refusal(message("there are too many guests with that name"))


@dataclass(eq=False)
class Visitor:
    """One connection to the hall."""

    name: str
    """A guest's begins with `GUEST`; a member's belongs to the visitor's key."""
    login: str
    """The name the visitor connected with, as it was typed."""
    key: str = ""
    """The fingerprint of the key the visitor came with; "" for none."""
    account: int | None = None
    """What stands for the member (see `names.Member`); None for a guest."""
    network: str = ""
    """Where the visitor comes from, as limits count it; "" if that is not known."""
    why_guest: Message | None = None
    """Why the visitor did not get the requested name; None if that needs no explanation."""
    lost: bool = False
    """Whether the connection was lost."""
    topic: str = ""
    """The topic of `VisitorEvent`s for this visit, as the hall sets it."""
    seats: set[tuple[str, Seat]] = field(default_factory=set)
    """Seats granted by code or to a guest: (table's secret, seat)."""
    came: float = 0.0
    """When the visitor came, in seconds since 1970."""
    pressed: float = 0.0
    """The time of the visitor's last key, by the hall's clock, in seconds."""
    pastime: str = ""
    """What the visitor does at no table of the hall: "takes a lesson", in English; "" for the lobby."""
    friends: frozenset[int] = frozenset()
    """The accounts that the member has marked as friends."""
    alerts: frozenset[AlertChoice] = frozenset()
    """What the visitor is alerted of; a guest's choices end with the visit."""
    places: list[tuple[int, str]] = field(default_factory=list)
    """The tables where the visitor is, by row, and as what: "left", "right", "watching" or "following"."""
    is_elsewhere: bool = False
    """Whether another process of the hall has the connection."""
    machine: str = ""
    """The machine where that process runs, as host:port; "" if it is not known."""
    unseen: list[tuple[int, Seat]] = field(default_factory=list)
    """Finished matches whose results a guest has not seen, and the seats; a member's are stored."""

    def idle(self, now: float) -> int:
        """Return the whole minutes since the last key, in a few steps; 0 if it was lately."""
        minutes = (now - self.pressed) / 60
        return max((step for step in IDLE_STEPS if step <= minutes), default=0)

    @property
    def member(self) -> bool:
        """Whether this is a member, not a guest."""
        return self.account is not None

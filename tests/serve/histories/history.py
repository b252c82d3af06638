"""What people did in a hall and what their screens showed, and what the hall's database has of it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

Pair = tuple[str, str]
"""The names of the players of a match, left and right; each pair has one."""

Hands = Mapping[str, tuple[object, ...]]
"""The cards of each open hand, by its holder's name: values, or in A Game of Swords and Shields notations."""


class Outcome(StrEnum):
    """What a player was told of an action."""

    ACKNOWLEDGED = "acknowledged"
    """The player's own screen went on."""
    REFUSED = "refused"
    """The table had changed."""
    UNKNOWN = "unknown"
    """The line was lost before, or the match ended otherwise meanwhile."""


class Act(NamedTuple):
    """A key with which a player changed a match, or tried to."""

    who: str
    pair: Pair
    entry: str
    """What the journal has of it: an action, or "= left resignation".

    In A Game of Swords and Shields an action is the line of the list that offers it.
    """
    outcome: Outcome
    at: float
    """When it was pressed, in seconds from any start."""


class Shown(NamedTuple):
    """What a screen shows of a match."""

    hands: Hands
    round: int | None = None
    """The number of the round; None if the table cannot be seen."""
    score: str = ""
    """As "anna 1 : 0 bruno"; "" if it is not shown, as in a match of one round."""
    to_act: str = ""
    """Who is to act, and how, as "anna must answer"; "" if the round is over."""
    distance: int | None = None
    """None also while the reader chooses an action."""
    pile: int | None = None
    """Cards left to draw; None if it is not shown."""
    turn: str = ""
    """What the last player did, as a sentence; "" if it is not shown whole."""
    at_turn: str = ""
    """In A Game of Swords and Shields the number of the turn; "" while the reader chooses an action."""


class Screen(NamedTuple):
    """A screen with something new on it."""

    who: str
    pair: Pair | None
    """Whose match it shows; None for the lobby."""
    shown: Shown
    is_second: bool = False
    """Whether it is that of a second window, whose process may hear a moment later."""


class History(NamedTuple):
    """Everything that happened, in its order."""

    acts: list[Act]
    screens: list[Screen]
    last: list[Screen]
    """What each player's screen showed in the end, when nothing had happened for a while."""


class Journal(NamedTuple):
    """What the database has of a match."""

    header: str
    entries: list[str]


Journals = Mapping[Pair, Journal]

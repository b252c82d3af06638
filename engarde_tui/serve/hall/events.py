"""Events for visitors: they say that something has changed; the new state is read from the hall."""

from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """A table was added, removed or changed, or a visitor came or left."""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Something happened at a table: a play, an arrival or departure, a salute, a rematch offer."""

    code: str
    """The table's code."""
    said: str = ""
    """Words for everybody at the table, "" if none."""
    player_moved: bool = False
    """Whether a player sat down or got up."""
    reminded: bool = False
    """Whether the player to move was reminded."""


class Call(Enum):
    """Why a player who may be elsewhere is wanted at a table."""

    BEGUN = auto()
    """The match has begun, and the player has not been there yet."""
    TO_MOVE = auto()
    """The opponent is at the table, and waits for the move of a player who is not."""
    REMINDED = auto()
    """The opponent has reminded the player to move."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The operator says something to everybody."""

    text: str


HallEvent = Announced | LobbyChanged | TableChanged

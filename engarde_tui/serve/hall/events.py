"""The hall's topics and events; what happens at a table is a `TableChanged` (`play/live_match.py`)."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Final

LOBBY: Final = "lobby"
"""The topic of `LobbyChanged`; a table and a visitor have topics of their own."""


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """A table was added, removed or changed, or a visitor came or left."""


class Call(Enum):
    """Why a player who may be elsewhere is wanted at a table."""

    BEGUN = auto()
    """The match has begun, and the player has not been there yet."""
    TO_MOVE = auto()
    """The opponent is at the table, or a clock runs, for a player to move who is elsewhere."""
    REMINDED = auto()
    """The opponent has reminded the player to move."""
    CHALLENGED = auto()
    """A member challenges the player."""
    DECLINED = auto()
    """The member whom the player has challenged has declined."""


@dataclass(frozen=True, slots=True)
class Called:
    """A table may call a visitor, or call no longer."""

    code: str
    """The table's code."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The operator says something to everybody."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Noted:
    """The operator has written to the member."""


@dataclass(frozen=True, slots=True)
class SentAway:
    """A visit is to end."""

    why: str


VisitorEvent = Announced | Called | Noted | SentAway
"""What is published on a visitor's topic."""

"""The hall's topics and events; what happens at a table is a `TableChanged` (`play/live_match.py`)."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum, auto
from typing import Final

from engine.message import Message

LOBBY: Final = "lobby"
"""The topic of `LobbyChanged`; a table and a visitor have topics of their own."""

ALERTS: Final = "alerts"
"""The topic of every `Alert` to a member who lets the operator's program hear of it."""


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
    """The operator, or the hall itself, says something to everybody."""

    words: Message
    at: datetime


@dataclass(frozen=True, slots=True)
class Noted:
    """The operator has written to the member."""


@dataclass(frozen=True, slots=True)
class SentAway:
    """A visit is to end."""

    why: Message


class AlertChoice(StrEnum):
    """What players choose: the kinds of alerts that their terminals are told, and who else hears of them."""

    TURN = "turn"
    TIME = "time"
    CHALLENGE = "challenge"
    RESULT = "result"
    PROGRAM = "program"
    """The operator's program hears of alerts of every kind, whatever the terminal is told."""


class What(StrEnum):
    """What an alert says."""

    YOUR_MOVE = "yours"
    EITHER = "either"
    """The round is over: either player can deal the next one."""
    LITTLE_TIME = "little-time"
    """It is the player's move, and little of the time that is agreed is left."""
    CHALLENGED = "challenged"
    DECLINED = "declined"
    WON = "won"
    LOST = "lost"

    @property
    def kind(self) -> AlertChoice:
        """What players choose to hear it."""
        match self:
            case What.YOUR_MOVE | What.EITHER:
                return AlertChoice.TURN
            case What.LITTLE_TIME:
                return AlertChoice.TIME
            case What.CHALLENGED | What.DECLINED:
                return AlertChoice.CHALLENGE
            case What.WON | What.LOST:
                return AlertChoice.RESULT


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that a player may want to be told wherever they look; it says what everybody may know."""

    what: What
    name: str
    """The player's."""
    opponent: str
    game: str
    """The game's name, as commands take it."""
    table: str
    """The table's code."""
    match: int | None
    """The number of the match; None for a challenge."""
    score: tuple[int, int] | None
    """Rounds won, the player's first; None for a challenge."""
    deadline: float | None
    """When the player is out of time, in seconds since 1970; None without a limit that runs."""
    is_there: bool
    """Whether the player sits at the table."""


VisitorEvent = Announced | Called | Noted | SentAway | Alert
"""What is published on a visitor's topic."""

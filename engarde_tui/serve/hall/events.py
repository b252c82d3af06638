"""What visitors of the hall are told: that something has changed, not what it looks like now."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Another table, another state of one, or somebody has come to the hall or left it."""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Something has happened at a table: play, somebody came or went, a salute, a wish for a rematch."""

    code: str
    """The table's code."""
    said: str = ""
    """What has been said to everybody there, if anything."""
    player_moved: bool = False
    """A player has sat down or got up."""


HallEvent = LobbyChanged | TableChanged

"""What the hall's screens know of the program: where they can go, and what it tells them."""

from collections.abc import Collection
from typing import Any, Protocol, cast

from textual.message import Message
from textual.screen import Screen

from engarde_tui.screens.base import Navigator
from engarde_tui.serve.hall.events import HallEvent, TableChanged
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import Visitor
from engine.game import Game


class HallNavigator(Navigator, Protocol):
    """The program of one visitor of the hall."""

    visitor: Visitor
    address: str
    """How others reach the hall: what they type after the @."""

    def open_menu(self, notice: str = "") -> None:
        """Go to the lobby, and say `notice` there."""

    def open_offer(self, game: Game | None = None) -> None:
        """Go to the settings of a new table for somebody to join."""

    def open_hall_table(self, table: HallTable) -> None:
        """Go to a table: to wait, to play, or to watch."""

    def open_rematch(self, table: HallTable, screen: Screen[Any]) -> bool:
        """Go from `screen` to the rematch of a table; False if there is none, or another screen is on top."""

    def leave_to_menu(self) -> None:
        """Get up from the table and go to the lobby."""

    def join_command(self, code: str, name: str) -> str:
        """What `name` types in a shell to get to a table, or a seat, by its code."""


class InHall:
    """A screen of the hall."""

    @property
    def navigator(self) -> HallNavigator:
        """The program, as far as the hall's screens know it."""
        return cast(HallNavigator, cast(Any, self).app)


class HallNews(Message, bubble=False):
    """Tells a screen what has happened in the hall since the last news; the same thing only once."""

    def __init__(self, events: Collection[HallEvent]) -> None:
        super().__init__()
        self.events = events

    def at(self, table: HallTable) -> TableChanged | None:
        """What has happened at one table, as a single event with the last words said; None if nothing has."""
        events = [
            event for event in self.events if isinstance(event, TableChanged) and event.code == table.code
        ]
        if not events:
            return None
        said = [event.said for event in events if event.said]
        moved = any(event.player_moved for event in events)
        return TableChanged(table.code, said[-1] if said else "", moved)

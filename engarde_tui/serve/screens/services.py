"""The app as the hall's screens know it."""

from typing import Any, Protocol, cast

from engarde_tui.play.questions import Question
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.sessions.services import AppServices
from engine.game import Game


class HallServices(AppServices, Protocol):
    """The app of one visitor."""

    visitor: Visitor
    own_matches: OwnMatches | None
    """The matches of a member; None for a guest."""
    lobby_pause: float
    """Seconds between two looks at the lobby's changes: strangers cause them, and everybody there pays."""
    address: str
    """What to write after `NAME@`: the host, and its port."""

    @property
    def last_game(self) -> Game:
        """The game that forms show first: the chosen one, else the one played last."""

    def open_menu(self, notice: str = "") -> None:
        """Go to the lobby, and show `notice` there."""

    def open_table_form(self, game: Game | None = None, *, challenged: str = "") -> None:
        """Go to the form of a new table; the seat is kept for the member `challenged`, if one is."""

    def open_hall_table(self, table: Table) -> None:
        """Go to a table: to wait, to play, or to watch."""

    def drop_questions(self, *questions: Question) -> None:
        """Close one of these that is asked: what it is about has ended."""

    def answer_challenge(self, table: Table) -> None:
        """Ask the member who is challenged; tell the host that the member has declined."""

    def open_proof(self, client: HallClient) -> None:
        """Show the commitments to the decks over the current screen."""

    def open_rematch(self, table: Table, screen: object) -> bool:
        """Go from `screen` to the rematch of a table; False if there is none, or another screen is on top."""

    def leave_to_menu(self) -> None:
        """Get up from the table and go to the lobby."""

    def join_command(self, code: str, name: str) -> str:
        """Return the shell command that brings `name` to the table or seat with this code."""


class InHall:
    """Mixin for the hall's screens."""

    @property
    def services(self) -> HallServices:
        """The app."""
        return cast(HallServices, cast(Any, self).app)

    def leads_to(self, table: Table) -> bool:
        """Return whether this is the screen of a table, or goes to it by itself."""
        return False

"""The settings of a new table, for somebody else to join."""

from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Label

from engarde_tui.games.en_garde.screens.setup import SetupScreen
from engarde_tui.games.en_garde.words import rules_title
from engarde_tui.match.problem import Problem
from engarde_tui.serve.app import HallApp
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Offer
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.widgets.form import OneOf
from engine.en_garde import Match, Seat
from engine.en_garde.rules import DEFAULT_PRESET

_LISTED = "anybody"


class OfferScreen(SetupScreen):
    """The form of a match, with the own seat and who may come instead of two names."""

    HEADING: ClassVar = "New table"
    FIRST_PRESET: ClassVar = DEFAULT_PRESET
    """Whoever joins is a stranger: the game that the command line begins as well."""

    app = getters.app(HallApp)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "open the table", key_display="enter", id="begin", priority=True),
    ]

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        super().__init__()
        self._hall = hall
        self._visitor = visitor

    def _compose_players(self) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Label(f"{self._visitor.name} fences from the")
            yield OneOf({seat.name: seat.label for seat in Seat}, Seat.LEFT.name, id="seat")
            yield from self._compose_target()
        with Horizontal(classes="row second"):
            yield Label("The table is open to")
            yield OneOf({_LISTED: _LISTED, "code": "who has its code"}, _LISTED, id="listed")

    def _announcement(self) -> str:
        rules, target = self._rules(), self._target()
        Match.new(rules, target=target)
        return f"{rules_title(rules)}, first to {target}. Press enter to open the table."

    def action_begin(self) -> None:
        """Open the table, or ring the bell where something is wrong."""
        try:
            self._announcement()
            offer = Offer(
                self._rules(), self._target(), self._chosen("starter"), self._chosen("listed") == _LISTED
            )
            table = self._hall.create(self._visitor, offer, Seat[self._chosen("seat")])
        except ValueError:
            self.app.bell()
        except Problem as problem:
            self.app.open_menu(f"{problem}")
        else:
            self.app.open_hall_table(table)

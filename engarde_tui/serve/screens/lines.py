"""Tables in the hall, each in one line of text."""

from typing import Any, Final

from engarde_tui.match.words import fitting, fitting_name, score
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.serve.hall.offer import Offer
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import Visitor
from engine.match import MatchView

OWN_SEAT: Final = "Your seat"
"""How the line of a match of the visitor's own begins."""


def game_line(offer: Offer) -> str:
    """What is played, and how long."""
    return f"{full_title(offer.rules)}, first to {offer.target}"


def own_line(table: HallTable, visitor: Visitor) -> str:
    """A table where the visitor has a seat."""
    seat = table.seats.of(visitor)
    assert seat is not None
    if table.view is None:
        return f"Your table waits: {game_line(table.offer)}, code {table.code}"
    view = fitting(table.view)
    if table.is_over:
        return f"{OWN_SEAT}: {score(view)}, {view.names[seat.other]} wants a rematch"
    opponent = "there" if table.seats.is_there(seat.other) else "away"
    return f"{OWN_SEAT}: {score(view)}, round {view.number}, opponent {opponent}"


def open_line(table: HallTable) -> str:
    """A table with a free seat."""
    seat = table.seats.free
    assert seat is not None
    opponent = fitting_name(table.seats.names[seat.other])
    return f"Join {opponent}: {game_line(table.offer)}, you sit on the {seat.label}"


def running_line(table: HallTable) -> str:
    """A match that can be watched."""
    assert table.view is not None
    view = fitting(table.view)
    return f"Watch {score(view)}, round {view.number}"


def result_line(view: MatchView[Any]) -> str:
    """How a match has ended."""
    return f"{score(view)}: {presentation_of(view.round.rules).why_round_ended(view, view.finished[-1])}."

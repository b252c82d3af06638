"""Hall tables as lines of text."""

from typing import Any, Final

from engarde_tui.match.words import fitting, fitting_name, score
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.serve.hall.offer import Offer
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import Visitor
from engine.match import MatchView

OWN_SEAT: Final = "Your seat"
"""The start of the line of a match the visitor plays in."""


def game_line(offer: Offer) -> str:
    """Return the rules and the target."""
    return f"{full_title(offer.rules)}, first to {offer.target}"


def own_line(table: HallTable, visitor: Visitor) -> str:
    """Return the line of a table where the visitor has a seat."""
    seat = table.seats.of(visitor)
    assert seat is not None
    if table.view is None:
        return f"Your table, waiting: {game_line(table.offer)}, code {table.code}"
    view = fitting(table.view)
    if table.is_over:
        return f"{OWN_SEAT}: {score(view)}, {view.names[seat.other]} wants a rematch"
    opponent = "there" if table.seats.is_there(seat.other) else "away"
    return f"{OWN_SEAT}: {score(view)}, round {view.number}, opponent {opponent}"


def open_line(table: HallTable) -> str:
    """Return the line of a table with a free seat."""
    seat = table.seats.free
    assert seat is not None
    opponent = fitting_name(table.seats.names[seat.other])
    return f"Join {opponent}: {game_line(table.offer)}, you sit on the {seat.label}"


def running_line(table: HallTable) -> str:
    """Return the line of a match that can be watched."""
    assert table.view is not None
    view = fitting(table.view)
    return f"Watch {score(view)}, round {view.number}"


def result_line(view: MatchView[Any]) -> str:
    """Return the score of a finished match and how its last round ended."""
    return f"{score(view)}: {presentation_of(view.round.rules).why_round_ended(view, view.finished[-1])}."

"""Hall tables as lines of the lobby."""

from typing import Any, Final, NamedTuple

from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.words import fitting, fitting_name, score
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.table_terms import Offer
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.prompts import duration
from engine.game import Seat
from engine.match import MatchView

OWN_HEADS: Final = ("match", "score", "round", "opponent")
OPEN_HEADS: Final = ("with", "game", "to", "seat")
RUNNING_HEADS: Final = ("match", "game", "round")


class Line(NamedTuple):
    """A line of the lobby."""

    action: str
    """What enter does, as a Textual action."""
    cells: tuple[str, ...]
    """One text for each column."""
    details: str
    """What enter does, as the rest of a sentence."""


def going_to(table: HallTable) -> str:
    """Return the action that leads to a table."""
    return f"go_to('{table.code}')"


def game_line(offer: Offer) -> str:
    """Return the rules, the target, and the time to move if one is agreed."""
    time = f", {duration(offer.move_time)} to move" if offer.move_time else ""
    return f"{full_title(offer.rules)}, first to {offer.target}{time}"


def own_line(table: HallTable, visitor: Visitor) -> Line:
    """Return the line of a table where the visitor has a seat."""
    seat = table.seats.of(visitor)
    assert seat is not None
    action, game = going_to(table), game_line(table.offer)
    if table.view is None:
        details = f"wait at your table for an opponent: {game}. Its code is {table.code}."
        return Line(action, ("Your table", "-", "-", "none yet"), details)
    view = fitting(table.view)
    opponent = view.names[seat.other]
    points = f"{view.score[seat]} : {view.score[seat.other]}"
    if table.is_over:
        cells = (f"Against {opponent}", points, "over", "wants a rematch")
        return Line(action, cells, f"look at the result, {score(view)}: {opponent} wants a rematch.")
    state = "there" if table.seats.is_there(seat.other) else "away"
    cells = (f"Against {opponent}", points, str(view.number), state)
    return Line(action, cells, f"continue {score(view)}, round {view.number}: {game}.")


def solo_line(match: StoredMatch) -> Line:
    """Return the line of a member's unfinished match without a table."""
    match = fitting(match)
    bots = [seat for seat in Seat if match.bots[seat] is not None]
    opponent = bots[0] if bots else Seat.RIGHT
    points = f"{match.score[opponent.other]} : {match.score[opponent]}"
    where = "computer" if bots else "here"
    cells = (f"Continue: vs {match.names[opponent]}", points, str(match.number), where)
    game = f"{full_title(match.rules)}, first to {match.target}"
    return Line(f"resume({match.id})", cells, f"continue {score(match)}, round {match.number}: {game}.")


def open_line(table: HallTable, word_key: str) -> Line:
    """Return the line of a table with a free seat; `word_key` joins with a word."""
    seat, offer = table.seats.free, table.offer
    assert seat is not None
    host = fitting_name(table.seats.names[seat.other])
    cells = (f"Join {host}", full_title(offer.rules), str(offer.target), seat.label)
    details = (
        f"join {host}: {game_line(offer)}; you sit on the {seat.label}."
        f" {word_key} joins with a word for the deal."
    )
    return Line(going_to(table), cells, details)


def running_line(table: HallTable) -> Line:
    """Return the line of a match that can be watched."""
    assert table.view is not None
    view = fitting(table.view)
    cells = (f"Watch {score(view)}", full_title(table.offer.rules), str(view.number))
    details = f"watch {score(view)}: {game_line(table.offer)}; the hands stay hidden."
    return Line(going_to(table), cells, details)


def result_line(view: MatchView[Any]) -> str:
    """Return the score of a finished match and how its last round ended."""
    return f"{score(view)}: {presentation_of(view.round.rules).why_round_ended(view, view.finished[-1])}."

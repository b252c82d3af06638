"""What a table in the hall says to a player or a spectator beside the game."""

from typing import Any

from engarde_tui.presentation import verdict
from engarde_tui.serve.hall.hall_line import NOBODY
from engarde_tui.serve.hall.table import HallPlace
from engine.game import Seat
from engine.match import MatchView


def player_prompt(place: HallPlace, absence: float) -> str:
    """Who is waited for, or what a player has to know at the deal; "" if there is nothing but to play.

    The opponent of a player who has been away for `absence` seconds can claim the match.
    """
    table, seat = place.hall_table, place.alone
    assert seat is not None
    way_back = place.way_back if _has_not_played(place) else ""
    away = table.seats.absence(seat.other)
    if away:
        return f"{way_back}{away}; the seat is kept. {_way_out(place, seat, absence)}"
    if _has_not_played(place):
        return f"{way_back}This deck's commitment: {table.proofs[-1].commitment}"
    return _choosing(place.view) if place.waits else ""


def showdown_prompt(place: HallPlace, shown: MatchView[Any]) -> str:
    """What to say while the end of the round in `shown` is on the screen.

    That is its deck and salt, unless the opponent has gone, or gone on.
    """
    table, seat = place.hall_table, place.alone
    assert seat is not None
    if not table.is_over:
        if away := table.seats.absence(seat.other):
            return f"{away}."
        if place.view.number != shown.number:
            opponent = table.seats.names[seat.other]
            return f"{opponent} is at the next round; p shows deck and salt of this one."
    proof = table.proofs[shown.number - 1]
    return f"Deck {proof.deck} salt {proof.salt}"


def spectator_prompt(place: HallPlace) -> str:
    """Who is away, or what the players are doing."""
    seats, view = place.hall_table.seats, place.view
    if view.winner is not None:
        return f"{view.names[view.winner]} has won the match."
    away = [seat for seat in Seat if not seats.is_there(seat)]
    if away:
        situation = ", ".join(map(seats.absence, away))
        if any(seats.players[seat] == NOBODY for seat in away):
            situation += "; a guest needs the seat's code to come back, not the table's"
        situation += "."
    else:
        situation = _choosing(view) if view.round.result is None else f"{verdict(view)}."
    return f"You are watching; the hands are hidden. {situation}"


def leave_warning(place: HallPlace, absence: float) -> str:
    """What happens if the visitor leaves now; `absence` as in `player_prompt`."""
    if place.looks_on:
        return "You can come back to watch."
    seat = f"{place.way_back}The seat" if place.way_back else "Your seat"
    return f"{seat} is kept, but an opponent who waits {_span(absence)} for you can claim the match."


def _way_out(place: HallPlace, seat: Seat, absence: float) -> str:
    wait = place.hall_table.seconds_to_claim(seat)
    if wait is None:
        return "You can play on, or press m for the lobby."
    if wait:
        return f"After {_span(absence)} you can claim the match."
    return "Press c to claim the match, m for the lobby."


def _has_not_played(place: HallPlace) -> bool:
    """The player has done nothing in this round yet."""
    return all(play.seat is not place.alone for play in place.view.round.plays)


def _choosing(view: MatchView[Any]) -> str:
    turn = view.round.turn
    return "" if turn is None else f"{view.names[turn]} is choosing."


def _span(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"

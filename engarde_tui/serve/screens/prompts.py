"""What a hall table says to players and spectators besides the game's own prompts."""

from typing import Any

from engarde_tui.match.words import KeyOf
from engarde_tui.presentation import verdict
from engarde_tui.serve.hall.hall_line import NOBODY
from engarde_tui.serve.hall.table import HallPlace
from engine.game import Seat
from engine.match import MatchView


def player_prompt(place: HallPlace, absence: float, key_of: KeyOf) -> str:
    """Return who is absent or choosing, or what a player must know at the deal; "" if there is neither.

    `absence` is the number of seconds after which an absent player can lose the match to a claim.
    """
    table, seat = place.hall_table, place.alone
    assert seat is not None
    seat_code_hint = place.seat_code_hint if _has_not_played(place) else ""
    away = table.seats.absence(seat.other)
    if away:
        return f"{seat_code_hint}{away}; the seat is kept. {_absence_choices(place, seat, absence, key_of)}"
    if _has_not_played(place):
        return f"{seat_code_hint}This deck's commitment: {table.proofs[-1].commitment}"
    return _choosing(place.view) if place.waits else ""


def showdown_prompt(place: HallPlace, shown: MatchView[Any], key_of: KeyOf) -> str:
    """Return the prompt at the end of the round in `shown`.

    It is the round's deck and salt, unless the opponent is absent or in the next round.
    """
    table, seat = place.hall_table, place.alone
    assert seat is not None
    if not table.is_over:
        if away := table.seats.absence(seat.other):
            return f"{away}."
        if place.view.number != shown.number:
            opponent = table.seats.names[seat.other]
            prove = f"{key_of('proof')} shows the deck and salt of this one"
            return f"{opponent} is in the next round; {prove}."
    proof = table.proofs[shown.number - 1]
    return f"Deck {proof.deck} salt {proof.salt}"


def spectator_prompt(place: HallPlace) -> str:
    """Return who is absent, or what the players are doing."""
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
    """Return what happens if the visitor leaves now; `absence` as in `player_prompt`."""
    if place.is_spectator:
        return "You can come back to watch."
    seat = f"{place.seat_code_hint}The seat" if place.seat_code_hint else "Your seat"
    return f"{seat} is kept, but an opponent who waits {_duration(absence)} for you can claim the match."


def _absence_choices(place: HallPlace, seat: Seat, absence: float, key_of: KeyOf) -> str:
    wait = place.hall_table.seconds_to_claim(seat)
    if wait is None:
        return f"You can keep playing, or press {key_of('adjourn')} for the lobby."
    if wait:
        return f"After {_duration(absence)} you can claim the match."
    return f"Press {key_of('claim')} to claim the match, {key_of('adjourn')} for the lobby."


def _has_not_played(place: HallPlace) -> bool:
    """Return whether the player has not played in this round yet."""
    return all(play.seat is not place.alone for play in place.view.round.plays)


def _choosing(view: MatchView[Any]) -> str:
    turn = view.round.turn
    return "" if turn is None else f"{view.names[turn]} is choosing."


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"

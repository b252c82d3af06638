"""What a hall table says to players and spectators besides the game's own prompts."""

from typing import Any

from engarde_tui.match.words import KeyOf
from engarde_tui.presentation import verdict
from engarde_tui.serve.hall.hall_line import NOBODY
from engarde_tui.serve.hall.table import HallPlace
from engine.game import Seat
from engine.match import MatchView


def player_prompt(place: HallPlace, absence: float, key_of: KeyOf) -> str:
    """Return who is absent or choosing; "" if there is neither.

    `absence` is the number of seconds after which an absent player can lose the match to a claim.
    """
    table, seat = place.hall_table, place.alone
    assert seat is not None
    if away := table.seats.absence(seat.other):
        return f"{away}; the seat is kept. {_absence_choices(place, seat, absence, key_of)}"
    return _choosing(place.view) if place.waits else ""


def player_notes(place: HallPlace) -> tuple[str, str]:
    """Return what a player should write down before the first action of a round: codes of seat and deck."""
    if any(play.seat is place.alone for play in place.view.round.plays):
        return "", ""
    return place.seat_code_hint, f"commitment {place.hall_table.proofs[-1].commitment}"


def showdown_prompt(place: HallPlace, shown: MatchView[Any]) -> str:
    """Return whether the opponent is absent or in the next round after the one in `shown`; else ""."""
    table, seat = place.hall_table, place.alone
    assert seat is not None
    if table.is_over:
        return ""
    if away := table.seats.absence(seat.other):
        return f"{away}."
    if place.view.number != shown.number:
        return f"{table.seats.names[seat.other]} is in the next round."
    return ""


def showdown_notes(place: HallPlace, shown: MatchView[Any]) -> tuple[str, str]:
    """Return what proves the deck of the round in `shown`."""
    table = place.hall_table
    proof = table.proofs[shown.number - 1]
    if table.agreed_words:
        return "", f"link {proof.opening}"
    return "", f"deck {proof.deck} salt {proof.opening}"


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
    code = f"{place.seat_code_hint}. The seat" if place.seat_code_hint else "Your seat"
    return f"{code} is kept, but an opponent who waits {_duration(absence)} for you can claim the match."


def _absence_choices(place: HallPlace, seat: Seat, absence: float, key_of: KeyOf) -> str:
    wait = place.hall_table.seconds_to_claim(seat)
    if wait is None:
        return f"You can keep playing, or press {key_of('adjourn')} for the lobby."
    if wait:
        return f"After {_duration(absence)} you can claim the match."
    return f"Press {key_of('claim')} to claim the match, {key_of('adjourn')} for the lobby."


def _choosing(view: MatchView[Any]) -> str:
    turn = view.round.turn
    return "" if turn is None else f"{view.names[turn]} is choosing."


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"

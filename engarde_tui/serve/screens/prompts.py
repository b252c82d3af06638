"""What a hall table says to players and spectators besides the game's own prompts."""

from typing import Any, Final

from rich.cells import cell_len

from engarde_tui.language import tr, tr_count
from engarde_tui.play.words import KeyOf, cut
from engarde_tui.presentation import verdict
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.time_words import countdown, duration, time_left
from engine.game import Seat
from engine.match import MatchView

_WIDEST_NOTE: Final = 72
"""Columns that the edge of the smallest frame has for a note."""


def time_words(table: Table) -> str:
    """Return the time that the players have left: of the player to move, on a clock of both; "" without."""
    time, to_move = table.time, table.clock.to_move
    if time is None or table.is_over:
        return ""
    if time.is_clock:
        return " · ".join(f"{table.seats.names[seat]} {time_left(time.left(seat))}" for seat in Seat)
    return "" if to_move is None else tr("{time} left", time=time_left(time.left(to_move)))


def player_prompt(client: HallClient, key_of: KeyOf) -> str:
    """Return who is absent, slow or choosing; "" if there is none of it."""
    table, seat = client.hall_table, client.alone
    assert seat is not None
    if away := table.seats.absence(seat.other):
        kept = tr("{absence}; the seat is kept.", absence=away)
        return f"{kept} {_absence_choices(client, seat, key_of)}"
    if not client.waits:
        return ""
    return _delay_choices(table, seat, key_of) or _choosing(client.view)


def player_notes(client: HallClient) -> tuple[str, str]:
    """Return what a player should know before the first action of a round: seat code and word."""
    if any(play.seat is client.alone for play in client.view.round.plays):
        return "", ""
    assert client.alone is not None
    table = client.hall_table
    word = table.agreed_words[client.alone] if table.agreed_words else ""
    # A clock stands in its place: the code is also among the table's.
    hides_code = table.time is not None and table.time.is_clock
    return "" if hides_code else client.seat_code_hint, cut(
        tr("Your word counts in the deal: {word}", word=word), _WIDEST_NOTE
    ) if word else ""


def showdown_prompt(client: HallClient, shown: MatchView[Any]) -> str:
    """Return whether the opponent is absent or in the next round after the one in `shown`; else ""."""
    table, seat = client.hall_table, client.alone
    assert seat is not None
    if table.is_over:
        return ""
    if away := table.seats.absence(seat.other):
        return f"{away}."
    if client.view.number != shown.number:
        return tr("{name} is in the next round.", name=table.seats.names[seat.other])
    return ""


def spectator_prompt(client: HallClient) -> str:
    """Return who is absent, or what the players are doing."""
    seats, view = client.hall_table.seats, client.view
    if view.winner is not None:
        return f"{verdict(view)}. {tr('{name} has won the match.', name=view.names[view.winner])}"
    away = [seat for seat in Seat if not seats.is_there(seat)]
    if away:
        absent = ", ".join(map(seats.absence, away))
        is_guest = any(seats.accounts[seat] is None for seat in away)
        situation = (
            tr("{absence}; a guest needs the seat's code to come back, not the table's.", absence=absent)
            if is_guest
            else f"{absent}."
        )
    else:
        situation = _choosing(view)
    if view.round.result is not None:
        situation = f"{verdict(view)}. {situation}".strip()
    return f"{tr('You are watching; the hands are hidden.')} {situation}"


def spectator_notes(view: MatchView[Any]) -> tuple[str, str]:
    """Return how the last round ended: the players may have gone on at once."""
    is_told = view.round.result is not None or not view.finished
    return "", "" if is_told else verdict(view)


def watching(table: Table, reader: str) -> str:
    """Return who watches a table besides the `reader`, as far as a frame's edge has room; "" if nobody."""
    names = [name for name in table.watchers if name != reader]
    for shown in range(len(names), 0, -1):
        listed = ", ".join(names[:shown])
        if shown < len(names):
            listed = tr_count(
                "{names} and {number} more",
                "{names} and {number} more",
                len(names) - shown,
                names=listed,
            )
        words = tr("Watching: {names}", names=listed)
        if cell_len(words) <= _WIDEST_NOTE:
            return words
    return ""


def leave_warning(client: HallClient, absence: float) -> str:
    """Return what happens if the visitor leaves now; `absence` as in `Hall`."""
    if client.is_spectator:
        return tr("You can come back to watch.")
    code, time = client.seat_code_hint, client.hall_table.time
    if time is not None and time.has_started:
        if code:
            return tr("{code}. The seat is kept, but your time runs on while it is your move.", code=code)
        return tr("Your seat is kept, but your time runs on while it is your move.")
    if code:
        return tr(
            "{code}. The seat is kept, but an opponent who waits {time} for your move can claim the match.",
            code=code,
            time=duration(absence),
        )
    return tr(
        "Your seat is kept, but an opponent who waits {time} for your move can claim the match.",
        time=duration(absence),
    )


def _absence_choices(client: HallClient, seat: Seat, key_of: KeyOf) -> str:
    wait, lobby = client.hall_table.seconds_to_claim(seat), key_of("menu")
    time = client.hall_table.time
    if time is not None and time.running is seat.other:
        return tr("The time runs. Press {key} for the lobby.", key=lobby)
    if client.hall_table.clock.to_move is seat:
        return tr("You may play on, or press {key} for the lobby.", key=lobby)
    if wait is None:
        return tr("The match continues when both are here: press {key} for the lobby.", key=lobby)
    if wait:
        return tr("In {time} you can claim the match.", time=countdown(wait))
    return tr("Press {claim} to claim the match, {lobby} for the lobby.", claim=key_of("claim"), lobby=lobby)


def _delay_choices(table: Table, seat: Seat, key_of: KeyOf) -> str:
    """Return what `seat` can do about an opponent who is present but does not move; "" if nothing."""
    name, clock = table.seats.names[seat.other], table.clock
    if clock.seconds_to_remind(seat) == 0:
        return tr(
            "{name} has not moved for {time}. Press {key} to send a reminder.",
            name=name,
            time=duration(table.terms.move_time),
            key=key_of("remind"),
        )
    if clock.has_reminded:
        wait = clock.seconds_to_adjourn(seat)
        if wait:
            return tr(
                "{name} has been reminded. In {time} you can adjourn the match; nobody loses it.",
                name=name,
                time=countdown(wait),
            )
        return tr(
            "{name} has been reminded. Press {key} to adjourn the match; nobody loses it.",
            name=name,
            key=key_of("adjourn"),
        )
    return ""


def _choosing(view: MatchView[Any]) -> str:
    turn = view.round.turn
    return "" if turn is None else tr("{name} is choosing.", name=view.names[turn])

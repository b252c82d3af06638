"""Challenges on screen: whom to challenge, and how to answer."""

from collections.abc import Callable

from engarde_tui.language import tr
from engarde_tui.play.questions import Question
from engarde_tui.screens.input import InputScreen
from engarde_tui.serve.hall.questions import CHALLENGE, DECLINED
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.screens.member_name import ask_for_member
from engarde_tui.serve.screens.rows import game_cell, side


def whom_to_challenge(here: list[str], challenge: Callable[[str], object]) -> InputScreen:
    """Return what asks whom to challenge, and calls `challenge` with the name, as `ask_for_member`."""
    otherwise = tr("A member who is away can answer later.")
    return ask_for_member(tr("Which member do you challenge?"), here, challenge, otherwise=otherwise)


def challenge_question(table: Table) -> Question:
    """Return what asks the member who is challenged, or tells the host that the member has declined."""
    seat = table.seats.free
    assert seat is not None
    game, name = game_cell(table.terms), table.opponent(seat)
    if table.is_declined:
        return DECLINED.about(
            tr("{name} does not want to play: {game}.", name=table.opponent(seat.other), game=game)
        )
    return CHALLENGE.about(
        tr("{name} challenges you: {game}. You would sit {side}.", name=name, game=game, side=side(seat))
    )

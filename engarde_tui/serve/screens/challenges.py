"""Challenges on screen: whom to challenge, and how to answer."""

from collections.abc import Callable
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.play.questions import Question
from engarde_tui.play.words import cut
from engarde_tui.screens.input import InputScreen
from engarde_tui.serve.hall.questions import CHALLENGE, DECLINED
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.screens.rows import game_cell

_WIDEST: Final = 60
"""Columns of the names that are offered."""


def whom_to_challenge(here: list[str], challenge: Callable[[str], object]) -> InputScreen:
    """Return what asks for a member's name, and offers those who are `here`.

    `challenge` gets the name; if it raises Problem, the player reads why, and can type another one.
    """

    def check(name: str) -> str:
        try:
            if name:
                challenge(name)
        except Problem as problem:
            raise ValueError(f"{problem}") from problem
        return name

    text = cut(f"Here now: {', '.join(here)}.", _WIDEST) if here else "A member who is away can answer later."
    return InputScreen("Which member do you challenge?", text=text, check=check, offered=here)


def challenge_question(table: Table) -> Question:
    """Return what asks the member who is challenged, or tells the host that the member has declined."""
    seat = table.seats.free
    assert seat is not None
    game, name = game_cell(table.terms), table.opponent(seat)
    if table.is_declined:
        return DECLINED.about(f"{table.opponent(seat.other)} does not want to play: {game}.")
    return CHALLENGE.about(f"{name} challenges you: {game}. You would sit on the {seat.label}.")

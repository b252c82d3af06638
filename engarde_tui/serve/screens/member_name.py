"""The question for a member's name."""

from collections.abc import Callable, Sequence
from typing import Final

from engarde_tui.language import told, tr
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import cut
from engarde_tui.screens.input import InputScreen

_WIDEST: Final = 60
"""Columns of the names that are offered."""


def ask_for_member(
    question: str, here: Sequence[str], act: Callable[[str], object], *, otherwise: str
) -> InputScreen:
    """Return what asks for a member's name, and offers those who are `here`; says `otherwise` if nobody is.

    `act` gets the name; if it raises Problem, the player reads why, and can type another one.
    """

    def check(name: str) -> str:
        try:
            if name:
                act(name)
        except Problem as problem:
            raise ValueError(told(problem)) from problem
        return name

    text = cut(tr("Here now: {names}.", names=", ".join(here)), _WIDEST) if here else otherwise
    return InputScreen(question, text=text, check=check, offered=here)

"""What an action is worth to the master: its own chance after it, averaged over what may be drawn."""

from random import Random
from typing import Final

from engine.en_garde.actions import Action
from engine.en_garde.bots.counting import knowledge
from engine.en_garde.bots.master import chance
from engine.en_garde.bots.playout import guess
from engine.en_garde.view import RoundView

GUESSES: Final = 20
"""Deals of the hidden cards that each action is tried on."""


def values(view: RoundView, actions: tuple[Action, ...]) -> tuple[float, ...]:
    """Return for each of the `actions` the chance, 0 to 1, that the player to act wins after it.

    All are tried on the same guesses of the hidden cards, which the view alone decides: equal views, equal
    values.
    """
    seat = view.turn
    assert seat is not None
    source = Random(f"{view.hand} {[str(play.action) for play in view.plays]}")
    known, played = knowledge(view), tuple(play.action for play in view.plays)
    guesses = [guess(view, known, source)._replace(actions=played) for _ in range(GUESSES)]
    return tuple(
        sum(chance(start.play(action).view(seat), seat) for start in guesses) / GUESSES for action in actions
    )

"""Choices told from luck: what an action loses against the best play from the same view, and what was drawn.

Both compare only what the player could know at that moment. How the chance moved from before the action to
after it is never taken for a loss: cards are drawn in between. The best play is what the master would do, by
its odds where it mixes actions; the largest of all estimates would be the one with the largest error.
"""

from collections import Counter
from typing import NamedTuple

from engine.en_garde.actions import Action
from engine.en_garde.bots.judge import MASTER, Budget, mind_of
from engine.en_garde.bots.values import outcomes, value
from engine.en_garde.view import RoundView
from engine.game import Seat


class Judgement(NamedTuple):
    """What the master thinks of one action, from what its player could know."""

    seat: Seat
    """Who played it."""
    played: Action
    choice: Action
    """What the master would most likely have played."""
    better: Action
    """What is worth most of all that the master might have played."""
    is_forced: bool
    """No other action was legal."""
    loss: float
    """The chance to win the round, 0 to 1, lost against the master's play; 0 if the action is worth more."""
    luck: float
    """What the cards drawn changed in that chance, -1 to 1, against all that could be drawn."""


def judge(before: RoundView, after: RoundView, budget: Budget = MASTER) -> Judgement:
    """Return the judgement, with a budget, of the action between two views of its player."""
    seat, played = before.turn, after.plays[len(before.plays)].action
    assert seat is not None
    mind = mind_of(before, budget)
    odds: dict[Action, float] = mind.hint.odds
    drawn = outcomes(before, played)
    worth = mind.known.get(played, value(drawn))
    others = tuple(action for action in odds if action != played)
    values = {played: worth} | dict(zip(others, mind.values(others), strict=True))
    better = max(odds, key=values.__getitem__)
    best = sum(share * values[action] for action, share in odds.items())
    luck = drawn[_drawn(before, after)].chance - value(drawn)
    is_forced = len(before.legal) == 1
    return Judgement(seat, played, next(iter(odds)), better, is_forced, max(best - worth, 0.0), luck)


def _drawn(before: RoundView, after: RoundView) -> tuple[int, ...]:
    """Return the cards that came to the hand with the action between two views, ascending."""
    new = Counter(after.hand)
    new.subtract(before.hand)
    new.update(after.plays[len(before.plays)].action.cards)
    return tuple(sorted(new.elements()))

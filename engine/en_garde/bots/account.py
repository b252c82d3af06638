"""Luck and skill: where the result of a round came from, in parts that add up to it.

Before the deal a round between equals is even. Chances are what the master expects of the rest, from one
fencer's view:

- *cards*: what the deal and each draw changed in the chance of the fencer who got the cards, against all
  cards that could have come. Good cards of the opponent count against a fencer.
- *choices*: what each action lost against the best play from the view of who chose.
- *hidden*: what remains. Nobody sees both hands, so no view explains a round to its end: a good attack may
  meet the one hand that parries it. That is luck too, and neither a draw nor a choice. Who began, and what
  the master misjudges, are also in here.
"""

from collections.abc import Iterable
from functools import reduce
from operator import add
from typing import Final, NamedTuple

from engine.en_garde.bots.judging import Judgement
from engine.en_garde.bots.master import chance
from engine.en_garde.view import RoundView
from engine.game import Seat

EVEN: Final = 0.5
"""The chance of each fencer before the deal."""


class Account(NamedTuple):
    """What one round, or several, came to for one fencer; a won round is 1, a draw 0.5.

    The parts add up to the result: start + cards + hidden + own choices + the other's choices.
    """

    start: float
    cards: float
    hidden: float
    own: float
    """What the fencer's choices lost, as a number of 0 or less."""
    other: float
    """What the opponent's choices lost, 0 or more."""

    @property
    def result(self) -> float:
        """The rounds won."""
        return sum(self)

    @property
    def luck(self) -> float:
        """What neither fencer chose."""
        return self.cards + self.hidden

    @property
    def of_opponent(self) -> "Account":
        """The same as the opponent counts it."""
        return Account(self.start, -self.cards, -self.hidden, -self.other, -self.own)


def account(dealt: tuple[RoundView, RoundView], over: RoundView, judgements: Iterable[Judgement]) -> Account:
    """Return what a round came to for left.

    It takes what both saw of the deal, the end of the round, and a judgement of each of its actions.
    """
    cards = chance(dealt[0], Seat.LEFT) - chance(dealt[1], Seat.RIGHT)
    lost = [0.0, 0.0]
    for judgement in judgements:
        cards += -judgement.luck if judgement.seat else judgement.luck
        lost[judgement.seat] += judgement.loss
    hidden = chance(over, Seat.LEFT) - EVEN - cards + lost[0] - lost[1]
    return Account(EVEN, cards, hidden, -lost[0], lost[1])


def total(accounts: Iterable[Account]) -> Account:
    """Return the accounts of several rounds as one."""
    return reduce(lambda one, other: Account(*map(add, one, other)), accounts, Account(0, 0, 0, 0, 0))

"""Luck and skill: where the result of a round came from, in parts that add up to it.

Chances are what the master expects of the rest, from one fencer's view:

- *start*: the chance before the deal, when only who begins is known.
- *cards*: what the deal and each draw changed in the chance of the fencer who got the cards, against all
  cards that could have come. Good cards of the opponent count against a fencer.
- *choices*: what each action lost against the best play from the view of who chose.
- *hidden*: what remains. Nobody sees both hands, so no view explains a round to its end: a good attack may
  meet the one hand that parries it. That is luck too, and neither a draw nor a choice. What the master
  misjudges is also in here.
"""

from collections.abc import Iterable
from functools import cache, reduce
from math import comb
from operator import add
from typing import NamedTuple

from engine.en_garde.bots.counting import possible_hands
from engine.en_garde.bots.judge import chance
from engine.en_garde.bots.judging import Judgement
from engine.en_garde.round import FULL_DECK, Round
from engine.en_garde.rules import CARD_VALUES, COPIES_OF_A_VALUE, HAND_SIZE, Rules
from engine.en_garde.view import RoundView
from engine.game import Seat


class ResultBreakdown(NamedTuple):
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
    def of_opponent(self) -> "ResultBreakdown":
        """The breakdown of one round as the opponent counts it."""
        return ResultBreakdown(1 - self.start, -self.cards, -self.hidden, -self.other, -self.own)


def breakdown(
    dealt: tuple[RoundView, RoundView], over: RoundView, judgements: Iterable[Judgement]
) -> ResultBreakdown:
    """Return what a round came to for left.

    It takes what both saw of the deal, the end of the round, and a judgement of each of its actions.
    """
    expected = before_deal(over.rules)
    begins, waits = over.first, over.first.other
    # The two averages differ from 1 by what the master misjudges.
    start = expected[0] if begins is Seat.LEFT else 1 - expected[0]
    changed = {
        begins: chance(dealt[begins], begins) - expected[0],
        waits: chance(dealt[waits], waits) - expected[1],
    }
    lost = dict.fromkeys(Seat, 0.0)
    for judgement in judgements:
        changed[judgement.seat] += judgement.luck
        lost[judgement.seat] += judgement.loss
    cards = changed[Seat.LEFT] - changed[Seat.RIGHT]
    own, other = -lost[Seat.LEFT], lost[Seat.RIGHT]
    return ResultBreakdown(start, cards, chance(over, Seat.LEFT) - start - cards - own - other, own, other)


@cache
def before_deal(rules: Rules) -> tuple[float, float]:
    """Return the chances, 0 to 1, of who begins and of the other fencer, averaged over all hands."""
    full = (0, *[COPIES_OF_A_VALUE for _ in CARD_VALUES])
    totals = [0.0, 0.0]
    for counts, ways in possible_hands(full, HAND_SIZE):
        hand = [card for card in CARD_VALUES for _ in range(counts[card])]
        others = list(FULL_DECK)
        for card in hand:
            others.remove(card)
        for seat, deck in zip(
            Seat, (hand + others, others[:HAND_SIZE] + hand + others[HAND_SIZE:]), strict=True
        ):
            totals[seat] += ways * chance(Round.deal(rules, deck, Seat.LEFT).view(seat), seat)
    deals = comb(len(FULL_DECK), HAND_SIZE)
    return totals[0] / deals, totals[1] / deals


def total(breakdowns: Iterable[ResultBreakdown]) -> ResultBreakdown:
    """Return the breakdowns of several rounds as one."""
    return reduce(
        lambda one, other: ResultBreakdown(*map(add, one, other)), breakdowns, ResultBreakdown(0, 0, 0, 0, 0)
    )

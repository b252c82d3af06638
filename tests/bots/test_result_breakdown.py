"""Luck and skill: parts that add up to the result."""

from random import Random

import pytest
from staging import ALL_RULES, FULL_DECK, by_chance

from engine.en_garde import PRESETS, Round, RoundView, Rules, Seat
from engine.en_garde.bots.judge import chance
from engine.en_garde.bots.judging import Judgement, judge
from engine.en_garde.bots.result_breakdown import ResultBreakdown, before_deal, breakdown, total


def played(rules: Rules, seed: int) -> tuple[tuple[RoundView, RoundView], RoundView, list[Judgement]]:
    """Play a random round; return both views of the deal, the end, and a judgement of each action."""
    source = Random(seed)
    state = Round.deal(rules, source.sample(FULL_DECK, 25), Seat(seed % 2))
    dealt = state.view(Seat.LEFT), state.view(Seat.RIGHT)
    judgements = []
    while state.turn is not None:
        before, after = state, state.play(by_chance(state.legal, source))
        judgements.append(judge(before.view(before.turn), after.view(before.turn)))
        state = after
    return dealt, state.view(Seat.LEFT), judgements


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=[] if rules in PRESETS.values() else pytest.mark.slow)
        for rules in reversed(ALL_RULES)
    ],
)
def test_the_parts_add_up_to_the_result_of_a_round(rules: Rules) -> None:
    """For both fencers, whose luck is the same with the other sign."""
    dealt, over, judgements = played(rules, 1)
    left = breakdown(dealt, over, judgements)
    right = left.of_opponent
    assert over.result is not None
    won = 0.5 if over.result.winner is None else float(over.result.winner is Seat.LEFT)
    assert left.start + left.luck + left.own + left.other == pytest.approx(left.result) == pytest.approx(won)
    assert right.result == pytest.approx(1 - won)
    assert right.luck == pytest.approx(-left.luck)
    assert (right.own, right.other) == pytest.approx((-left.other, -left.own))
    assert left.start + right.start == pytest.approx(1)


def test_only_choices_are_counted_as_choices() -> None:
    """Each as what it lost, for the fencer who chose."""
    dealt, over, judgements = played(PRESETS["ferti-advanced"], 2)
    lost = [sum(each.loss for each in judgements if each.seat is seat) for seat in Seat]
    found = breakdown(dealt, over, judgements)
    assert (found.own, found.other) == pytest.approx((-lost[0], lost[1]))
    blameless = breakdown(dealt, over, [each._replace(loss=0.0) for each in judgements])
    assert (blameless.own, blameless.other) == (0, 0)
    assert blameless.cards == found.cards
    assert blameless.result == pytest.approx(found.result)


def test_before_the_deal_nobody_is_lucky() -> None:
    """Whoever begins has a small advantage; the luck of all deals together is nothing."""
    begins, waits = before_deal(PRESETS["ferti-advanced"])
    assert 0.5 < begins < 0.6
    assert begins + waits == pytest.approx(1, abs=0.02)
    source = Random(5)
    chances = []
    for _ in range(150):
        deck = source.sample(FULL_DECK, 25)
        chances.append(
            chance(Round.deal(PRESETS["ferti-advanced"], deck, Seat.RIGHT).view(Seat.RIGHT), Seat.RIGHT)
        )
    assert sum(chances) / len(chances) == pytest.approx(begins, abs=0.04)


def test_the_account_of_a_match_is_the_sum_of_its_rounds() -> None:
    rounds = [ResultBreakdown(0.5, 0.1, 0.2, -0.3, 0.5), ResultBreakdown(0.5, -0.1, -0.3, -0.1, 0.0)]
    assert total(rounds) == pytest.approx((1, 0, -0.1, -0.4, 0.5))
    assert total(rounds).result == pytest.approx(1)
    assert total([]) == (0, 0, 0, 0, 0)

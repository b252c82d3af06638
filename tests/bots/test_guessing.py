"""The search in plain Python: true results, on hands as often as they are likely."""

from collections import Counter
from random import Random

import pytest
from bots.positions import seen, states_of
from staging import NEAR, stage

from engine.en_garde import PRESETS, Rules, parse_action
from engine.en_garde.bots.guessing import sampled, searched
from engine.en_garde.bots.last_move import ending_of


@pytest.mark.by_day(1)
@pytest.mark.parametrize("rules", reversed(PRESETS.values()), ids=reversed(PRESETS))
def test_an_action_that_ends_the_round_alike_has_that_result_on_every_guess(rules: Rules) -> None:
    found = 0
    for state in states_of(rules, 8):
        view = seen(state)
        ends = {action: ending_of(view, action) for action in view.legal}
        sure = {action: end for action, end in ends.items() if end is not None and end.is_certain}
        if not view.pile or not sure:
            continue
        results = searched(view, sure, 2)
        for action, end in sure.items():
            assert results[action] == 2 * end.chance - 1
            found += 1
    assert found


def test_hands_are_guessed_as_often_as_they_are_likely() -> None:
    hands = {(1, 1): 2.0, (1, 2): 0.0, (2, 2): 1.0, (3, 3): 1.0}
    assert Counter(sampled(hands, 8, Random(1))) == {(1, 1): 4, (2, 2): 2, (3, 3): 2}
    assert all(len(sampled(hands, 7, Random(seed))) == 7 for seed in range(20))


@pytest.mark.slow
def test_each_action_is_tried_alike_alone_and_beside_others() -> None:
    """What a network answers for one guess is never taken for another."""
    views = [
        seen(state) for state in states_of(PRESETS["ferti-advanced"], 4) if 4 <= len(state.draw_pile) <= 9
    ]
    for view in views[::3]:
        together = searched(view, view.legal, 5)
        for action in view.legal:
            assert searched(view, [action], 5) == {action: together[action]}


@pytest.mark.slow
def test_an_attack_with_more_blades_hits_on_more_guesses() -> None:
    view = seen(stage("ferti-advanced", NEAR, left="12334"))
    results = searched(view, view.legal, 60)
    assert results[parse_action("A33")] > results[parse_action("A3")]

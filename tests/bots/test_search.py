"""The search on guesses of the hidden cards: the arrays play as the engine does, and results are true."""

import numpy as np
import pytest
from bots.positions import seen, states_of
from staging import ALL_RULES, NEAR, stage

from engine.en_garde import PRESETS, Rules, parse_action
from engine.en_garde.bots.arrays.beliefs import believed
from engine.en_garde.bots.arrays.policy import surprising
from engine.en_garde.bots.arrays.search import policy, searched
from engine.en_garde.bots.inputs import output_of
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.bots.policy import network_hint


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES[::3])
def test_the_arrays_see_and_think_what_the_master_s_network_does(rules: Rules) -> None:
    row = np.zeros(1, np.int64)
    alike = surprising(policy().odds, 1.0)
    for view in (seen(state) for state in states_of(rules, 2) if state.draw_pile):
        rounds, _ = believed(view, alike)
        legal = rounds.legal(row)
        assert set(np.flatnonzero(legal[0])) == set(map(output_of, view.legal))
        odds = {action: policy().odds(rounds, row, legal)[0, output_of(action)] for action in view.legal}
        assert {action: share for action, share in odds.items() if share} == pytest.approx(
            network_hint(view).odds, abs=1e-3
        )


@pytest.mark.by_day(1)
@pytest.mark.parametrize("rules", reversed(PRESETS.values()), ids=reversed(PRESETS))
def test_an_action_that_ends_the_round_alike_has_that_result_on_every_guess(rules: Rules) -> None:
    found = 0
    for state in states_of(rules, 12):
        view = seen(state)
        ends = {action: ending_of(view, action) for action in view.legal}
        sure = {action: end for action, end in ends.items() if end is not None and end.is_certain}
        if not view.pile or not sure:
            continue
        results = searched(view, 8)
        for action, end in sure.items():
            assert results[action] == 2 * end.chance - 1
            found += 1
    assert found


def test_an_attack_with_more_blades_hits_on_more_guesses() -> None:
    results = searched(seen(stage("ferti-advanced", NEAR, left="12334")), 400, surprise=1)
    assert results[parse_action("A33")] > results[parse_action("A3")] + 0.1
    assert all(abs(each) <= 1 for each in results.values())


@pytest.mark.slow
def test_what_the_opponent_played_tells_of_its_hand() -> None:
    """Believed or not, the results differ; with no belief in the network only the cards count."""
    views = [seen(state) for state in states_of(PRESETS["ferti-advanced"], 3)]
    late = [view for view in views if len(view.plays) > 5 and view.pile and len(view.legal) > 3]
    assert late
    differ = 0
    for view in late[:4]:
        reading, blind = searched(view, 64, 0.05), searched(view, 64, 1)
        differ += sum(abs(reading[action] - blind[action]) > 0.1 for action in view.legal)
    assert differ

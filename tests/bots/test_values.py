"""What actions are worth to the master: from what the player can know, and in the order it would choose."""

from random import Random

import pytest
from bots.positions import seen, states_of
from staging import ALL_RULES, NEAR, stage

from engine.en_garde import PRESETS, Rules, parse_action
from engine.en_garde.bots.counting import knowledge
from engine.en_garde.bots.master import opinion
from engine.en_garde.bots.playout import guess
from engine.en_garde.bots.values import values


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[] if rules in PRESETS.values() else pytest.mark.slow) for rules in ALL_RULES],
)
def test_a_value_is_a_chance_for_every_legal_action_of_every_game(rules: Rules) -> None:
    for state in states_of(rules, 2)[::7]:
        view = seen(state)
        assert all(0 <= value <= 1 for value in values(view, view.legal))


def test_equal_views_have_equal_values() -> None:
    for state in states_of(PRESETS["ferti-advanced"], 3)[::18]:
        view = seen(state)
        other = guess(view, knowledge(view), Random(7))._replace(actions=state.actions)
        assert seen(other) == view
        assert values(seen(other), view.legal) == values(view, view.legal)


def test_an_attack_that_always_hits_is_worth_the_round() -> None:
    view = seen(stage("abacus-basic", NEAR, left="12335"))
    assert values(view, (parse_action("A3"),)) == (1.0,)
    assert values(view, (parse_action("-1"),))[0] < 1


@pytest.mark.parametrize("rounds", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_the_master_s_own_choice_is_hardly_ever_worth_less_than_another(rounds: int) -> None:
    differences = []
    for state in states_of(PRESETS["ferti-advanced"], rounds):
        view = seen(state)
        if len(view.legal) > 1:
            choice = next(iter(opinion(view).odds))
            best, *others = values(view, (choice, *view.legal[:3]))
            differences += [other - best for other in others]
    assert sum(difference > 0.1 for difference in differences) < len(differences) / 20

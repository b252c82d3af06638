"""What actions are worth to the master: from what the player can know, and in the order it would choose."""

from itertools import permutations
from random import Random

import pytest
from bots.positions import seen, states_of
from staging import ALL_RULES, CORNERED, NEAR, ONE_LEFT_AT_3, THREE_LEFT_AT_6, stage

from engine.en_garde import PRESETS, Rules, parse_action
from engine.en_garde.bots.counting import knowledge
from engine.en_garde.bots.playout import guess, imagined
from engine.en_garde.bots.policy import chance
from engine.en_garde.bots.values import outcomes, values
from engine.en_garde.rules import CARD_VALUES


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[] if rules in PRESETS.values() else pytest.mark.slow) for rules in ALL_RULES],
)
def test_a_value_is_a_chance_for_every_legal_action_of_every_game(rules: Rules) -> None:
    for state in states_of(rules, 2)[::7]:
        view = seen(state)
        assert all(0 <= value <= 1 for value in values(view, view.legal))


@pytest.mark.parametrize("preset", ["ferti-advanced", "abacus-standard", "abacus-advanced"])
def test_a_value_is_the_average_over_every_deal_of_what_is_unseen(preset: str) -> None:
    """With one card in the pile there are six deals: each card may be the last, the others are the hand."""
    state = stage(preset, ONE_LEFT_AT_3)
    view = seen(state)
    known = knowledge(view)
    unseen = tuple(card for card in CARD_VALUES for _ in range(known.unseen[card]))
    played = state.actions
    for action, worth in zip(view.legal, values(view, view.legal), strict=True):
        chances = []
        for index, last in enumerate(unseen):
            other = unseen[:index] + unseen[index + 1 :]
            after = imagined(view, other, (last,))._replace(actions=played).play(action)
            assert view.turn is not None
            chances.append(chance(after.view(view.turn), view.turn))
        assert worth == pytest.approx(sum(chances) / len(chances))


@pytest.mark.parametrize("script", [NEAR, CORNERED, THREE_LEFT_AT_6, f"{NEAR} A3"])
def test_every_draw_is_an_outcome_as_likely_as_it_is_dealt(script: str) -> None:
    view = seen(stage("ferti-advanced", script))
    known = knowledge(view)
    unseen = [card for card in CARD_VALUES for _ in range(known.unseen[card])]
    for action in view.legal:
        found = outcomes(view, action)
        assert sum(odds for odds, _ in found.values()) == pytest.approx(1)
        (drawn,) = {len(cards) for cards in found}
        if drawn <= 2:
            deals = [tuple(sorted(deal)) for deal in permutations(unseen, drawn)]
            shares = {cards: deals.count(cards) / len(deals) for cards in set(deals)}
            assert {cards: odds for cards, (odds, _) in found.items()} == pytest.approx(shares)


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

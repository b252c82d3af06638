"""A hint where the end of the round can be counted."""

from collections.abc import Iterator
from random import Random

import pytest
from bots.positions import seen, states_of
from staging import NEAR, ONE_LEFT_AT_3, stage

from engine.en_garde import PRESETS, RoundView, Rules, parse_action
from engine.en_garde.actions import TAKE_HIT
from engine.en_garde.bots.judge import Judge, chance
from engine.en_garde.bots.judging import judge
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.bots.policy import network_hint
from engine.en_garde.game import GAME


def last_turns(rules: Rules) -> Iterator[RoundView]:
    """Yield positions with a choice, with no card left to draw."""
    views = (seen(state) for state in states_of(rules, 60) if not state.draw_pile)
    yield from (view for view in views if len(view.legal) > 1)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_with_no_card_left_the_best_action_is_advised_and_its_chance_is_exact(rules: Rules) -> None:
    for view in last_turns(rules):
        thought = Judge(view).hint
        (advised,) = thought.odds
        chances = {action: ending_of(view, action).chance for action in view.legal}
        assert chances[advised] == max(chances.values()) == thought.chance
        assert thought.is_counted


@pytest.mark.by_day(1)
@pytest.mark.parametrize("rules", reversed(PRESETS.values()), ids=reversed(PRESETS))
def test_hint_play_review_and_shown_chance_agree(rules: Rules) -> None:
    """From the first turn to the last: no action that a hint names is one that the master would not play."""
    asked = 0
    for state in states_of(rules, 3)[::3]:
        view, mind = seen(state), Judge(seen(state))
        hint = GAME.hint(view)
        assert hint == mind.hint
        assert chance(view, state.turn) == hint.chance
        worth = dict(zip(view.legal, mind.values(view.legal), strict=True))
        played = GAME.bot("master").choose(view, (0, 0), Random(len(view.plays)))
        assert played in hint.odds
        best = sum(share * worth[action] for action, share in hint.odds.items())
        judgement = judge(view, state.play(played).view(state.turn))
        assert judgement.loss == pytest.approx(max(best - worth[played], 0))
        assert judgement.choice == next(iter(hint.odds))
        if mind.known.keys() >= set(view.legal):
            assert hint.chance == pytest.approx(best)
            asked += 1
    assert asked


def test_a_certain_win_is_advised_and_its_chance_is_100_percent() -> None:
    last_draw = seen(stage("ferti-advanced", ONE_LEFT_AT_3, left="12333"))
    assert (Judge(last_draw).hint.odds, Judge(last_draw).hint.chance) == (
        {parse_action("A333"): 1.0},
        1.0,
    )
    # Nobody can parry three 3s, long before the end.
    early = seen(stage("ferti-advanced", NEAR, left="12333"))
    assert (Judge(early).hint.odds, Judge(early).hint.chance) == ({parse_action("A333"): 1.0}, 1.0)


def test_without_a_defence_the_chance_is_0() -> None:
    view = seen(stage("ferti-advanced", f"{NEAR} A33", right="11224"))
    assert Judge(view).hint.odds == {TAKE_HIT: 1.0}
    assert Judge(view).hint.chance == 0


def test_until_the_end_can_be_counted_the_hint_is_what_the_master_says() -> None:
    view = seen(stage("ferti-advanced", "", left="12345"))
    assert Judge(view).hint == network_hint(view)
    assert not Judge(view).hint.is_counted

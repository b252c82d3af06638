"""A hint where the end of the round can be counted."""

from collections.abc import Iterator

import pytest
from bots.positions import seen, states_of
from staging import NEAR, ONE_LEFT_AT_3, stage

from engine.en_garde import PRESETS, RoundView, Rules, parse_action
from engine.en_garde.actions import TAKE_HIT
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.bots.master import hint, network_hint


def last_turns(rules: Rules) -> Iterator[RoundView]:
    """Yield positions with a choice whose every action draws the last card, or with none left."""
    views = (seen(state) for state in states_of(rules, 60) if len(state.draw_pile) <= 1)
    yield from (view for view in views if view.attack is None and len(view.legal) > 1)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_no_action_that_ends_the_round_ends_it_better_than_the_advised_one(rules: Rules) -> None:
    views = list(last_turns(rules))
    assert views
    for view in views:
        thought = hint(view)
        (advised,) = thought.odds
        endings = {action: ending_of(view, action) for action in view.legal}
        chances = {action: ending.chance for action, ending in endings.items() if ending is not None}
        assert set(chances) == set(view.legal)
        assert chances[advised] == max(chances.values()) == thought.chance
        assert thought.is_counted


def test_a_certain_win_is_advised_and_its_chance_is_100_percent() -> None:
    last_draw = seen(stage("ferti-advanced", ONE_LEFT_AT_3, left="12333"))
    assert (hint(last_draw).odds, hint(last_draw).chance) == (
        {parse_action("A333"): 1.0},
        1.0,
    )
    # Nobody can parry three 3s, long before the end.
    early = seen(stage("ferti-advanced", NEAR, left="12333"))
    assert (hint(early).odds, hint(early).chance) == ({parse_action("A333"): 1.0}, 1.0)


def test_without_a_defence_the_chance_is_0() -> None:
    view = seen(stage("ferti-advanced", f"{NEAR} A33", right="11224"))
    assert hint(view).odds == {TAKE_HIT: 1.0}
    assert hint(view).chance == 0


def test_until_the_end_can_be_counted_the_hint_is_what_the_master_says() -> None:
    view = seen(stage("ferti-advanced", "", left="12345"))
    assert hint(view) == network_hint(view)
    assert not hint(view).is_counted

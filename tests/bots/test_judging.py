"""Choices told from luck: what a choice loses, and what the cards did then."""

from pathlib import Path
from random import Random
from runpy import run_path

import pytest
from bots.positions import hidden_from, seen, states_of
from staging import NEAR, ONE_LEFT_AT_3, stage

from engarde_tui.games.en_garde.review_words import WEAK
from engine.en_garde import PRESETS, Action, Round, parse_action
from engine.en_garde.bots.counting import knowledge
from engine.en_garde.bots.judge import Judge, chance, mind_of
from engine.en_garde.bots.judging import Judgement, judge
from engine.en_garde.bots.playout import guess
from engine.en_garde.bots.values import outcomes


def judged(state: Round, action: Action) -> Judgement:
    """Judge an action as its player saw it."""
    assert state.turn is not None
    return judge(seen(state), state.play(action).view(state.turn))


def test_the_loss_is_what_the_master_s_play_is_worth_more() -> None:
    """By its odds where it mixes actions; nothing is lost where it is worth less."""
    lost = 0
    for state in states_of(PRESETS["ferti-advanced"], 2)[::9]:
        view = seen(state)
        mind = Judge(view)
        odds = mind.hint.odds
        best = sum(map(float.__mul__, odds.values(), mind.values(tuple(odds))))
        for action, worth in zip(view.legal, mind.values(view.legal), strict=True):
            judgement = judged(state, action)
            assert judgement.loss == pytest.approx(max(best - worth, 0))
            assert (judgement.seat, judgement.played) == (state.turn, action)
            assert judgement.choice == next(iter(odds))
            assert judgement.better in odds
            assert judgement.loss < WEAK or judgement.better != action
            assert judgement.is_forced == (len(view.legal) == 1)
            lost += judgement.loss > WEAK
    assert lost


def test_the_chance_in_a_state_and_its_best_action_are_thought_of_once() -> None:
    """As a replay shows first the one, then the other."""
    state = states_of(PRESETS["ferti-advanced"], 3)[0]
    assert state.turn is not None
    chance(seen(state), state.turn)
    before = mind_of.cache_info()
    judged(state, state.legal_actions()[0])
    after = mind_of.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)


def test_the_luck_of_all_draws_together_is_nothing() -> None:
    """Each weighed by how likely it is, whatever was played."""
    state = states_of(PRESETS["ferti-advanced"], 1)[0]
    view = seen(state)
    for action in view.legal[:3]:
        lucks: dict[tuple[int, ...], float] = {}
        for card in range(1, 6):
            place = state.draw_pile.index(card)
            pile = (card, *state.draw_pile[:place], *state.draw_pile[place + 1 :])
            lucks[card,] = judged(state._replace(draw_pile=pile), action).luck
        odds = outcomes(view, action)
        assert sum(odds[cards].odds * luck for cards, luck in lucks.items()) == pytest.approx(0)
        assert any(lucks.values())


def test_without_a_draw_there_is_no_luck() -> None:
    state = stage("ferti-advanced", "+5 +5 +5 +4 A3", right="11233")
    assert judged(state, parse_action("P3")).luck == pytest.approx(0)


def test_neither_depends_on_what_the_player_could_not_know() -> None:
    """The same card comes next, from another pile and against another hand, even at the very end."""
    differing = 0
    for state in (*states_of(PRESETS["ferti-advanced"], 2)[::8], stage("ferti-advanced", ONE_LEFT_AT_3)):
        view = seen(state)
        assert state.turn is not None
        other = guess(view, knowledge(view), Random(3))
        hidden = list(other.hands[state.turn.other] + other.draw_pile)
        next_card = state.draw_pile[:1]
        for card in next_card:
            hidden.remove(card)
        size = len(state.hands[state.turn.other])
        hands = list(state.hands)
        hands[state.turn.other] = tuple(sorted(hidden[:size]))
        changed = state._replace(hands=(hands[0], hands[1]), draw_pile=(*next_card, *hidden[size:]))
        differing += hidden_from(changed, state.turn) != hidden_from(state, state.turn)
        action = next(action for action in view.legal if len(action.cards) <= 1)
        assert judged(changed, action) == judged(state, action)
    assert differing


def test_whoever_lets_a_sure_hit_go_chooses_weakly() -> None:
    """Three cards can never be parried."""
    state = stage("ferti-advanced", NEAR, left="12333", right="11224")
    assert judged(state, parse_action("A333")).loss == 0
    assert all(judged(state, parse_action(word)).loss >= WEAK for word in ("+1", "-2"))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_the_master_chooses_hardly_ever_weakly_the_fencer_often_and_the_novice_more_so(preset: str) -> None:
    """docs/measurements/chances.md has these figures."""
    judged_in = run_path(str(Path(__file__).parents[2] / "docs" / "calibration.py"))["judged"]
    weak = {}
    for level in ("master", "fencer", "novice"):
        found = list(judged_in(level, PRESETS[preset], 30, 1))
        weak[level] = sum(judgement.loss >= WEAK for _, judgement in found) / len(found)
    assert weak["master"] < 0.01
    assert 0.05 < weak["fencer"] < weak["novice"] < 0.4

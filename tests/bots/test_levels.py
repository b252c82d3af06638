"""What all bots have in common, and what makes one level stronger than another."""

from collections import Counter
from random import Random

import pytest
from bots.positions import BOTS, seen, states_of
from staging import ALL_RULES, CORNERED, FAR, LED, NEAR, ONE_LEFT_AT_3, stage

from engine.arena import Meeting, Pairing, meet
from engine.en_garde import PRESETS, Kind, Phase, Round, Rules, Seat, parse_action
from engine.en_garde.bots.counting import knowledge
from engine.en_garde.bots.fencer import win_chance
from engine.en_garde.bots.judge import MASTER
from engine.en_garde.game import GAME as EN_GARDE
from engine.en_garde.rules import DEFAULT_PRESET
from engine.program import Program
from engine.seating import bot_named

ROUNDS = {
    "novice": 12,
    "fencer": 12,
    "threshold": 12,
    "master": 2,
    "virtuoso": 1,
    "grandmaster": 1,
    "playout": 2,
}
"""Rounds per combination of rules in which a bot is asked at every step."""


def choice(name: str, state: Round, seed: int = 1) -> str:
    """Return what a bot plays, in the notation."""
    return str(bot_named(EN_GARDE, name).choose(seen(state), (0, 0), Random(seed)))


# --- what all have in common ---


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_found_by_its_name(name: str) -> None:
    bot = bot_named(EN_GARDE, name)
    assert type(bot).__name__ == name.title()
    assert type(bot).__module__ == f"engine.en_garde.bots.{name}"


def test_any_other_name_is_the_command_of_a_program() -> None:
    assert isinstance(bot_named(EN_GARDE, "Master"), Program)
    assert isinstance(bot_named(EN_GARDE, "python3 my_bot.py"), Program)


@pytest.mark.parametrize(
    ("name", "complaint"), [("", "a level or a command"), ("say 'hi", "ends inside a quote")]
)
def test_a_name_that_is_neither_a_level_nor_a_command_is_refused(name: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        bot_named(EN_GARDE, name)


@pytest.mark.by_day(3)
@pytest.mark.usefixtures("few_guesses")
@pytest.mark.parametrize("name", sorted(ROUNDS, key=ROUNDS.__getitem__, reverse=True))
def test_a_bot_always_plays_a_legal_action_under_all_house_rules(name: str) -> None:
    bot = bot_named(EN_GARDE, name)
    source = Random(name)
    asked: Counter[tuple[Rules, Phase]] = Counter()
    for rules in ALL_RULES:
        for state in states_of(rules, ROUNDS[name]):
            action = bot.choose(seen(state), (0, 3), source)
            assert action in state.legal, f"{action} after {[str(play.action) for play in state.plays]}"
            asked[rules, state.phase] += 1
    assert {rules for rules, _ in asked} == set(ALL_RULES)
    assert {phase for _, phase in asked} == set(Phase) - {Phase.OVER}


@pytest.mark.by_day(3)
@pytest.mark.usefixtures("few_guesses")
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_does_the_same_with_the_same_randomness(name: str) -> None:
    states = states_of(PRESETS["abacus-advanced"], ROUNDS[name])
    answers = [
        [bot.choose(seen(state), (1, 1), source) for state in states]
        for bot, source in ((bot_named(EN_GARDE, name), Random(7)), (bot_named(EN_GARDE, name), Random(7)))
    ]
    assert answers[0] == answers[1]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", ["novice", "master"])
def test_a_bot_varies_with_the_randomness(name: str) -> None:
    bot = bot_named(EN_GARDE, name)
    # The master counts the last cards, and then it hardly varies.
    states = [
        state for state in states_of(PRESETS["ferti-advanced"], 12) if len(state.draw_pile) > MASTER.counts
    ]
    answers = {
        tuple(bot.choose(seen(state), (0, 0), source) for state in states) for source in map(Random, range(6))
    }
    assert len(answers) > 1


# --- novice ---


@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_novice_plays_the_strongest_direct_attack_and_parries_when_it_can(rules: Rules) -> None:
    for state in states_of(rules, 12):
        answer = bot_named(EN_GARDE, "novice").choose(seen(state), (0, 0), Random(1))
        hits = [action for action in state.legal if action.kind is Kind.ATTACK]
        parries = [action for action in state.legal if action.kind is Kind.PARRY]
        if hits:
            assert answer == max(hits, key=lambda action: len(action.blades))
        elif parries:
            assert answer == parries[0]


def test_the_novice_notices_every_second_indirect_attack_and_plays_the_strongest() -> None:
    state = stage("ferti-advanced", NEAR, left="11245")
    answers = Counter(choice("novice", state, seed) for seed in range(600))
    assert answers["+2A11"] == pytest.approx(300, abs=60)
    assert answers["+2A1"] == answers["+1A2"] == 0


def test_the_novice_moves_forwards_twice_as_often_as_back_by_the_same_card() -> None:
    state = stage("ferti-standard", NEAR, left="11245")
    answers = Counter(choice("novice", state, seed) for seed in range(1200))
    # Two ways on, weight 2 each, and four back, weight 1 each.
    expected = {"+1": 300, "+2": 300, "-1": 150, "-2": 150, "-4": 150, "-5": 150}
    assert answers == {word: pytest.approx(number, abs=60) for word, number in expected.items()}


def test_the_novice_evades_at_random_if_it_cannot_parry() -> None:
    state = stage("ferti-advanced", "+4 +4 +5 +1 +5A3", right="12255")
    assert {choice("novice", state, seed) for seed in range(60)} == {"R1", "R2", "R5"}


# --- fencer ---


def test_the_fencer_attacks_with_more_cards_than_anybody_can_parry() -> None:
    # Two 3s are unseen: an attack of three cannot be parried, a smaller one might be.
    assert choice("fencer", stage("ferti-standard", NEAR, left="12333")) == "A333"


def test_without_parries_the_fencer_hits_unless_a_step_wins_as_surely() -> None:
    for rules in (rules for rules in ALL_RULES if not rules.parry):
        for state in states_of(rules, 50):
            if any(action.kind is Kind.ATTACK for action in state.legal):
                known = knowledge(seen(state))
                assert (
                    win_chance(known, bot_named(EN_GARDE, "fencer").choose(seen(state), (0, 0), Random(1)))
                    == 1
                )


def test_the_fencer_knows_that_a_last_chance_hits_without_parries() -> None:
    """A step into the lead would win the comparison, but the other hand may hold a card of the distance."""
    state = stage("abacus-basic", ONE_LEFT_AT_3, left="11223")
    known = knowledge(seen(state))
    steps = [action for action in state.legal if action.kind is Kind.STEP_BACK]
    assert steps
    assert all(win_chance(known, action) < 1 for action in steps)


def test_the_fencer_does_not_attack_into_a_likely_parry() -> None:
    # Four 3s are among the six cards it has not seen, of which the other hand holds five.
    state = stage("ferti-standard", ONE_LEFT_AT_3, left="11223")
    assert bot_named(EN_GARDE, "fencer").choose(seen(state), (0, 0), Random(1)).kind is not Kind.ATTACK


def test_the_fencer_is_sure_of_an_indirect_attack_without_a_defence() -> None:
    # One 5 is unseen: two cannot be parried. Right has three squares to step back.
    state = stage("ferti-advanced", CORNERED, left="22255")
    known = knowledge(seen(state))
    indirect = parse_action("+2A55")
    assert indirect in known.legal
    assert known.other_behind == 3
    assert win_chance(known._replace(other_behind=0), indirect) == 1 > win_chance(known, indirect)


def test_the_fencer_stays_out_of_reach() -> None:
    # From 8, +3 and +4 lead to where it can be hit: one of 4 5s or 2 4s among 16. +2 gains more than -2.
    assert choice("fencer", stage("ferti-standard", FAR, left="22334")) == "+2"
    # At 5 it holds two 5s and has seen the other three; everywhere else short of 6 it can be hit.
    assert choice("fencer", stage("ferti-standard", NEAR, left="12455")) == "-2"


@pytest.mark.parametrize("hand", ["12344", "22444", "12444"])
def test_the_fencer_keeps_its_lead_with_the_last_card(hand: str) -> None:
    state = stage("ferti-advanced", LED, left=hand)
    for seed in range(5):
        action = bot_named(EN_GARDE, "fencer").choose(seen(state), (0, 0), Random(seed))
        result = state.play(action).result
        assert result is not None
        assert result.winner is Seat.LEFT


@pytest.mark.parametrize("preset", PRESETS)
def test_the_fencer_always_plays_the_best_chance_it_sees(preset: str) -> None:
    for state in states_of(PRESETS[preset], 12):
        known = knowledge(seen(state))
        best = max(win_chance(known, action) for action in state.legal)
        for seed in range(3):
            answer = bot_named(EN_GARDE, "fencer").choose(seen(state), (0, 0), Random(seed))
            assert win_chance(known, answer) == best


# --- how strong they are ---


def result(first: str, second: str, preset: str, deals: int) -> tuple[float, float]:
    """The mean result of the first bot, and its margin."""
    meeting = Meeting.of(meet(Pairing(first, second, PRESETS[preset], deals, seed=1), processes=1))
    mean, margin = meeting.result
    assert margin is not None
    return mean, margin


@pytest.mark.by_day(1)
@pytest.mark.parametrize("preset", reversed(PRESETS))
def test_the_fencer_beats_the_novice_in_every_preset(preset: str) -> None:
    mean, margin = result("fencer", "novice", preset, 100)
    assert mean - margin > 0.3


@pytest.mark.slow
def test_the_master_beats_the_fencer() -> None:
    mean, margin = result("master", "fencer", DEFAULT_PRESET, 100)
    assert mean - margin > 0

"""Training's arrays play the same game as the engine, at every step."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import endings
import numpy as np
import pytest
from staging import SEATS, cards
from training.side_by_side import HOUSES, Step, dealt_and_played, side_by_side

from engine.en_garde import PRESETS, Kind, Phase, Reason, Round, Rules, Seat, parse_action
from engine.en_garde.bots.arrays.rounds import CRITIC_INPUTS, UPCOMING, Rounds
from engine.en_garde.bots.inputs import INPUTS, OUTPUTS, inputs_of, output_of

ROUNDS = 60
"""Rounds per combination of rules."""


def switched_on(rules: Rules) -> str:
    return "+".join(name for name in rules.__slots__ if getattr(rules, name)) or "none"


def on(row: Any) -> list[int]:
    """Return the indices that are not zero."""
    return list(np.flatnonzero(row))


def describe(state: Round) -> str:
    """Describe a round, for the message of a failed assertion."""
    return f"deck {state.deck}, {state.first.label} began: {' '.join(map(str, state.actions))}"


def check(step: Step) -> None:
    """Check that engine and arrays agree on all rounds."""
    rounds, states, playing = step
    assert playing.tolist() == [number for number, state in enumerate(states) if state.turn is not None]
    for number, state in enumerate(states):
        winner = None if state.result is None else state.result.winner
        assert rounds.winner[number] == (-1 if winner is None else winner), describe(state)
        held = [[hand.count(card) for card in range(6)] for hand in state.hands]
        assert rounds.hands[number].tolist() == held, describe(state)
        assert 25 - rounds.drawn[number] == len(state.draw_pile), describe(state)
    if not len(playing):
        return
    turns = rounds.turn[playing]
    legal, distance = rounds.legal(playing), rounds.distance(playing)
    acting, waiting = rounds.inputs(playing, turns), rounds.inputs(playing, 1 - turns)
    assert legal.shape == (len(playing), OUTPUTS)
    assert acting.shape == waiting.shape == (len(playing), INPUTS)
    for row, number in enumerate(playing):
        state = states[number]
        seat = state.turn
        assert seat is not None
        assert turns[row] == seat, describe(state)
        assert distance[row] == state.view(None).distance, describe(state)
        assert on(legal[row]) == [output_of(action) for action in state.legal], describe(state)
        assert on(acting[row]) == sorted(inputs_of(state.view(seat), seat)), describe(state)
        assert on(waiting[row]) == sorted(inputs_of(state.view(seat.other), seat.other)), describe(state)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("rules", HOUSES, ids=switched_on)
def test_arrays_and_engine_play_the_same_game(rules: Rules) -> None:
    for step in dealt_and_played([rules] * ROUNDS, seed=1):
        check(step)


def test_rounds_under_different_rules_do_not_disturb_each_other() -> None:
    for step in dealt_and_played(list(HOUSES) * 8, seed=2):
        check(step)


def test_arrays_and_engine_end_rounds_alike() -> None:
    """In the rounds found for the engine's tests, some of which are rare."""
    found = [endings.Ending(**json.loads(line)) for line in endings.FILE.read_text("utf-8").splitlines()]
    dealt = [Round.deal(PRESETS[one.preset], cards(one.deck), SEATS[one.first]) for one in found]
    words = [one.actions.split() for one in found]
    last = None
    for step in side_by_side(dealt, lambda number, state: parse_action(words[number][len(state.actions)])):
        check(step)
        last = step
    assert last is not None
    results = [state.result for state in last.states]
    assert {result.reason for result in results if result} == {
        reason for reason in Reason if reason.is_played
    }
    assert None not in results


def test_the_random_rounds_cover_everything_but_the_rarest_ending() -> None:
    reasons, phases, kinds = Counter[Reason](), Counter[Phase](), Counter[Kind]()
    last: Counter[tuple[Kind, bool]] = Counter()
    for rules in HOUSES:
        for _, states, playing in dealt_and_played([rules] * ROUNDS, seed=1):
            for state in [states[number] for number in playing]:
                phases[state.phase] += 1
                kinds.update(action.kind for action in state.legal)
            for state in [] if len(playing) else states:
                assert state.result is not None
                reasons[state.result.reason] += 1
                if state.showdown is not None:
                    last[state.actions[-1].kind, state.showdown.cards is None] += 1
    assert set(reasons) >= {reason for reason in Reason if reason.is_played} - {Reason.NO_MOVE}
    assert set(phases) == set(Phase) - {Phase.OVER}
    assert set(kinds) == set(Kind)
    assert {(Kind.EVADE, True), (Kind.EVADE, False), (Kind.PARRY, False), (Kind.NO_ATTACK, False)} <= set(
        last
    )


def test_some_of_the_rounds_can_be_played_while_others_wait() -> None:
    """Training asks the opponent for some rows first, then the learner for the others, in any order."""
    rules = [PRESETS["ferti-advanced"]] * 12
    *_, (both, states, _) = dealt_and_played(rules, seed=3)
    halves = Rounds(
        rules, np.array([state.deck for state in states]), np.array([int(s.first) for s in states])
    )
    played = [0] * len(states)
    while len(playing := halves.playing):
        for part in (playing[::2][::-1], playing[1::2]):
            outputs = [output_of(states[row].actions[played[row]]) for row in part]
            for row in part:
                played[row] += 1
            halves.play(part, np.array(outputs, np.int64))
    assert played == [len(state.actions) for state in states]
    assert halves.winner.tolist() == both.winner.tolist()
    assert halves.hands.tolist() == both.hands.tolist()


def test_the_given_decks_and_starters_are_not_changed() -> None:
    """They are played again with the seats swapped."""
    rules = [PRESETS["ferti-advanced"]] * 12
    *_, (_, states, _) = dealt_and_played(rules, seed=3)
    decks, first = np.array([state.deck for state in states]), np.array([int(s.first) for s in states])
    before = decks.tolist(), first.tolist()
    rounds = Rounds(rules, decks, first)
    while len(playing := rounds.playing):
        rounds.play(playing, rounds.legal(playing).argmax(1))
    assert (decks.tolist(), first.tolist()) == before


def test_the_open_discard_pile_makes_no_difference() -> None:
    rules = PRESETS["abacus-advanced"]
    for step in dealt_and_played([replace(rules, open_discard=True)] * 20, seed=4):
        check(step)


@pytest.mark.parametrize("rules", [PRESETS["abacus-advanced"], PRESETS["abacus-basic"]], ids=switched_on)
def test_the_critic_also_sees_the_other_hand_and_the_next_cards(rules: Rules) -> None:
    for rounds, states, playing in dealt_and_played([rules] * 30, seed=5):
        if not len(playing):
            continue
        for seats in (rounds.turn[playing], 1 - rounds.turn[playing]):
            seen = rounds.inputs(playing, seats, critic=True)
            assert seen.shape == (len(playing), CRITIC_INPUTS)
            assert (seen[:, :INPUTS] == rounds.inputs(playing, seats)).all()
            for row, number in enumerate(playing):
                state, seat = states[number], Seat(seats[row])
                other = state.hands[seat.other]
                hand = [6 * (card - 1) + other.count(card) for card in range(1, 6)]
                upcoming = [
                    30 + 5 * index + card - 1 for index, card in enumerate(state.draw_pile[:UPCOMING])
                ]
                assert on(seen[row, INPUTS:]) == hand + upcoming

"""Beliefs about the other hand are exactly the share of the deals that fit what was seen."""

from collections import defaultdict
from random import Random

import numpy as np
import pytest
from bots.positions import seen, states_of
from staging import FULL_DECK

from engine.en_garde import PRESETS, Round, Rules, Seat
from engine.en_garde.bots.arrays.beliefs import HANDS, believed
from engine.en_garde.bots.arrays.policy import Floats, drawn, surprising
from engine.en_garde.bots.arrays.rounds import Bools, Ints, Rounds
from engine.en_garde.bots.arrays.search import policy
from engine.en_garde.bots.counting import counts
from engine.en_garde.bots.inputs import OUTPUTS, output_of


def by_cards(rounds: Rounds, rows: Ints, legal: Bools) -> Floats:
    """Return odds that tell of the hand: high cards are played more often than low ones."""
    weights = legal * (
        1.0 + np.arange(legal.shape[1]) % 7 + rounds.hands[rows, rounds.turn[rows]][:, [3]] ** 2
    )
    return (weights / weights.sum(1, keepdims=True)).astype(np.float32)


def played(rules: Rules, number: int, plays: int, seed: int) -> list[Round]:
    """Return rounds in progress after some actions, each drawn by the odds."""
    source, deal = np.random.default_rng(seed), Random(seed)
    states = [Round.deal(rules, deal.sample(FULL_DECK, 25), Seat(row % 2)) for row in range(number)]
    rounds = Rounds(
        [rules] * number,
        np.array([state.deck for state in states]),
        np.array([row % 2 for row in range(number)]),
    )
    for _ in range(plays):
        rows = rounds.playing
        noise = source.standard_exponential((len(rows), OUTPUTS), np.float32)
        outputs = drawn(by_cards(rounds, rows, rounds.legal(rows)), noise)
        for row, output in zip(rows, outputs, strict=True):
            state = states[row]
            states[row] = state.play(next(each for each in state.legal if output_of(each) == output))
        rounds.play(rows, outputs)
    return [state for state in states if state.turn is not None and state.draw_pile]


@pytest.mark.by_day(3)
@pytest.mark.parametrize("preset", ["ferti-advanced", "abacus-basic"])
@pytest.mark.parametrize("plays", [0, 3, 8])
def test_beliefs_are_right_as_often_as_they_say(preset: str, plays: int) -> None:
    """Over many rounds: of all hands believed with some chance, that share are the true ones."""
    said, true = [], []
    for state in played(PRESETS[preset], 250, plays, seed=plays):
        _, chances = believed(seen(state), by_cards)
        assert chances.sum() == pytest.approx(1)
        said.append(chances)
        true.append((counts(state.hands[seen(state).seat.other]) == HANDS).all(1))
    chances, is_true = np.concatenate(said), np.concatenate(true)
    assert is_true.sum() == len(said) > 20
    assert (chances[is_true] > 0).all()
    for low, high in ((0, 0.005), (0.005, 0.02), (0.02, 0.1), (0.1, 1)):
        bin_ = (chances > low) & (chances <= high)
        expected, spread = chances[bin_].sum(), (chances * (1 - chances))[bin_].sum() ** 0.5
        assert is_true[bin_].sum() == pytest.approx(expected, abs=4 * spread + 1)


@pytest.mark.slow
def test_beliefs_are_the_share_of_the_deals_that_fit() -> None:
    """In one round, against a count of a great many deals that all lead to the same view."""
    state = next(state for state in played(PRESETS["ferti-advanced"], 40, 5, seed=3) if len(state.plays) == 5)
    view, number = seen(state), 200_000
    assert view.seat is not None
    # The cards that the player has not seen, in other orders: its own stay where they were.
    own, replay = (
        np.isin(np.arange(25), range(5 * view.seat, 5 * view.seat + 5)),
        state.deal(state.rules, state.deck, state.first),
    )
    for action in state.actions:
        seat, before = replay.turn, 25 - len(replay.draw_pile)
        replay = replay.play(action)
        own[before : 25 - len(replay.draw_pile)] = seat is view.seat
    dealt = np.tile(np.array(state.deck), (number, 1))
    dealt[:, ~own] = np.random.default_rng(5).permuted(dealt[:, ~own], axis=1)
    many = Rounds([state.rules] * number, dealt, np.full(number, int(state.first)))
    weights = np.ones(number)
    for play in state.plays:
        rows, output = np.flatnonzero(weights), output_of(play.action)
        if play.seat is not view.seat:
            weights[rows] *= by_cards(many, rows, many.legal(rows))[:, output]
            rows = np.flatnonzero(weights)
        many.play(rows, np.full(len(rows), output))
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for hand, weight in zip(map(tuple, many.hands[:, view.seat.other].tolist()), weights, strict=True):
        shares[hand] += weight
    _, chances = believed(view, by_cards)
    for hand, chance in zip(map(tuple, HANDS.tolist()), chances, strict=True):
        assert chance == pytest.approx(shares[hand] / weights.sum(), abs=0.005)


def test_a_surprising_opponent_plays_a_share_of_any_legal_actions() -> None:
    for state in states_of(PRESETS["ferti-advanced"], 2)[::5]:
        if not state.draw_pile:
            continue
        rounds, _ = believed(seen(state), by_cards)
        row = np.zeros(1, np.int64)
        rounds.hands[0, rounds.turn[0]] = counts(seen(state).hand)
        legal = rounds.legal(row)
        plain, mixed = (each(rounds, row, legal) for each in (policy().odds, surprising(policy().odds, 0.1)))
        assert mixed.sum() == pytest.approx(1)
        assert mixed == pytest.approx(0.9 * plain + 0.1 * legal / legal.sum(1, keepdims=True))

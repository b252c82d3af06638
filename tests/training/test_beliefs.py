"""Beliefs about the other hand are exactly the share of the deals that fit what was seen."""

from collections import defaultdict

import numpy as np
import pytest
from training.learners import RULES

torch = pytest.importorskip("torch")

from engine.en_garde import PRESETS  # noqa: E402
from engine.training.beliefs import HANDS, Beliefs  # noqa: E402
from engine.training.networks import choose  # noqa: E402
from engine.training.rounds import Bools, Ints, Rounds  # noqa: E402
from engine.training.selfplay import decks  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


def by_cards(rounds: Rounds, rows: Ints, legal: Bools) -> Ints:
    """Return odds that tell of the hand: high cards are played more often than low ones."""
    weights = legal * (
        1.0 + np.arange(legal.shape[1]) % 7 + rounds.hands[rows, rounds.turn[rows]][:, [3]] ** 2
    )
    return weights / weights.sum(1, keepdims=True)


def played(beliefs: Beliefs, seed: int, plays: int) -> None:
    """Play some actions of rounds in progress by the odds."""
    noise = torch.Generator().manual_seed(seed)
    rounds = beliefs.rounds
    for _ in range(plays):
        if len(rows := rounds.playing):
            odds = by_cards(rounds, rows, rounds.legal(rows))
            beliefs.play(rows, choose(torch.from_numpy(odds), noise).numpy())


@pytest.mark.parametrize("preset", ["ferti-advanced", "abacus-basic"])
def test_beliefs_are_right_as_often_as_they_say(preset: str) -> None:
    """Over many rounds: of all hands believed with some chance, that share are the true ones."""
    number, source = 1500, np.random.default_rng(1)
    for plays in (0, 3, 9):
        rounds = Rounds([PRESETS[preset]] * number, decks(number, source), source.integers(0, 2, number))
        seats = source.integers(0, 2, number)
        beliefs = Beliefs(rounds, seats, by_cards)
        played(beliefs, 1, plays)
        rows = rounds.playing
        assert beliefs.chances.sum(1) == pytest.approx(1)
        assert len(rows) > 100
        true = (HANDS[None] == rounds.hands[rows, 1 - seats[rows]][:, None]).all(2)
        assert (true.sum(1) == 1).all()
        chances = beliefs.chances[rows]
        assert (chances[true] > 0).all()
        for low, high in ((0, 0.005), (0.005, 0.02), (0.02, 0.1), (0.1, 1)):
            bin_ = (chances > low) & (chances <= high)
            expected, spread = chances[bin_].sum(), (chances * (1 - chances))[bin_].sum() ** 0.5
            assert true[bin_].sum() == pytest.approx(expected, abs=4 * spread + 1)


def test_beliefs_are_the_share_of_the_deals_that_fit() -> None:
    """In one round, against a count of a great many deals that all lead to the same view."""
    deck = decks(1, np.random.default_rng(3))
    rounds = Rounds([RULES], deck, np.array([1]))
    beliefs = Beliefs(rounds, np.array([0]), by_cards)
    noise = torch.Generator().manual_seed(2)
    outputs = []
    for _ in range(3):
        row = rounds.playing
        outputs.append(choose(torch.from_numpy(by_cards(rounds, row, rounds.legal(row))), noise).numpy())
        beliefs.play(row, outputs[-1])
    # The cards that left has not seen, in other orders: its own stay where they were.
    own, replay = np.isin(np.arange(25), range(5)), Rounds([RULES], deck, np.array([1]))
    for output in outputs:
        turn, drawn = replay.turn[0], replay.drawn[0]
        replay.play(np.array([0]), output)
        own[drawn : replay.drawn[0]] = turn == 0
    number = 200_000
    dealt = np.tile(deck, (number, 1))
    dealt[:, ~own] = np.random.default_rng(5).permuted(dealt[:, ~own], axis=1)
    many, weights = Rounds([RULES] * number, dealt, np.ones(number, np.int64)), np.ones(number)
    for output in outputs:
        rows = np.flatnonzero(weights)
        legal = many.legal(rows)
        if many.turn[rows[0]] == 1:
            weights[rows] *= by_cards(many, rows, legal)[:, output[0]]
            rows = np.flatnonzero(weights)
        many.play(rows, np.full(len(rows), output[0]))
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for hand, weight in zip(map(tuple, many.hands[:, 1].tolist()), weights.tolist(), strict=True):
        shares[hand] += weight
    for hand, chance in zip(map(tuple, HANDS.tolist()), beliefs.chances[0].tolist(), strict=True):
        assert chance == pytest.approx(shares[hand] / weights.sum(), abs=0.004)


def test_an_action_that_was_thought_impossible_tells_nothing() -> None:
    def never(rounds: Rounds, rows: Ints, legal: Bools) -> Ints:
        return np.zeros(legal.shape)

    source, row = np.random.default_rng(1), np.zeros(1, np.int64)
    deck, believed = decks(1, source), []
    for odds in (never, lambda rounds, rows, legal: np.ones(legal.shape)):
        beliefs = Beliefs(Rounds([RULES], deck, row + 1), row, odds)
        for _ in range(4):
            beliefs.play(row, beliefs.rounds.legal(row).argmax(1))
        believed.append(beliefs.chances)
    assert believed[0] == pytest.approx(believed[1])
    assert believed[0].sum() == pytest.approx(1)

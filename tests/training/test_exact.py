"""The exact gain of a best response, in games so small that all deals can be listed."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray
from training.miniatures import FERTI, ONE_BLADE, TINY, by_cards

torch = pytest.importorskip("torch")

from engine.en_garde import PRESETS, Rules  # noqa: E402
from engine.en_garde.bots.arrays.rounds import OVER, Bools, Ints, Rounds, Size  # noqa: E402
from engine.training.exact import MINIATURES, Tree  # noqa: E402
from engine.training.measuring import compare  # noqa: E402
from engine.training.networks import choose  # noqa: E402


def by_chance(rounds: Rounds, rows: Ints, legal: Bools) -> NDArray[np.float64]:
    return legal / legal.sum(1, keepdims=True)


def playing(odds: object) -> object:
    def play(rounds: Rounds, rows: Ints, legal: Bools, noise: torch.Generator) -> Ints:
        return choose(torch.from_numpy(odds(rounds, rows, legal)), noise).numpy()

    return play


@pytest.mark.parametrize(
    "rules", [FERTI, PRESETS["ferti-standard"], replace(FERTI, parry=False, indirect=False)]
)
def test_two_policies_gain_what_they_do_in_many_rounds(rules: Rules) -> None:
    size = Size(values=3, copies=3, hand=2, squares=8)
    exact = Tree(rules, size).gain(by_chance, by_cards)
    results = compare(playing(by_cards), playing(by_chance), rules, 8000, 1, size) / 2
    assert exact == pytest.approx(results.mean(), abs=4 * results.std() / 8000**0.5)
    assert Tree(rules, size).gain(by_cards, by_cards) == pytest.approx(0, abs=1e-9)


def gain_by_listing(rules: Rules, size: Size) -> float:
    """Return what a best response that remembers everything it saw gains, from all deals."""
    deals = np.array(sorted(set(permutations(size.deck))))
    gain = 0.0
    for first in range(2):
        rounds = Rounds([rules] * len(deals), deals, np.full(len(deals), first), size)
        gain += by_sight(rounds, np.full(len(deals), 1 / len(deals)))
    return gain / 2


def by_sight(rounds: Rounds, weights: NDArray[np.float64]) -> float:
    """Return the sum of the results of rounds in which seat 0 has seen the same until now."""
    total, hands = 0.0, rounds.hands[:, 0] @ 10 ** np.arange(6)
    for hand in set(hands.tolist()):
        for phase in set(rounds.phase[hands == hand].tolist()):
            rows = np.flatnonzero((hands == hand) & (rounds.phase == phase))
            total += best_of(rounds.take(rows), weights[rows])
    return total


def best_of(rounds: Rounds, weights: NDArray[np.float64]) -> float:
    if rounds.phase[0] == OVER:
        return float((weights * np.where(rounds.winner < 0, 0, 1 - 2 * rounds.winner)).sum())
    everyone = np.arange(len(weights))
    legal = rounds.legal(everyone)
    mine = rounds.turn[0] == 0
    shares = legal.astype(float) if mine else by_cards(rounds, everyone, legal)
    found = []
    for output in np.flatnonzero(shares.any(0)):
        able = np.flatnonzero(shares[:, output])
        after = rounds.take(able)
        after.play(np.arange(len(able)), np.full(len(able), output))
        found.append(by_sight(after, weights[able] * shares[able, output]))
    return max(found) if mine else sum(found)


@pytest.mark.parametrize("rules", [FERTI, replace(ONE_BLADE, cards_decide=False)])
def test_the_best_response_gains_what_a_search_of_all_deals_finds(rules: Rules) -> None:
    gain = Tree(rules, TINY).gain(by_cards)
    assert gain == pytest.approx(gain_by_listing(rules, TINY))
    assert gain > max(0, Tree(rules, TINY).gain(by_cards, by_chance))


def test_rules_whose_last_chance_tells_of_a_hand_are_refused() -> None:
    with pytest.raises(ValueError, match="last chance"):
        Tree(PRESETS["abacus-advanced"], MINIATURES["wide"])

"""Search on exact beliefs: honest guesses, true results, better than the policy it improves."""

from typing import Any

import numpy as np
import pytest
from training.learners import RULES

torch = pytest.importorskip("torch")

from engine.en_garde.bots.inputs import OUTPUTS, TAKE_HIT  # noqa: E402
from engine.training import lookahead  # noqa: E402
from engine.training.beliefs import HANDS, Beliefs  # noqa: E402
from engine.training.lookahead import Search  # noqa: E402
from engine.training.measuring import compare  # noqa: E402
from engine.training.networks import choose, new_policy  # noqa: E402
from engine.training.opponents import COUNTING, odds_named, odds_of, played_by  # noqa: E402
from engine.training.rounds import Bools, Ints, Rounds  # noqa: E402
from engine.training.selfplay import decks  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


def some_way_on(number: int, plays: int) -> Beliefs:
    """Return rounds of the master against itself after some actions, and what seat 0 believes."""
    source, noise = np.random.default_rng(1), torch.Generator().manual_seed(1)
    rounds = Rounds([RULES] * number, decks(number, source), source.integers(0, 2, number))
    odds = odds_named("master")
    beliefs = Beliefs(rounds, np.zeros(number, np.int64), odds)
    for _ in range(plays):
        rows = rounds.playing
        shares = odds(rounds, rows, rounds.legal(rows))
        beliefs.play(rows, choose(torch.from_numpy(shares), noise).numpy())
    return beliefs


def test_hands_are_guessed_as_often_as_they_are_believed() -> None:
    chances = np.array([[0.5, 0.0, 0.25, 0.25], [0.0, 1.0, 0.0, 0.0]])
    found = lookahead.sampled(chances, 8, np.random.default_rng(1))
    assert [np.bincount(row, minlength=4).tolist() for row in found] == [[4, 0, 2, 2], [0, 8, 0, 0]]


@pytest.mark.parametrize("plays", [0, 4, 8])
def test_a_guessed_deck_holds_the_cards_that_the_guess_leaves_in_any_order(plays: int) -> None:
    beliefs = some_way_on(40, plays)
    rounds, rows, source = beliefs.rounds, beliefs.rounds.playing, np.random.default_rng(2)
    hands = lookahead.sampled(beliefs.chances[rows], 6, source)
    guessed = lookahead.shuffled(rounds, beliefs.seats, rows, hands, source)
    for row, round_ in enumerate(rows):
        drawn = rounds.drawn[round_]
        for guess, hand in zip(guessed[row], hands[row], strict=True):
            cards = np.bincount(guess[drawn:], minlength=6) + HANDS[hand]
            cards += rounds.hands[round_, 0] + rounds.played[round_]
            assert cards[1:].tolist() == [5] * 5
    if plays == 0:
        assert len({tuple(deck) for deck in guessed[0].tolist()}) == 6


def test_a_hit_that_is_taken_is_lost_in_every_guess() -> None:
    odds, taken = odds_named("master"), 0
    for plays in range(7, 13, 2):
        beliefs = some_way_on(60, plays)
        rounds = beliefs.rounds
        rows = rounds.playing[rounds.turn[rounds.playing] == 0]
        legal = rounds.legal(rows)
        source, noise = np.random.default_rng(1), torch.Generator().manual_seed(1)
        found = Search(odds, odds).tried(beliefs, rows, legal, 6, source, noise)
        assert found.shape == (len(rows), OUTPUTS, 6)
        assert (found[~legal] == 0).all()
        assert (found[legal[:, TAKE_HIT], TAKE_HIT] == -1).all()
        taken += legal[:, TAKE_HIT].sum()
    assert taken


def test_what_is_hidden_makes_no_difference() -> None:
    """The same position, with the other hand and the pile dealt again."""
    odds, chosen = odds_named("master"), []
    for seed in range(2):
        beliefs = some_way_on(40, 6)
        rounds, source = beliefs.rounds, np.random.default_rng(seed)
        rows = rounds.playing[rounds.turn[rounds.playing] == 0]
        hands = lookahead.sampled(beliefs.chances[rows], 1, source)
        rounds.deck[rows] = lookahead.shuffled(rounds, beliefs.seats, rows, hands, source)[:, 0]
        rounds.hands[rows, 1] = HANDS[hands[:, 0]]
        search = Search(odds, odds, guesses=16)
        again = np.random.default_rng(1), torch.Generator().manual_seed(1)
        chosen.append((rounds.hands[rows, 1].tolist(), search.best(beliefs, rows, *again).tolist()))
    assert chosen[0][0] != chosen[1][0]
    assert chosen[0][1] == chosen[1][1]


def test_a_search_that_finds_nothing_better_plays_like_its_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(search: Search, _: Beliefs, rows: Ints, *others: Any) -> Ints:
        return np.zeros((len(rows), OUTPUTS, search.guesses), np.int64)

    monkeypatch.setattr(Search, "tried", nothing)
    search = Search(odds_named("threshold"), odds_named("fencer"))
    threshold, fencer = COUNTING["threshold"], COUNTING["fencer"]
    alone = compare(threshold, fencer, RULES, 20, 3)
    assert search.results(fencer, RULES, 20, 3).tolist() == alone.tolist()


@pytest.mark.parametrize(
    ("won", "played"), [(0, False), (40, False), (64, False), (72, False), (88, True), (128, True)]
)
def test_an_action_is_played_that_is_better_by_two_standard_errors(
    won: int, played: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 128 guesses it wins some and loses the others, in which the policy's own action is drawn."""
    beliefs, odds = some_way_on(20, 0), odds_named("master")
    rows = beliefs.rounds.playing[beliefs.rounds.turn[beliefs.rounds.playing] == 0]
    legal = beliefs.rounds.legal(rows)
    shares = odds(beliefs.rounds, rows, legal)
    another = np.where(legal & (shares == 0), 1, 0).argmax(1)

    def found(search: Search, _: Beliefs, rows: Ints, actions: Bools, guesses: int, *others: Any) -> Ints:
        results = np.zeros((len(rows), OUTPUTS, guesses), np.int8)
        assert actions[np.arange(len(rows)), another].all()
        results[np.arange(len(rows)), another] = 1
        if guesses == 128:
            results[np.arange(len(rows)), another, won:] = -1
        return results

    monkeypatch.setattr(Search, "tried", found)
    source, noise = np.random.default_rng(1), torch.Generator().manual_seed(1)
    best = Search(odds, odds).best(beliefs, rows, source, noise)
    assert ((best == another) == played).all()


def test_search_beats_a_policy_that_has_learned_nothing() -> None:
    torch.manual_seed(1)
    odds = odds_of(new_policy(8))
    results = Search(odds, odds, guesses=32).results(played_by(odds), RULES, 30, 1)
    assert results.mean() / 2 > 0.2

"""Search on exact beliefs: honest guesses, true values at the end, better than the policy it improves."""

import numpy as np
import pytest
from training.learners import RULES

torch = pytest.importorskip("torch")

from engine.training import lookahead  # noqa: E402
from engine.training.beliefs import HANDS, Beliefs  # noqa: E402
from engine.training.lookahead import Search  # noqa: E402
from engine.training.measuring import compare  # noqa: E402
from engine.training.networks import choose  # noqa: E402
from engine.training.opponents import COUNTING, odds_named  # noqa: E402
from engine.training.rounds import Rounds  # noqa: E402
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


def test_where_a_round_ends_at_once_the_value_is_its_result() -> None:
    """A critic that expects 0 of everything leaves only what is certain."""
    critic = lookahead.new_critic(8)
    with torch.no_grad():
        for part in critic.parameters():
            part.zero_()
    odds = odds_named("master")
    seen = 0
    for plays in range(7, 13, 2):
        beliefs = some_way_on(60, plays)
        rounds = beliefs.rounds
        rows = rounds.playing[rounds.turn[rounds.playing] == 0]
        legal = rounds.legal(rows)
        values = Search(odds, odds, critic, guesses=6).values(beliefs, rows, legal, np.random.default_rng(1))
        assert (values[~legal] == 0).all()
        taken = legal[:, 41]
        assert (values[taken, 41] == -1).all()
        seen += taken.sum()
    assert seen


def test_a_search_that_trusts_its_policy_plays_like_it() -> None:
    threshold = COUNTING["threshold"]
    sure = Search(odds_named("threshold"), odds_named("fencer"), lookahead.new_critic(8), 2, trust=100)
    assert (
        sure.results(RULES, 20, 3).tolist() == compare(threshold, COUNTING["fencer"], RULES, 20, 3).tolist()
    )


def test_a_critic_learns_what_to_expect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "ROUNDS", 128)
    monkeypatch.setattr(lookahead, "LAST", 1)
    odds = odds_named("master")
    first, last = (lookahead.learned_critic(odds, odds, RULES, number, 1, 32)[1] for number in (1, 12))
    assert last < first

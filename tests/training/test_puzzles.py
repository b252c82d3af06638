"""The search that checks puzzles: its master is the shipped one, and its guesses fit what is seen."""

from random import Random

import numpy as np
import pytest

from engine.en_garde.bots.inputs import output_of
from engine.en_garde.bots.policy import chance, network_hint
from engine.en_garde.puzzles import Puzzle, puzzles
from engine.training.puzzles import GUESSES, POOL, grade_of, is_far_ahead
from engine.training.search import (
    Player,
    expected,
    guess,
    likely,
    play_all,
    results,
    spread,
    weigh,
)

PLAYER = Player()
SAMPLE = [pytest.param(puzzle, id=str(puzzle)) for puzzle in puzzles()[::50]]


@pytest.mark.parametrize("puzzle", SAMPLE)
def test_guesses_lead_to_what_is_seen_where_the_master_acts_as_it_does(puzzle: Puzzle) -> None:
    """The engine plays the same decks to the same views, of which the master thinks the same."""
    round, view = puzzle.round(Random(1)), puzzle.view()
    rounds = guess(round, 3, np.random.default_rng(1))
    play_all(rounds, puzzle.actions)
    odds = PLAYER.odds(rounds, np.arange(3), rounds.legal(np.arange(3)))
    for row in range(3):
        deck = tuple(rounds.deck[row].tolist())
        again = type(round).deal(puzzle.rules, deck, puzzle.first)
        for action in puzzle.actions:
            again = again.play(action)
        assert again.view(puzzle.seat) == view
        thought = network_hint(view).odds
        for action in view.legal:
            assert odds[row, output_of(action)] == pytest.approx(thought.get(action, 0), abs=1e-3)
    after = expected(PLAYER, rounds, view.legal)
    for column, action in enumerate(view.legal):
        assert after[row, column] == pytest.approx(
            chance(again.play(action).view(view.seat), view.seat), abs=1e-3
        )


def test_likely_guesses_are_drawn_as_often_as_they_are_likely() -> None:
    puzzle = next(each for each in puzzles() if len(each.actions) > 5)
    source = np.random.default_rng(1)
    guessed = weigh(PLAYER, guess(puzzle.round(Random(1)), 200, source), puzzle.actions, puzzle.seat)
    assert 1 < spread(guessed) < 200
    numbered = guessed._replace(rounds=guessed.rounds.take(np.arange(200)))
    numbered.rounds.winner = np.arange(200)
    drawn = np.bincount(likely(numbered, 5000, source).winner, minlength=200) / 5000
    assert drawn == pytest.approx(guessed.likelihood / guessed.likelihood.sum(), abs=1e-3)


def test_only_a_wide_and_certain_lead_is_enough() -> None:
    source = np.random.default_rng(1)

    def won(*chances: float) -> np.ndarray:
        return (source.random((2000, len(chances))) < chances).astype(float)

    assert is_far_ahead(won(0.7, 0.5, 0.2), 0, 2000)
    assert not is_far_ahead(won(0.7, 0.5, 0.2), 1, 2000)
    assert not is_far_ahead(won(0.7, 0.64, 0.2), 0, 2000), "not wide"
    assert not is_far_ahead(won(0.7, 0.5, 0.2)[:60], 0, 60), "not certain"


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [pytest.param(each, id=str(each)) for each in puzzles()[::20]])
def test_a_puzzle_has_the_same_answer_in_another_search(puzzle: Puzzle) -> None:
    """With other guesses: a lead of two thirds of what the first search asked for, as equal leads vary."""
    source, round = np.random.default_rng(7), puzzle.round(Random(7))
    legal = puzzle.view().legal
    guessed = weigh(PLAYER, guess(round, POOL, source), puzzle.actions, puzzle.seat)
    worth = results(PLAYER, likely(guessed, GUESSES, source), legal, source).mean(0)
    second, best = np.sort(worth)[-2:]
    assert legal[int(worth.argmax())] == puzzle.answer
    assert best - second > 0.06
    assert dict(zip(legal, worth, strict=True)) == pytest.approx(puzzle.values, abs=0.15)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SAMPLE)
def test_the_grade_is_told_by_who_misses_the_answer(puzzle: Puzzle) -> None:
    assert grade_of(puzzle.view(), puzzle.answer) == puzzle.grade

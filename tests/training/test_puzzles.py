"""The answers of puzzles: far ahead of all others, and graded by who misses them."""

import pytest

from engine.en_garde.bots.judge import Judge
from engine.en_garde.puzzles import Puzzle, puzzles
from engine.training.puzzles import BUDGET, grade_of, is_answer

SAMPLE = [pytest.param(puzzle, id=str(puzzle)) for puzzle in puzzles()[::50]]
COUNTED = [puzzle for puzzle in puzzles() if 0 < puzzle.view().pile <= BUDGET.counts]


@pytest.mark.slow
def test_only_a_wide_lead_is_enough() -> None:
    for puzzle in COUNTED[::5]:
        view, answer, second = puzzle.view(), puzzle.answer, list(puzzle.values)[1]
        assert is_answer(view, answer, puzzle.values)
        assert not is_answer(view, second, puzzle.values)
        close = puzzle.values | {second: puzzle.values[answer] - 0.09}
        assert not is_answer(view, answer, close)
        assert not is_answer(view, second, puzzle.values | {second: 1.0, answer: 0.0}), (
            "as if hands were alike"
        )


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [pytest.param(each, id=str(each)) for each in puzzles()[::20]])
def test_a_puzzle_has_the_same_answer_with_fewer_guesses(puzzle: Puzzle) -> None:
    """Among other guesses, as their number decides which they are."""
    view = puzzle.view()
    values = dict(zip(view.legal, Judge(view, BUDGET._replace(guesses=700)).values(view.legal), strict=True))
    assert max(values, key=values.__getitem__) == puzzle.answer
    assert values == pytest.approx(puzzle.values, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SAMPLE)
def test_the_grade_is_told_by_who_misses_the_answer(puzzle: Puzzle) -> None:
    assert grade_of(puzzle.view(), puzzle.answer) == puzzle.grade

"""Which puzzle comes next, and what is remembered of those solved."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from engarde_tui.progress.puzzles import HIGHEST, Progress, Puzzles, Wanted, from_ranges, in_ranges

MONDAY = date(2026, 11, 23)
GRADES = (1, 3, 2, 1, 5, 4, 2, 1, 3, 5)


def puzzles(grades: tuple[int, ...] = GRADES, first: Sequence[int] = ()) -> Puzzles:
    """Return puzzles of these grades, which nobody looks at; all of them come first if none does."""
    return Puzzles(grades, lambda: first or range(1, len(grades) + 1), None)


def solve(progress: Progress, *numbers: int) -> Progress:
    """Return the progress after solving puzzles at the first try."""
    for number in numbers:
        progress = progress.after_solving(number, at_first_try=True)
    return progress


def test_a_streak_grows_with_each_first_try_and_a_miss_ends_it() -> None:
    progress = solve(Progress(), 1, 4, 8)
    assert (progress.streak, progress.longest, progress.solved) == (3, 3, {1, 4, 8})
    progress = progress.after_missing(3)
    assert (progress.streak, progress.longest) == (0, 3)
    progress = progress.after_solving(3, at_first_try=False)
    assert (progress.streak, progress.solved) == (0, {1, 3, 4, 8})


def test_what_has_been_solved_once_changes_nothing_more() -> None:
    progress = solve(Progress(), 1, 4)
    assert solve(progress, 4) == progress
    assert progress.after_missing(4) == progress


def test_puzzles_get_harder_as_they_are_solved_and_easier_as_they_are_missed() -> None:
    progress, found = Progress(), puzzles()
    seen = []
    number = 0
    for _ in range(9):
        number = found.next(progress, number)
        seen.append(GRADES[number - 1])
        progress = solve(progress, number)
    assert seen == [1, 1, 2, 2, 3, 3, 4, 5, 5]
    assert GRADES[found.next(Progress(level=4)) - 1] == 3
    assert GRADES[found.next(Progress(level=4).after_missing(1)) - 1] == 2


def test_the_next_puzzle_is_never_the_one_just_seen_and_unsolved_ones_come_first() -> None:
    found = puzzles()
    assert found.next(Progress()) == 1
    assert found.next(Progress(), 1) == 4
    assert found.next(Progress(), 8) == 1, "from the start again"
    everything = Progress(frozenset(range(1, len(GRADES) + 1)))
    assert found.next(everything, 1) != 1
    assert found.next(Progress(everything.solved - {5}), 1) == 5


def test_a_day_has_the_same_puzzle_for_everybody_and_all_have_their_day() -> None:
    found = puzzles()
    first = MONDAY - timedelta(MONDAY.toordinal() % len(GRADES))
    turns = [[found.of_day(first + timedelta(10 * turn + day)) for day in range(10)] for turn in range(2)]
    assert all(Counter(turn) == Counter(range(1, 11)) for turn in turns)
    assert turns[0] != turns[1], "in another order"


def test_today_s_puzzle_is_known_however_one_comes_to_it() -> None:
    found = puzzles()
    number = found.of_day(MONDAY)
    other = number % len(GRADES) + 1
    unsolved_only = Progress(frozenset(range(1, len(GRADES) + 1)) - {number})
    for wanted in (Wanted(is_todays=True), Wanted(number), Wanted(after=other)):
        assert found.choose(wanted, unsolved_only, MONDAY) == (number, MONDAY)
    assert found.choose(Wanted(other), Progress(), MONDAY) == (other, None)


def test_days_in_a_row_count_while_none_is_left_out() -> None:
    progress = Progress()
    for day in range(3):
        today = MONDAY + timedelta(day)
        progress = progress.after_solving(day + 1, at_first_try=False, day=today)
        assert progress.days_until(today) == day + 1
    assert progress.after_solving(3, at_first_try=True, day=today) == progress, "once a day"
    assert progress.days_until(today + timedelta(1)) == 3, "there is still time today"
    assert progress.days_until(today + timedelta(2)) == 0
    assert progress.after_solving(9, at_first_try=True, day=today + timedelta(2)).days == 1


def test_a_puzzle_solved_after_its_day_ends_no_days_in_a_row() -> None:
    """It was left open over midnight, and the next day's was solved before it, in another window."""
    progress = Progress(day=MONDAY.isoformat(), days=5)
    late = progress.after_solving(3, at_first_try=True, day=MONDAY - timedelta(1))
    assert (late.day, late.days, late.solved) == (progress.day, 5, {3})
    assert progress.after_solving(4, at_first_try=True, day=MONDAY - timedelta(9)).days == 5


def test_numbers_are_written_in_short_and_read_again() -> None:
    for numbers in (set[int](), {1}, {1, 2}, {3, 7, 8, 9}, set(range(1, HIGHEST + 1))):
        assert from_ranges(in_ranges(numbers)) == numbers


@pytest.mark.parametrize("text", ["a", "1,2", "1-", "-1", "12345", "1--2"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="ranges"):
        from_ranges(text)


def test_the_first_ten_are_those_for_newcomers() -> None:
    """Whatever their grade, as long as there are any."""
    game, progress, chosen = puzzles((1,) * 30, first=range(11, 30)), Progress(), []
    for _ in range(12):
        chosen.append(game.next(progress, chosen[-1] if chosen else 0))
        progress = solve(progress, chosen[-1])
    assert chosen == [*range(11, 21), 21, 22]


def test_the_rating_is_that_of_a_game_against_the_puzzle_s_grade() -> None:
    assert Progress().margin == 0
    won, lost = (Progress().after_rating(1, 1, won=result) for result in (True, False))
    assert won.rating - 1000 == 1000 - lost.rating > 0
    assert won.deviation == lost.deviation < Progress().deviation
    assert won.margin == round(1.96 * won.deviation)
    harder = Progress().after_rating(1, 5, won=True)
    assert harder.rating > won.rating, "it surprises more"
    assert Progress().after_rating(1, 5, won=False).rating > lost.rating


def test_a_puzzle_that_was_solved_before_is_not_rated_again() -> None:
    progress = solve(Progress(), 1)
    assert progress.after_rating(1, 3, won=False) == progress


def test_the_rating_settles_where_half_of_the_puzzles_are_solved() -> None:
    progress = Progress()
    for number in range(100):
        progress = progress.after_rating(number, 3, won=number % 2 == 0)
    assert abs(progress.rating - 1400) < 60
    assert progress.deviation < 80

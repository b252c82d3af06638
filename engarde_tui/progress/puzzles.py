"""The puzzles of a game: which one comes next, which one belongs to a day, and what a player has solved."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby
from random import Random
from typing import Any, Final, NamedTuple

from engarde_tui.progress.glicko import Rating, rated
from engine.message import message

HIGHEST: Final = 9999
"""No puzzle has a higher number."""

_STEPS: Final = 2
"""The puzzles to solve at the first try, one more than are missed, until harder ones come."""

_FIRST: Final = 10
"""The puzzles that are chosen for newcomers."""

_EASIEST: Final = 1000
"""The rating of a puzzle of grade 1, as good as a newcomer's; a scale of its own, of puzzles only."""

_HARDER: Final = 200
"""How much the rating of a grade is above that of the one below it: those at par with one solve a quarter of
the next."""

_RANGE: Final = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


@dataclass(frozen=True)
class Progress:
    """What a player has solved."""

    solved: frozenset[int] = frozenset()
    """The numbers of the puzzles solved, at whichever try."""
    level: int = 0
    """Puzzles solved at the first try less those missed, from 0: what decides which grade comes next."""
    streak: int = 0
    """Puzzles in a row solved at the first try."""
    longest: int = 0
    """The longest streak."""
    day: str = ""
    """The last day whose puzzle was solved, as 2026-11-23; "" if there is none."""
    days: int = 0
    """The days in a row up to that one whose puzzles were solved."""
    rating: int = 1000
    """How strong the player is at puzzles, whose ratings follow from their grades; see `after_rating`."""
    deviation: int = 200
    """The standard error of that rating; as it is here, while nothing is known."""

    @property
    def margin(self) -> int:
        """Half the width of the 95% interval of the rating; 0 while nothing is known."""
        known = Rating(self.rating, self.deviation)
        return round(known.margin) if self.deviation < Progress.deviation else 0

    def after_rating(self, number: int, grade: int, *, won: bool) -> "Progress":
        """Return the progress after a game against a puzzle of this grade: won if solved at the first try.

        A puzzle that was solved before is no game any more.
        """
        if number in self.solved:
            return self
        puzzle = Rating(_EASIEST + _HARDER * (grade - 1), 0)
        after = rated(Rating(self.rating, self.deviation), [(puzzle, float(won))])
        return replace(
            self, rating=min(max(round(after.value), 0), HIGHEST), deviation=round(after.deviation)
        )

    def after_missing(self, number: int) -> "Progress":
        """Return the progress once a puzzle was not solved at the first try."""
        if number in self.solved:
            return self
        return replace(self, level=max(self.level - 1, 0), streak=0)

    def after_solving(self, number: int, *, at_first_try: bool, day: date | None = None) -> "Progress":
        """Return the progress once a puzzle was solved, as that of `day` if given; once counts.

        That of a day is late once a later day's is solved, and ends no days in a row.
        """
        after = self
        if number not in self.solved:
            after = replace(self, solved=self.solved | {number})
            if at_first_try:
                streak = self.streak + 1
                longest = max(streak, self.longest)
                after = replace(after, level=self.level + 1, streak=streak, longest=longest)
        if day is not None and self.day < day.isoformat():
            is_next = self.day == (day - timedelta(1)).isoformat()
            after = replace(after, day=day.isoformat(), days=self.days + 1 if is_next else 1)
        return after

    def days_until(self, day: date) -> int:
        """Return the days in a row whose puzzles were solved, up to `day`, or to the day before it."""
        return self.days if self.day in (day.isoformat(), (day - timedelta(1)).isoformat()) else 0


class Wanted(NamedTuple):
    """Which puzzle to show; by default one that suits the player."""

    number: int | None = None
    is_todays: bool = False
    after: int = 0
    """The number of the one shown before, which is not to come again."""
    is_mistake: bool = False
    """Whether it is a mistake of the player's own."""


ANY: Final = Wanted()
"""A puzzle that suits the player."""

MISTAKE: Final = Wanted(is_mistake=True)
"""A mistake of the player's own."""


class Puzzles(NamedTuple):
    """The puzzles of a game; their numbers start at 1."""

    grades: tuple[int, ...]
    """How hard each is, from 1 up."""
    first: Callable[[], Collection[int]]
    """Returns the numbers of those that come first: in the rules of the lesson, and new after it."""
    session: Any
    """The class of the session: takes the number of a puzzle, the day it belongs to or None, and a name."""
    mistake: Callable[[Any, int, str], Any] = lambda *_: None
    """Returns the session of a mistake of the player's own, of another class derived from the first.

    Takes the store, the number of the mistake shown before, and a name; returns None if no mistake is left.
    """

    def choose(self, wanted: Wanted, progress: Progress, today: date) -> tuple[int, date | None]:
        """Return the number of the wanted puzzle, and `today` if it is today's."""
        todays = self.of_day(today)
        number = todays if wanted.is_todays else wanted.number or self.next(progress, wanted.after)
        return number, today if number == todays else None

    def of_day(self, day: date) -> int:
        """Return the number of the puzzle of a day, the same for everybody.

        No puzzle comes again before all have had their day.
        """
        turn, place = divmod(day.toordinal(), len(self.grades))
        numbers = range(1, len(self.grades) + 1)
        return sorted(numbers, key=lambda number: Random(f"{turn} {number}").random())[place]

    def next(self, progress: Progress, after: int = 0) -> int:
        """Return the number of an unsolved puzzle that suits the player, of equal ones the next `after` one.

        Once all are solved, they come again.
        """
        count = len(self.grades)
        others = [number for number in range(1, count + 1) if number != after]
        grade = min(1 + progress.level // _STEPS, max(self.grades))

        first = self.first() if len(progress.solved) < _FIRST else others

        def unlikeness(number: int) -> tuple[bool, bool, int, int]:
            distance = abs(self.grades[number - 1] - grade)
            return number in progress.solved, number not in first, distance, (number - after) % count

        return min(others, key=unlikeness)


def in_ranges(numbers: Collection[int]) -> str:
    """Return numbers in short.

    >>> in_ranges({1, 2, 3, 7, 9, 10})
    '1-3 7 9-10'
    """
    runs = groupby(enumerate(sorted(numbers)), key=lambda each: each[1] - each[0])
    ends = [(run[0][1], run[-1][1]) for run in (list(run) for _, run in runs)]
    return " ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in ends)


def from_ranges(text: str) -> frozenset[int]:
    """Return the numbers that `in_ranges` has written; raises ValueError if they cannot be read.

    >>> sorted(from_ranges("1-3 7"))
    [1, 2, 3, 7]
    """
    numbers: set[int] = set()
    for word in text.split():
        found = _RANGE.fullmatch(word)
        if found is None:
            raise ValueError(message('write numbers and ranges, such as "1-3 7"'))
        first = int(found[1])
        numbers |= set(range(first, int(found[2] or first) + 1))
    return frozenset(numbers)

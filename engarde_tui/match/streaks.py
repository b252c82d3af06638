"""Streaks: days in a row on which a daily bout was played."""

from collections.abc import Collection
from datetime import date
from itertools import groupby


def streak(days: Collection[date], day: date) -> int:
    """Return how many days in a row were played up to `day`; up to the day before if `day` was not (yet)."""
    # As numbers, since the first day of all has no day before it.
    played, last = {each.toordinal() for each in days}, day.toordinal()
    first = last = last if last in played else last - 1
    while first in played:
        first -= 1
    return last - first


def longest_streak(days: Collection[date]) -> int:
    """Return the most days in a row that were played."""
    numbered = enumerate(sorted({day.toordinal() for day in days}))
    runs = groupby(numbered, key=lambda day: day[1] - day[0])
    return max((len(list(run)) for _, run in runs), default=0)

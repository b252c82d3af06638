"""Which day it is, the same for everybody, local time, which match is a day's bout, and days in a row."""

from collections.abc import Collection
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any, NamedTuple

from engarde_tui.header import DAILY, Header


class Bout(NamedTuple):
    """The daily bout of a day by one of the published rules."""

    day: date
    rules: Any


def day_of(moment: datetime) -> date:
    """Return the day of a moment by UTC, so that it begins for everybody at once."""
    return moment.astimezone(UTC).date()


def local(moment: datetime) -> datetime:
    """Return a moment in local time; as it is where that is a day or more off UTC, or has no such moment."""
    try:
        return moment.astimezone()
    except (ValueError, OverflowError):
        return moment


def recorded_day(others: Header) -> date | None:
    """Return the day of a daily bout, from a record's header lines; None for any other match."""
    return day_in(dict(others).get(DAILY, ""))


def day_in(text: str) -> date | None:
    """Return the day written as "2026-11-23"; None if it is no day.

    >>> day_in("2026-11-23"), day_in("2026-11-31")
    (datetime.date(2026, 11, 23), None)
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


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

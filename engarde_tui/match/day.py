"""Which day it is, the same for everybody, and which match is the bout of a day."""

from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple

from engarde_tui.match.aid import NO_AID, Aid, Header

DAILY: Final = "Daily"
"""The key of the header line that marks a daily bout; its value is the day."""


class Bout(NamedTuple):
    """The daily bout of a day by one of the published rules."""

    day: date
    rules: Any


def day_of(moment: datetime) -> date:
    """Return the day of a moment by UTC, so that it begins for everybody at once."""
    return moment.astimezone(UTC).date()


def recorded_day(others: Header) -> date | None:
    """Return the day of a daily bout, from a record's header lines; None for any other match.

    A match in which help was used is none: earlier versions, which do not know the line, offer it.
    """
    if Aid.recorded(others) != NO_AID:
        return None
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

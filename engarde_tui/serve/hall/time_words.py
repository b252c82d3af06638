"""Times in words, and when the words change."""

from math import ceil
from typing import Final

from engarde_tui.language import tr, tr_count

_DAY: Final = 86400
"""Seconds."""

LEEWAY: Final = 0.05
"""Seconds to wait longer than `until_change`, so that no timer fires too early."""


def duration(seconds: float) -> str:
    """Return a number of seconds in words: "90 seconds", "3 minutes", "1 day"."""
    if seconds >= _DAY and seconds % _DAY == 0:
        return tr_count("{number} day", "{number} days", round(seconds / _DAY))
    if seconds >= 120 or seconds == 60:
        return tr_count("{number} minute", "{number} minutes", round(seconds / 60))
    return tr_count("{number} second", "{number} seconds", round(seconds))


def countdown(seconds: float) -> str:
    """Return the time until something, rounded up: to minutes, and to tens of seconds in the last one."""
    step = _step(seconds)
    return duration(ceil(seconds / step) * step)


def until_change(seconds: float) -> float:
    """Return the seconds until `countdown` says something else."""
    return _until_step(seconds, _step(seconds))


def _until_step(seconds: float, step: int) -> float:
    """Return the seconds until a time that is rounded up to steps is one step less."""
    return seconds - (ceil(seconds / step) - 1) * step


def _step(seconds: float) -> int:
    return 60 if seconds > 60 else 10


def time_left(seconds: float) -> str:
    """Return the time that a player has, rounded up: "2 d 3 h", "5 h 20 min", "4:50"."""
    whole = _rounded_up(seconds)
    days, hours, minutes = whole // _DAY, whole // 3600, whole // 60
    if days and hours % 24:
        return tr("{days} d {hours} h", days=days, hours=hours % 24)
    if days:
        return tr("{days} d", days=days)
    if hours and minutes % 60:
        return tr("{hours} h {minutes} min", hours=hours, minutes=minutes % 60)
    if hours:
        return tr("{hours} h", hours=hours)
    return f"{minutes}:{whole % 60:02}"


def time_left_in_short(seconds: float) -> str:
    """Return the whole days or hours that a player has, or that it is less: "2 d", "5 h", "< 1 h"."""
    whole = _rounded_up(seconds)
    if whole >= _DAY:
        return tr("{days} d", days=whole // _DAY)
    return tr("{hours} h", hours=whole // 3600) if whole >= 3600 else tr("< 1 h")


def spoken_time(seconds: float) -> str:
    """Return the time that a player has as words to be heard, in whole days or hours: "2 days"."""
    whole = _rounded_up(seconds)
    if whole >= _DAY:
        return duration(whole - whole % _DAY)
    if whole >= 3600:
        return tr_count("{number} hour", "{number} hours", whole // 3600)
    return duration(whole)


def _rounded_up(seconds: float) -> int:
    step = _time_step(seconds)
    return ceil(seconds / step) * step


def until_time_change(seconds: float) -> float:
    """Return the seconds until `time_left` says something else."""
    return _until_step(seconds, _time_step(seconds))


_TIME_STEPS: Final = ((_DAY, 3600), (3600, 60), (60, 10), (-1, 1))
"""Seconds above which the time is told in steps of so many: each step is a repaint for all at the table."""


def _time_step(seconds: float) -> int:
    return next(step for least, step in _TIME_STEPS if seconds > least)

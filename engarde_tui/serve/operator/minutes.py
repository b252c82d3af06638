"""The minutes of an order."""

from typing import Any, Final

from engarde_tui.play.problem import Problem
from engine.message import message

_MOST: Final = 7 * 24 * 60


def minutes_of(order: dict[str, Any]) -> int | None:
    """Return in how many minutes something is to end; None if the order does not say.

    Raises Problem if that is more than a week.
    """
    minutes = order.get("minutes")
    if minutes is not None and (type(minutes) is not int or not 0 < minutes <= _MOST):
        raise Problem(message("the hall can end in 1 to {most} minutes", most=_MOST))
    return minutes

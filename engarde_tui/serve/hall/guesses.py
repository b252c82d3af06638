"""Wrong codes, counted by network: whoever leaves and comes back has no new guesses."""

import logging
from collections.abc import Callable
from typing import Final

from engarde_tui.serve.hall.lately import Lately, in_minutes
from engarde_tui.serve.hall.network import allowances
from engarde_tui.serve.hall.visitor import Refusal

MAX_WRONG_CODES: Final = 20
"""Wrong codes that one network may enter within `FORGOTTEN_AFTER`; a site, what `allowances` says."""

FORGOTTEN_AFTER: Final = 600.0
"""Seconds after which a wrong code counts no longer."""

_LOG: Final = logging.getLogger("engarde.hall")


class Guesses:
    """The wrong codes of each network and site."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` returns seconds from any start."""
        self._lately = Lately(clock, FORGOTTEN_AFTER)

    def check(self, network: str) -> None:
        """Raise Refusal if the network or its site has entered too many wrong codes lately."""
        for place, allowance in allowances(network).items():
            if wait := self._lately.wait(place, allowance * MAX_WRONG_CODES):
                raise Refusal(f"too many wrong codes: try again {in_minutes(wait)}")

    def count(self, network: str) -> None:
        """Count a wrong code; log the one after which no more are taken."""
        for place, allowance in allowances(network).items():
            if self._lately.count(place) == allowance * MAX_WRONG_CODES:
                _LOG.warning("event=refused address=%s reason='wrong codes'", place or "?")

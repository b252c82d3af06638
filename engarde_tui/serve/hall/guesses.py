"""Wrong codes, counted by network: whoever leaves and comes back has no new guesses."""

import logging
from collections.abc import Callable
from math import ceil
from typing import Final

from engarde_tui.serve.hall.network import allowances
from engarde_tui.serve.hall.visitor import Refusal

MAX_WRONG_CODES: Final = 20
"""Wrong codes that one network may enter within `FORGOTTEN_AFTER`; a site, what `allowances` says."""

FORGOTTEN_AFTER: Final = 600.0
"""Seconds after which a wrong code counts no longer."""

_LOG: Final = logging.getLogger("engarde.hall")


class Guesses:
    """The wrong codes of each network and site, in the order of their last one."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` returns seconds from any start."""
        self._clock = clock
        self._times: dict[str, list[float]] = {}

    def check(self, network: str) -> None:
        """Raise Refusal if the network or its site has entered too many wrong codes lately."""
        for place, allowance in allowances(network).items():
            times, most = self._lately(place), allowance * MAX_WRONG_CODES
            if len(times) >= most:
                minutes = ceil((times[0] + FORGOTTEN_AFTER - self._clock()) / 60)
                plural = "s" if minutes > 1 else ""
                raise Refusal(f"too many wrong codes: try again in {minutes} minute{plural}")

    def count(self, network: str) -> None:
        """Count a wrong code; log the one after which no more are taken."""
        for place, allowance in allowances(network).items():
            times = [*self._lately(place), self._clock()]
            self._times.pop(place, None)
            self._times[place] = times
            if len(times) == allowance * MAX_WRONG_CODES:
                _LOG.warning("event=refused address=%s reason='wrong codes'", place or "?")
        self._forget()

    def _lately(self, network: str) -> list[float]:
        after = self._clock() - FORGOTTEN_AFTER
        return [time for time in self._times.get(network, ()) if time > after]

    def _forget(self) -> None:
        """Forget the networks whose last wrong code counts no longer."""
        after = self._clock() - FORGOTTEN_AFTER
        for network, times in list(self._times.items()):
            if times[-1] > after:
                break
            del self._times[network]

"""Wrong codes, counted by network: whoever leaves and comes back has no new guesses."""

import logging
from collections.abc import Callable
from typing import Final

from engarde_tui.serve.hall.lately import minutes_of
from engarde_tui.serve.hall.network import allowances
from engarde_tui.serve.hall.network_counts import NetworkCounts
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.database import Database
from engine.message import counted

MAX_WRONG_CODES: Final = 20
"""Wrong codes that one network may enter within `FORGOTTEN_AFTER`; a site, what `allowances` says."""

FORGOTTEN_AFTER: Final = 600.0
"""Seconds after which a wrong code counts no longer."""

_WHAT: Final = "wrong code"

_LOG: Final = logging.getLogger("engarde.hall")


class Guesses:
    """The wrong codes of each network and site, in the hall's database.

    Every method raises Problem if that cannot be read or written.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since 1970."""
        self._lately = NetworkCounts(database, clock, FORGOTTEN_AFTER)

    def check(self, network: str) -> None:
        """Raise Refusal if the network or its site has entered too many wrong codes lately."""
        if wait := self._lately.wait(_WHAT, network, MAX_WRONG_CODES):
            raise Refusal(
                counted(
                    "too many wrong codes: try again in {number} minute",
                    "too many wrong codes: try again in {number} minutes",
                    minutes_of(wait),
                )
            )

    def count(self, network: str) -> None:
        """Count a wrong code; log the one after which no more are taken."""
        most = allowances(network)
        for place, times in self._lately.count(_WHAT, network).items():
            if times == most[place] * MAX_WRONG_CODES:
                _LOG.warning("event=refused address=%s reason='wrong codes'", place or "?")

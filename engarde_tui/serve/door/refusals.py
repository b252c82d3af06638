"""The log of what is refused to strangers: short, however often they try."""

import logging
from collections import Counter
from typing import Final

from engarde_tui.serve.hall.network import network

_LOG: Final = logging.getLogger("engarde.hall")

_MAX_NETWORKS: Final = 100
"""Networks that are named in one minute; a customer can have 65,536 of them."""


class RefusalLog:
    """Logs a network's first refusal for each reason at once, and the others once a minute in one line."""

    def __init__(self) -> None:
        self._unlogged: dict[str, Counter[str]] = {}
        """By network, how often each reason has occurred since the last line."""
        self._unnamed = 0
        """Refusals to further networks."""

    def note(self, address: str, reason: str) -> None:
        """Log a refusal, or count it; the reasons are a few fixed words."""
        place = network(address)
        if place not in self._unlogged and len(self._unlogged) >= _MAX_NETWORKS:
            self._unnamed += 1
            return
        times = self._unlogged.setdefault(place, Counter())
        if reason in times:
            times[reason] += 1
        else:
            times[reason] = 0
            quoted = repr(reason) if " " in reason else reason
            _LOG.warning("event=refused address=%s reason=%s", address, quoted)

    def sum_up(self) -> None:
        """Log what was only counted since the last call, a minute ago; forget networks without any of it."""
        self._unlogged = {place: times for place, times in self._unlogged.items() if times.total()}
        for place, times in self._unlogged.items():
            reasons = ", ".join(f"{reason} {number}" for reason, number in times.most_common() if number)
            _LOG.warning("event=refused network=%s times=%d reasons=%r", place, times.total(), reasons)
            # Reasons that are known are not logged anew at once while it goes on.
            times.update({reason: -number for reason, number in times.items()})
        if self._unnamed:
            _LOG.warning("event=refused network=others times=%d", self._unnamed)
            self._unnamed = 0

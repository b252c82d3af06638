"""What the operator of a hall wants to know: how quickly keys are answered, what stops all, refusals."""

import logging
from array import array
from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import Final

_LATEST: Final = 4096
"""Keys whose latency is remembered."""

LONG_TURN: Final = 0.05
"""Seconds of processor time of a turn that are worth a line in the log: all sessions wait for it."""

_LOG: Final = logging.getLogger("engarde.hall")


@dataclass
class Collections:
    """The garbage collections of one generation."""

    number: int = 0
    seconds: float = 0.0
    """All together."""
    longest: float = 0.0
    """In seconds."""


class Figures:
    """Counts since the start of the hall, and the latencies of the latest keys; names nobody."""

    def __init__(self, refusals: Counter[str]) -> None:
        """Count refusals in `refusals`, by reason; the hall counts its own there, too."""
        self.keys = 0
        """Keys that were answered."""
        self.key_seconds = 0.0
        """What these took together."""
        self.refusals = refusals
        self.collections: dict[int, Collections] = {}
        """By generation."""
        self.long_turns = 0
        """How often a turn took the processor for `LONG_TURN` or longer."""
        self.longest_turn = 0.0
        """Seconds of processor time that one turn of a visitor took, at most."""
        self._latest = array("d")
        """In no order; an array, since so many single numbers all over the memory would keep its pages."""

    def key_answered(self, seconds: float) -> None:
        """Count a key that was answered after so many seconds."""
        self.keys += 1
        self.key_seconds += seconds
        if len(self._latest) < _LATEST:
            self._latest.append(seconds)
        else:
            self._latest[self.keys % _LATEST] = seconds

    def turn_ended(self, seconds: float) -> None:
        """Note that a visitor took the processor for so many seconds in one turn."""
        self.longest_turn = max(self.longest_turn, seconds)
        if seconds >= LONG_TURN:
            self.long_turns += 1
            _LOG.debug("event=long-turn seconds=%.3f", seconds)

    def collected(self, generation: int, seconds: float) -> None:
        """Count a garbage collection that stopped all sessions for so many seconds."""
        found = self.collections.setdefault(generation, Collections())
        found.number += 1
        found.seconds += seconds
        found.longest = max(found.longest, seconds)

    def refused(self, reason: str) -> None:
        """Count a refusal; the reasons are a few fixed words."""
        self.refusals[reason] += 1

    def latencies(self, *shares: float) -> list[float]:
        """Return for each share (0 to 1) the seconds in which that part of the latest keys was answered.

        [] before the first key.
        """
        ordered = sorted(self._latest)
        return [ordered[max(ceil(share * len(ordered)) - 1, 0)] for share in shares] if ordered else []

"""What the operator of a hall wants to know: how quickly keys are answered, what stops all, refusals."""

from collections import Counter, deque
from dataclasses import dataclass
from math import ceil
from typing import Final

_LATEST: Final = 4096
"""Keys whose latency is remembered."""


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

    def __init__(self) -> None:
        self.keys = 0
        """Keys that were answered."""
        self.key_seconds = 0.0
        """What these took together."""
        self.refusals: Counter[str] = Counter()
        """By reason."""
        self.collections: dict[int, Collections] = {}
        """By generation."""
        self._latest: deque[float] = deque(maxlen=_LATEST)

    def key_answered(self, seconds: float) -> None:
        """Count a key that was answered after so many seconds."""
        self.keys += 1
        self.key_seconds += seconds
        self._latest.append(seconds)

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

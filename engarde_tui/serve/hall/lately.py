"""What has happened lately, and how long to wait until it may happen again."""

from collections.abc import Callable, Hashable
from itertools import takewhile
from math import ceil


class Lately:
    """When something happened within the last seconds, by what it is counted for."""

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        """`clock` returns seconds from any start; what is `seconds` old counts no longer."""
        self._clock = clock
        self._seconds = seconds
        self._times: dict[Hashable, list[float]] = {}
        """By what is counted, in the order of its last time."""

    def __len__(self) -> int:
        """Return for how many things something is kept in memory."""
        return len(self._times)

    def count(self, key: Hashable) -> int:
        """Count once more; return how often it has happened lately."""
        times = [*self._lately(key), self._clock()]
        self._times.pop(key, None)
        self._times[key] = times
        self._forget()
        return len(times)

    def wait(self, key: Hashable, most: int) -> float:
        """Return the seconds until it has happened less often than `most` lately; 0 if that is so."""
        times = self._lately(key)
        return 0 if len(times) < most else times[-most] + self._seconds - self._clock()

    def _lately(self, key: Hashable) -> list[float]:
        after = self._clock() - self._seconds
        return [time for time in self._times.get(key, ()) if time > after]

    def _forget(self) -> None:
        """Forget what counts no longer."""
        after = self._clock() - self._seconds
        for key in [key for key, _ in takewhile(lambda each: each[1][-1] <= after, self._times.items())]:
            del self._times[key]


def minutes_of(seconds: float) -> int:
    """Return the minutes of a wait, rounded up."""
    return ceil(seconds / 60)

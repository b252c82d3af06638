"""Let a hall become empty before it ends."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from engarde_tui.serve.hall.hall import Hall
from engine.message import Message, counted, message

_REMINDERS: Final = (300, 60)
"""Seconds before the end at which everybody is told again."""

_LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at who is left."""


class Drain:
    """Opens no new tables, and ends the hall when the last visitor has left, or at a time.

    Where it is open at several machines, this is about one of them.
    """

    def __init__(
        self,
        hall: Hall,
        stop: asyncio.Event,
        tell: Callable[[Message], None],
        close: Callable[[Message | None], None],
    ) -> None:
        """`stop` is set when the hall is to end; `tell` shows a line to everybody at this machine.

        `close` says why there are no new tables, or with None that there are.
        """
        self._hall = hall
        self._tell_all = tell
        self._close = close
        self._stop_hall = stop
        self._ending: asyncio.Task[None] | None = None
        self.until: datetime | None = None
        """When the hall ends; None if it only waits for the last visitor."""
        self._is_whole = True
        """Whether the whole hall ends; else this machine alone, as the hall is open at others."""

    @property
    def is_on(self) -> bool:
        """Whether the hall is to end."""
        return self._ending is not None

    def begin(self, until: datetime | None) -> None:
        """Begin, or change the time; tell everybody."""
        self._stop()
        self.until = until
        self._is_whole = not self._hall.other_machines
        self._close(self.words)
        self._ending = asyncio.get_running_loop().create_task(self._end_when_due())
        self._tell()

    def cancel(self) -> None:
        """Open new tables again; tell everybody."""
        self._stop()
        self._close(None)
        self._tell_all(
            message("The hall stays open after all.")
            if self._is_whole
            else message("This machine stays open after all.")
        )

    def _stop(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    @property
    def words(self) -> Message:
        """What visitors are told."""
        if self.until is None and self._is_whole:
            return message("The hall closes when everybody has left: there are no new tables.")
        if self.until is None:
            return message("This machine closes when everybody has left: there are no new tables.")
        minutes = max(round(self._seconds_left / 60), 1)
        if self._is_whole:
            return counted(
                "The hall closes in {number} minute: there are no new tables.",
                "The hall closes in {number} minutes: there are no new tables.",
                minutes,
            )
        return counted(
            "This machine closes in {number} minute: there are no new tables.",
            "This machine closes in {number} minutes: there are no new tables.",
            minutes,
        )

    @property
    def _seconds_left(self) -> float:
        assert self.until is not None
        return (self.until - datetime.now(UTC)).total_seconds()

    def _tell(self) -> None:
        self._tell_all(message("{closing} Every match is saved.", closing=self.words))

    async def _end_when_due(self) -> None:
        reminders = [] if self.until is None else [left for left in _REMINDERS if left < self._seconds_left]
        while self._hall.here and (self.until is None or self._seconds_left > 0):
            self._close(self.words)
            await asyncio.sleep(_LOOK_SECONDS)
            if reminders and self._seconds_left <= reminders[0]:
                del reminders[0]
                self._tell()
        self._stop_hall.set()


def next_time(clock: str, now: datetime) -> datetime:
    """Return when a clock, as in "18:30", shows that time next; raises ValueError if none can."""
    at = datetime.strptime(clock, "%H:%M")
    found = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return found if found > now else found + timedelta(days=1)

"""The operator's program that hears of alerts: a short-lived process for each, which can hold nothing up."""

import asyncio
import json
import logging
import os
import signal
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from engarde_tui.serve.hall.alerts import sentence_of
from engarde_tui.serve.hall.events import ALERTS, Alert, AlertChoice
from engarde_tui.serve.hall.hall import Hall

MOST_AT_ONCE: Final = 4
"""Processes that run at once."""

MOST_WAITING: Final = 100
"""Alerts that wait for a process; the oldest give way."""

LONGEST_RUN: Final = 10.0
"""Seconds after which a process is killed."""

BETWEEN_LINES: Final = 60.0
"""Seconds between two lines of the log about what went wrong."""

_ENDING_SECONDS: Final = 1.0
"""Seconds to wait for processes that were killed when the hall closes."""

_VERSION: Final = 1
"""Of the object; fields may be added without a new one."""

_LOG: Final = logging.getLogger("engarde.hall")


def line_of(alert: Alert, address: str, now: float) -> bytes:
    """Return an alert as a line of JSON; `address` is what follows `NAME@`, `now` in seconds since 1970."""
    kind, to_hall = alert.what.kind, f"{alert.name}@{address}"
    # The code of a challenge would accept it.
    leads_to_table = kind in (AlertChoice.TURN, AlertChoice.TIME)
    told = {
        "version": _VERSION,
        "kind": kind,
        "what": alert.what,
        "text": sentence_of(alert, now),
        "name": alert.name,
        "opponent": alert.opponent,
        "game": alert.game,
        "table": alert.table,
        "match": alert.match,
        "score": alert.score,
        "deadline": None if alert.deadline is None else int(alert.deadline),
        "seconds_left": None if alert.deadline is None else max(int(alert.deadline - now), 0),
        "is_there": alert.is_there,
        "command": f"ssh -t {to_hall} join {alert.table}" if leads_to_table else f"ssh {to_hall}",
    }
    return f"{json.dumps(told)}\n".encode()


class NotifyCommand:
    """Starts the program for one alert after the other, a few at once; logs in sum what goes wrong."""

    def __init__(self, words: Sequence[str], hall: Hall, address: str) -> None:
        """Run `words`, a program and its arguments; `address` as in `line_of`."""
        self._words = words
        # The program need not know where the hall's database is, nor its password.
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("ENGARDE_", "PG"))
        }
        self._hall = hall
        self._address = address
        self._waiting: deque[Alert] = deque(maxlen=MOST_WAITING)
        self._running: set[asyncio.Task[None]] = set()
        self._untold: Counter[str] = Counter()
        """How often each thing has gone wrong since the last line of the log."""
        self._pause: asyncio.TimerHandle | None = None
        """Runs until the next line may be logged."""

    def take(self, alert: Alert) -> None:
        """Run the program for an alert, as soon as there is room."""
        if len(self._waiting) == MOST_WAITING:
            self._note("dropped")
        self._waiting.append(alert)
        self._start()

    def _start(self) -> None:
        while self._waiting and len(self._running) < MOST_AT_ONCE:
            task = asyncio.get_running_loop().create_task(self._run(self._waiting.popleft()))
            self._running.add(task)
            task.add_done_callback(self._end)

    def _end(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        self._start()

    async def _run(self, alert: Alert) -> None:
        """Run the program, and kill it with its children if it takes too long or the hall closes."""
        nothing = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *self._words,
                stdin=asyncio.subprocess.PIPE,
                stdout=nothing,
                stderr=nothing,
                # Keeps ctrl+c away from it, and gives it a process group to kill.
                start_new_session=True,
                env=self._environment,
            )
        except OSError as error:
            self._note(f"not started: {error.strerror}")
            return
        try:
            async with asyncio.timeout(LONGEST_RUN):
                line = line_of(alert, self._address, self._hall.register.clock())
                await process.communicate(line)
            if process.returncode:
                self._note(f"status {process.returncode}")
        except TimeoutError:
            self._note("killed")
        finally:
            # With all that it has left behind.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()

    def _note(self, what: str) -> None:
        """Log that something went wrong, or count it if that was done within the last minute."""
        self._untold[what] += 1
        if self._pause is None:
            self._tell()

    def _tell(self) -> None:
        self._pause = None
        if self._untold:
            self._sum_up()
            self._pause = asyncio.get_running_loop().call_later(BETWEEN_LINES, self._tell)

    def _sum_up(self) -> None:
        if self._untold:
            reasons = ", ".join(f"{what} {times}" for what, times in self._untold.most_common())
            _LOG.warning("event=notify-trouble times=%d reasons=%r", self._untold.total(), reasons)
            self._untold.clear()

    async def close(self) -> None:
        """Kill what runs, and drop what waits."""
        if self._waiting:
            self._untold["dropped"] += len(self._waiting)
            self._waiting.clear()
        running = tuple(self._running)
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running, timeout=_ENDING_SECONDS)
        if self._pause is not None:
            self._pause.cancel()
        self._sum_up()


@asynccontextmanager
async def notifying(hall: Hall, address: str, words: Sequence[str]) -> AsyncIterator[None]:
    """Run the program `words` for alerts meanwhile; without words, none."""
    if not words:
        yield
        return
    command, bus = NotifyCommand(words, hall, address), hall.bus
    bus.subscribe(ALERTS, command.take)
    try:
        yield
    finally:
        bus.unsubscribe(ALERTS, command.take)
        await command.close()

"""News of the hall's database: each process hears what concerns it, when it concerns it."""

import asyncio
import json
import socket
from collections.abc import Collection, Iterable
from typing import Final

from engarde_tui.serve.ringing import ANYTHING, is_news, match_moved

_MOST: Final = 1000
"""News that wait at most: with more, it is simpler to look at everything."""

_CALM_SECONDS: Final = 10.0
"""Seconds until everything is looked at where there have been too many news."""

_BATCH: Final = 200
"""News told at once."""

_LOBBY_SECONDS: Final = 1.0
"""Seconds between two times that somebody who sees all matches hears of them."""

_RETRY_SECONDS: Final = 0.1
"""Seconds until a process that has not yet read what it was told is told more."""


class Outbox:
    """What one process is still to hear."""

    def __init__(self, line: socket.socket) -> None:
        """It is told over a `line` of packets, over which nobody waits."""
        self.line = line
        self._attends: frozenset[int] | None = None
        self._due: dict[str, None] = {}
        self._later: dict[str, None] = {}
        """The moves in matches to which it does not attend."""
        self._timer: asyncio.TimerHandle | None = None

    def attend(self, matches: Collection[int] | None) -> None:
        """Tell at once of the moves in these matches alone; None: of all, but only now and then."""
        self._attends = None if matches is None else frozenset(matches)
        later, self._later = self._later, {}
        self.close()
        self.tell(later)

    def tell(self, news: Iterable[str]) -> None:
        """Tell these news, each once."""
        for text in news:
            match = match_moved(text)
            is_due = match is None or (self._attends is not None and match in self._attends)
            (self._due if is_due else self._later)[text] = None
        if len(self._due) > _MOST or len(self._later) > _MOST:
            self._due, self._later = {ANYTHING: None}, {}
        if self._due:
            self._send()
        elif self._later and self._attends is None:
            self._plan(_LOBBY_SECONDS)

    def _plan(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._send)

    def _send(self) -> None:
        self.close()
        if self._attends is None:
            self._due, self._later = self._due | self._later, {}
        while news := [*self._due][:_BATCH]:
            try:
                self.line.send(json.dumps({"news": news}).encode())
            except BlockingIOError:
                self._plan(_RETRY_SECONDS)
                return
            except OSError:
                # The process has ended.
                news = [*self._due]
            for text in news:
                del self._due[text]

    def close(self) -> None:
        """Tell nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class News:
    """Takes what is heard of the database to all processes."""

    def __init__(self) -> None:
        self._outboxes: dict[socket.socket, Outbox] = {}
        self._heard: dict[str, None] = {}
        self._pause = 0.0
        """Seconds until these are told."""
        self._timer: asyncio.TimerHandle | None = None

    def join(self, line: socket.socket) -> Outbox:
        """Let a process hear, from now on, over a line; it attends to all matches."""
        outbox = self._outboxes[line] = Outbox(line)
        return outbox

    def leave(self, line: socket.socket) -> None:
        """Tell a process nothing any more."""
        if (outbox := self._outboxes.pop(line, None)) is not None:
            outbox.close()

    def hear(self, news: Iterable[str]) -> None:
        """Take these to all; what is heard until the loop's next turn is told together."""
        for text in news:
            if text == ANYTHING:
                self._heard = {ANYTHING: None}
            elif ANYTHING not in self._heard and is_news(text):
                self._heard[text] = None
        if len(self._heard) > _MOST:
            # Somebody may make them up: they have to wait.
            self._heard = {ANYTHING: None}
            self._pause = _CALM_SECONDS
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        if self._heard and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._pause, self._take_round)

    def _take_round(self) -> None:
        self._timer, self._pause = None, 0.0
        heard, self._heard = self._heard, {}
        for outbox in [*self._outboxes.values()]:
            outbox.tell(heard)

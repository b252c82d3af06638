"""Let one process of a hall become empty while others take over."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Final

from engarde_tui.play.day import local
from engarde_tui.serve.hall.events import Announced
from engarde_tui.serve.hall.table_rows import SEATS
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.ssh.server import HallServer
from engine.message import message

_LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at who is left, and who has a quiet moment."""

_LAST_CALL: Final = timedelta(minutes=1)
"""How long before the end everybody is told again."""

_FAREWELL: Final = message("The hall is renewed. Connect again: your match goes on at once.")


class Leaving:
    """Accepts nobody any more, tells each visitor at a quiet moment, and ends when the last one has left."""

    def __init__(self, server: HallServer) -> None:
        self._server = server
        self._ending: asyncio.Task[None] | None = None

    def begin(self, minutes: int) -> str:
        """Begin, or change the time: end in so many minutes at the latest.

        Return how many windows are open.
        """
        if self._ending is not None:
            self._ending.cancel()
        self._server.stop_listening()
        until = local(datetime.now(UTC)) + timedelta(minutes=minutes)
        self._ending = asyncio.get_running_loop().create_task(self._end_when_empty(until))
        return f"{len(self._server.sessions)}"

    async def _end_when_empty(self, until: datetime) -> None:
        told: set[tuple[Visitor, bool]] = set()
        while self._server.sessions and (now := datetime.now(UTC)) < until:
            is_last_call = until - now < _LAST_CALL
            words = message(
                "The hall is renewed: leave and come back when it suits you, before {time}.",
                time=f"{until:%H:%M}",
            )
            if is_last_call:
                words = message("The hall is renewed: leave now and come back. Your match goes on at once.")
            for visitor in self._server.hall.visitors:
                is_due = is_last_call or self._is_quiet(visitor)
                if is_due and not visitor.is_elsewhere and (visitor, is_last_call) not in told:
                    told.add((visitor, is_last_call))
                    self._server.hall.bus.publish(visitor.topic, Announced(words, self._server.hall.now))
            await asyncio.sleep(_LOOK_SECONDS)
        self._server.farewell = _FAREWELL
        self._server.stop.set()

    def _is_quiet(self, visitor: Visitor) -> bool:
        """Return whether a visitor is to move nowhere."""
        for code, role in visitor.places:
            table = self._server.hall.tables.with_code(code)
            if role in SEATS and table is not None and table.clock.to_move is SEATS[role]:
                return False
        return True

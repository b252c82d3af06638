"""What all connections share: the hall, the limits, the list of sessions."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

import asyncssh

from engarde_tui.serve.figures import Figures
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.network import allowances
from engarde_tui.serve.ssh.limits import Limits
from engarde_tui.serve.ssh.places import Places
from engarde_tui.serve.ssh.refusals import RefusalLog
from engarde_tui.serve.ssh.turns import Burden, Lane, Turns
from engine.message import Message, message

_LOG: Final = logging.getLogger("engarde.hall")

_FAREWELL_SECONDS: Final = 15
"""Seconds all sessions may take to end at shutdown; longer than a session has before it is cancelled."""

_FAREWELL: Final = message("The hall is closing. Every match is saved: come back later.")
_FROM_MACHINE: Final = message("This machine of the hall is closing. Every match is saved: connect again.")
_GIVES_WAY: Final = message("The hall is full, and you pressed no key for a while. Every match is saved.")
"""What visitors are told at the end: that of the hall, of one of its machines, or of a visit."""

_MAX_BURDENS: Final = 1000
"""Networks that are remembered although they have not used the processor lately."""


def address_of(hosts: Sequence[str], port: int) -> str:
    """Return the host to write after `NAME@`, with a port option if it is not 22."""
    host = "HOST" if hosts[0] in ("0.0.0.0", "::", "") else hosts[0]
    return f"{host}{'' if port == 22 else f' -p {port}'}"


class OpenSession(Protocol):
    """The part of a session that the server uses."""

    @property
    def is_member(self) -> bool:
        """Whether the visitor has a name of their own."""

    @property
    def is_ending(self) -> bool:
        """Whether the visitor has left already, or has been sent away."""

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last key."""

    def end(self, words: Message) -> "asyncio.Task[None]":
        """Close the app, say `words` to the visitor, and return the task that ends with it."""


class HallServer(Places):
    """The hall, its limits, and the open connections and sessions."""

    def __init__(self, hall: Hall, limits: Limits, hosts: Sequence[str], port: int) -> None:
        """Players reach it at `hosts`, and at this port on each."""
        super().__init__(limits, hall.register.bans)
        self.hall = hall
        self.hosts = tuple(hosts)
        self.port = port
        self.sessions: set[OpenSession] = set()
        self.departing: set[asyncio.Task[None]] = set()
        """What still notes in the hall that a visitor has left."""
        self._burdens: dict[str, Burden] = {}
        """By network and by site."""
        self.farewell: Message | None = None
        """What everybody is told at the end; None for the usual words."""
        self.stop = asyncio.Event()
        """Set when the hall is to close."""
        self.figures = Figures(hall.refusals)
        self._turns = Turns(on_end=self.figures.turn_ended, on_rest=self._note_rest)
        self.refusals = RefusalLog()
        self.listeners: list[asyncssh.SSHAcceptor] = []
        """What accepts connections, one for each host; empty until the hall listens."""

    @property
    def address(self) -> str:
        """The host to write after `NAME@`, with a port option if it is not 22."""
        return address_of(self.hosts, self.port)

    def refused(self, address: str, reason: str) -> None:
        """Count and log that something was refused to a client."""
        self.figures.refused(reason)
        self.refusals.note(address, reason)

    def _note_rest(self, network: str) -> None:
        """Count and log that a network waits because it is too much of a burden."""
        _LOG.warning("event=held address=%s reason=share", network)
        self.figures.refused("share")

    def lane(self, network: str) -> Lane:
        """Return where a new connection from a network waits for its turns."""
        return Lane(self._turns, self.burden(network), network)

    def burden(self, network: str) -> Burden:
        """Return how much a network burdens others, which is a part of what its site does."""
        if network not in self._burdens:
            if len(self._burdens) >= _MAX_BURDENS:
                self._forget_burdens()
            wider: Burden | None = None
            for place, times in allowances(network).items():
                wider = self._burdens.setdefault(place, Burden(times * self.limits.weight, wider=wider))
        return self._burdens[network]

    def _forget_burdens(self) -> None:
        """Forget those that burden nobody; not what a connection holds, or there would be two."""
        used = {
            place: burden
            for place, burden in self._burdens.items()
            if place in self._of or not burden.is_forgotten
        }
        wider = {burden.wider for burden in used.values()}
        kept = {place: burden for place, burden in self._burdens.items() if burden in wider}
        self._burdens = kept | used

    def make_room(self, *, is_member: bool) -> bool:
        """Return whether another session can be opened, perhaps because an idle one gives way.

        A few places are kept for members. Guests give way before members, whoever has been idle for longest
        first; their seats are kept.
        """
        here = [session for session in self.sessions if not session.is_ending]
        guests = [session for session in here if not session.is_member]
        elsewhere = [visitor for visitor in self.hall.visitors if visitor.is_elsewhere]
        guests_there = [visitor for visitor in elsewhere if not visitor.member]
        if len(here) + len(elsewhere) < self.limits.players:
            if is_member or len(guests) + len(guests_there) < self.limits.guests:
                return True
            here, elsewhere = guests, guests_there
        now = self.hall.clock()
        idle: list[tuple[bool, float, Callable[[Message], object]]] = [
            *((not session.is_member, session.idle_seconds, session.end) for session in here),
            *((not one.member, now - one.pressed, partial(self.hall.send_away, one)) for one in elsewhere),
        ]
        idle = [one for one in idle if one[1] >= 60 * self.limits.gives_way_minutes]
        if not idle:
            return False
        _, _, end = max(idle, key=lambda one: one[:2])
        end(_GIVES_WAY)
        return True

    def stop_listening(self) -> None:
        """Accept nobody any more; whoever is here stays."""
        for listener in self.listeners:
            listener.close()

    @property
    def _usual_farewell(self) -> Message:
        return _FROM_MACHINE if self.sessions and self.hall.other_machines else _FAREWELL

    async def close(self) -> None:
        """Tell everybody, restore their terminals, and stop listening."""
        self.closing = True
        self.stop_listening()
        words = self.farewell or self._usual_farewell
        tasks = {*self.departing, *(session.end(words) for session in self.sessions)}
        if tasks:
            await asyncio.wait(tasks, timeout=_FAREWELL_SECONDS)
        for listener in self.listeners:
            with suppress(TimeoutError):
                await asyncio.wait_for(listener.wait_closed(), _FAREWELL_SECONDS)

"""The SSH server of the hall: who is connected, how many may be, and how it ends."""

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

import asyncssh

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.ssh.garbage import Garbage

_FAREWELL_SECONDS: Final = 15
"""How long all sessions may take when the server ends: longer than one that has to be cancelled."""


@dataclass(frozen=True)
class Limits:
    """How much of everything the hall takes."""

    players: int = 100
    """Sessions at once."""
    per_address: int = 20
    """Connections at once from one address."""
    idle_minutes: float = 120
    """How long somebody may press no key."""
    login_seconds: float = 15
    """How long a login may take, and then again the wish for a terminal."""

    @property
    def connections(self) -> int:
        """Connections at once, those included that have not logged in."""
        return 2 * self.players + 50


class OpenSession(Protocol):
    """What the server needs of a session."""

    def end(self, words: str) -> "asyncio.Task[None]":
        """End in good order, and say why; answers what is done then."""


class HallServer:
    """What all connections and sessions share: the hall, the limits, and who is here."""

    def __init__(self, hall: Hall, limits: Limits, host: str, port: int) -> None:
        self.hall = hall
        self.limits = limits
        self.host = host
        self.port = port
        self.sessions: set[OpenSession] = set()
        self.connections: Counter[str] = Counter()
        """How many there are from each address."""
        self.closes = False
        self.garbage = Garbage()
        self.listener: asyncssh.SSHAcceptor | None = None
        """What takes connections, once it does."""

    @property
    def address(self) -> str:
        """What follows a name to get here."""
        host = "HOST" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"{host}{'' if self.port == 22 else f' -p {self.port}'}"

    def refusal(self, network: str) -> str:
        """Why no further connection is taken from there; empty where one is."""
        if self.closes or self.connections.total() >= self.limits.connections:
            return "full"
        return "address" if self.connections[network] >= self.limits.per_address else ""

    def add_connection(self, network: str) -> None:
        """Count a connection from there."""
        self.connections[network] += 1

    def remove_connection(self, network: str) -> None:
        """Count it no more."""
        self.connections[network] -= 1
        if not self.connections[network]:
            del self.connections[network]

    @property
    def has_room(self) -> bool:
        """Another session can begin."""
        return len(self.sessions) < self.limits.players

    async def close(self) -> None:
        """Tell everybody, give the terminals back, and stop."""
        self.closes = True
        if self.listener is not None:
            self.listener.close()
        tasks = [
            session.end("The hall closes. Every match is saved: come back later.")
            for session in self.sessions
        ]
        if tasks:
            await asyncio.wait(tasks, timeout=_FAREWELL_SECONDS)
        if self.listener is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.listener.wait_closed(), _FAREWELL_SECONDS)

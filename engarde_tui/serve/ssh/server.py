"""The SSH server of the hall: where it listens, how much it takes, how it ends."""

import asyncio
import logging
import os
import signal
import stat
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.ssh.connection import Connection
from engarde_tui.serve.ssh.garbage import Garbage
from engarde_tui.serve.ssh.session import Session

_LOG: Final = logging.getLogger("engarde.hall")

_KEEPALIVE_SECONDS: Final = 15
_KEEPALIVES: Final = 3

_FAREWELL_SECONDS: Final = 15
"""How long all sessions may take when the server ends: longer than one that has to be cancelled."""

_WINDOW: Final = 32 * 1024
"""Bytes that a client may send before they are taken."""


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


class HallServer:
    """One listening socket, and all sessions behind it."""

    def __init__(self, hall: Hall, limits: Limits, host: str, port: int) -> None:
        self.hall = hall
        self.limits = limits
        self.host = host
        self.port = port
        self.sessions: set[Session] = set()
        self.connections: Counter[str] = Counter()
        """How many there are from each address."""
        self.closes = False
        self.garbage = Garbage()
        self._listener: asyncssh.SSHAcceptor | None = None

    @property
    def address(self) -> str:
        """What follows a name to get here."""
        host = "HOST" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"{host}{'' if self.port == 22 else f' -p {self.port}'}"

    async def listen(self, key: Path) -> None:
        """Take connections from now on; raises OSError where the port is not to be had."""
        # Textual sets a factory on the loop that all sessions share, for which they are not made.
        asyncio.get_running_loop().set_task_factory = lambda factory: None  # type: ignore[method-assign]
        self._listener = await asyncssh.listen(
            self.host,
            self.port,
            server_factory=partial(Connection, self),
            server_host_keys=[str(key)],
            encoding=None,
            line_editor=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            login_timeout=self.limits.login_seconds,
            keepalive_interval=_KEEPALIVE_SECONDS,
            keepalive_count_max=_KEEPALIVES,
            # What is compressed can be a thousand times larger than what is counted.
            compression_algs=["none"],
            reuse_address=True,
            window=_WINDOW,
        )
        self.port = self._listener.get_port()

    async def close(self) -> None:
        """Tell everybody, give the terminals back, and stop."""
        self.closes = True
        if self._listener is not None:
            self._listener.close()
        tasks = [
            session.end("The hall closes. Every match is saved: come back later.")
            for session in self.sessions
        ]
        if tasks:
            await asyncio.wait(tasks, timeout=_FAREWELL_SECONDS)
        if self._listener is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._listener.wait_closed(), _FAREWELL_SECONDS)


def host_key(folder: Path) -> Path:
    """The key that clients know the server by, made at the first start.

    Raises Problem where it cannot be, or others can read it.
    """
    path = folder / "host_key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            key = asyncssh.generate_private_key("ssh-ed25519")
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(descriptor, "wb") as file:
                file.write(key.export_private_key())
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Problem(f"{path} can be read by others: chmod 600 it, or delete it to have a new one made")
        asyncssh.read_private_key(str(path))
    except OSError as error:
        raise Problem(f"{path} cannot be used: {error.strerror}. Choose another folder with --data") from None
    except (asyncssh.KeyImportError, ValueError):
        raise Problem(f"{path} is no SSH key: delete it to have a new one made") from None
    return path


async def run(server: HallServer, folder: Path) -> None:
    """Serve until the process is told to end; raises Problem where it cannot begin."""
    key = host_key(folder)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    try:
        await server.listen(key)
    except OSError as error:
        raise Problem(f"cannot listen on {server.host} port {server.port}: {error.strerror}") from None
    fingerprint = asyncssh.read_private_key(str(key)).get_fingerprint()
    _LOG.info("event=open host=%s port=%d key=%s", server.host, server.port, fingerprint)
    collecting = loop.create_task(server.garbage.keep_collecting())
    await stop.wait()
    collecting.cancel()
    _LOG.info("event=close sessions=%d", len(server.sessions))
    await server.close()
    server.hall.close()

"""An SSH connection to the hall: who it is, and what it may do."""

import asyncio
import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any, Final

import asyncssh

from engarde_tui.serve.ssh.asyncssh_private import Take, filter_input, waiting_bytes, watch_line
from engarde_tui.serve.ssh.server import HallServer
from engarde_tui.serve.ssh.session import MOST_WAITING, Session

_LOG: Final = logging.getLogger("engarde.hall")

_ATTEMPTS: Final = 12
"""Keys that a client can offer; an agent may hold many."""

_BURST: Final = 512 * 1024
_RATE: Final = 64 * 1024
"""Bytes that may come over a connection at once, and then each second; no honest client needs so many."""

_MOST_KEPT: Final = 2 * 1024 * 1024
"""Bytes that are kept for a client which goes on asking and reads nothing; no picture is so many."""


def network(address: str) -> str:
    """What counts as one address: of the newer kind everybody has a whole network of them."""
    with suppress(ValueError):
        found = ip_address(address.partition("%")[0])
        if found.version == 6 and found.ipv4_mapped is None:
            return str(ip_network((found, 64), strict=False))
    return address


class Connection(asyncssh.SSHServer):
    """A client: lets anybody in, by a key or as a guest, and gives nothing but a session of the game."""

    def __init__(self, server: HallServer) -> None:
        self._server = server
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._network = ""
        self._counted = False
        self._attempts = 0
        self._key: str | None = None
        """The fingerprint of the key that was offered last, and not taken back by another way in."""
        self._proved_key: str | None = None
        """The fingerprint of the key that made the client a member."""
        self._expecting: asyncio.TimerHandle | None = None
        self._session: Session | None = None
        self._stalls = False
        """The line takes no more for now."""
        self._allowance = float(_BURST)
        self._heard = 0.0

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count it, or close it at once."""
        self._connection = conn
        self._address = str(conn.get_extra_info("peername", ("?",))[0])
        self._network = network(self._address)
        if refusal := self._server.refusal(self._network):
            _LOG.warning("event=refused address=%s reason=%s", self._address, refusal)
            conn.abort()
            return
        self._server.add_connection(self._network)
        self._counted = True
        # Of the line itself asyncssh takes no care: nothing slows it down, whoever sends or does not read.
        # What the kernel has taken cannot be left out any more, so that is not to be much.
        conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_WAITING)
        filter_input(conn, self._count)
        watch_line(conn, self._stall)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more, and let go of what belongs to it."""
        self._connection = self._session = None
        self._stop_expecting()
        if self._counted:
            self._server.remove_connection(self._network)

    def begin_auth(self, username: str) -> bool:
        """Everybody has to come with a key or without one, by the ways below."""
        return True

    def public_key_auth_supported(self) -> bool:
        """A key makes a member."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do; also asked for keys that are never proved, so nothing is decided here."""
        self._count_attempt()
        self._key = key.get_fingerprint()
        return True

    def password_auth_supported(self) -> bool:
        """There is nothing to type."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Without a key one is a guest, without typing anything."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[Any]]:
        """Ask nothing."""
        self._count_attempt()
        self._key = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """A guest, whatever key was offered before without being proved."""
        self._key = None
        return True

    def auth_completed(self) -> None:
        """Fix the proven key; wait for the wish for a session, but not for ever."""
        self._proved_key = self._key
        loop = asyncio.get_running_loop()
        self._expecting = loop.call_later(self._server.limits.login_seconds, self._expect_session)

    def _expect_session(self) -> None:
        if self._connection is not None:
            self._refuse("nothing asked for")

    def _stop_expecting(self) -> None:
        if self._expecting is not None:
            self._expecting.cancel()

    def _count(self, take: Take, data: bytes) -> None:
        """Take what has come, unless it is too much."""
        now = asyncio.get_running_loop().time()
        self._allowance = min(self._allowance + (now - self._heard) * _RATE, _BURST) - len(data)
        self._heard = now
        if self._allowance < 0:
            self._refuse("flood")
        elif self._kept() > _MOST_KEPT:
            self._refuse("reads nothing")
        else:
            take(data)

    def _stall(self, stalls: bool) -> None:
        """The line takes no more for now, or takes data again."""
        self._stalls = stalls
        if self._session is not None:
            self._session.stall("line", stalls)

    def _kept(self) -> int:
        """Bytes that wait for the line, answers to the client's requests too."""
        return 0 if self._connection is None else waiting_bytes(self._connection)

    def _refuse(self, reason: str) -> None:
        assert self._connection is not None
        _LOG.warning("event=refused address=%s reason=%r", self._address, reason)
        self._connection.abort()

    def _count_attempt(self) -> None:
        self._attempts += 1
        if self._attempts > _ATTEMPTS and self._connection is not None:
            self._refuse("attempts")

    def connection_requested(self, *_: object) -> bool:
        """Nothing is forwarded from here."""
        return self._forward()

    def server_requested(self, *_: object) -> bool:
        """Nothing is forwarded to the client."""
        return self._forward()

    def unix_connection_requested(self, *_: object) -> bool:
        """Nothing is forwarded to a socket."""
        return self._forward()

    def unix_server_requested(self, *_: object) -> bool:
        """Nothing is forwarded from a socket."""
        return self._forward()

    def _forward(self) -> bool:
        _LOG.warning("event=refused address=%s reason=forwarding", self._address)
        return False

    def session_requested(self) -> Session | bool:
        """One session a connection; no forwarding of any kind is ever asked for here."""
        if self._session is not None or self._server.closes:
            return False
        assert self._connection is not None
        self._session = Session(
            self._server, self._connection, self._address, self._proved_key, self._stop_expecting
        )
        self._session.stall("line", self._stalls)
        return self._session

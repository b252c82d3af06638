"""An SSH connection to the hall: its login, its limits and what it may request."""

import asyncio
import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import asyncssh

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.network import network
from engarde_tui.serve.ssh.asyncssh_private import (
    Take,
    filter_input,
    has_caught_up,
    letting_go,
    pause_input,
    unsent_bytes,
    watch_stalls,
)
from engarde_tui.serve.ssh.server import HallServer
from engarde_tui.serve.ssh.session import HIGH_WATER, Session
from engarde_tui.serve.ssh.turns import End, Lane
from engine.message import Message

_LOG: Final = logging.getLogger("engarde.hall")

_MAX_ATTEMPTS: Final = 12
"""Keys a client may offer; an agent can hold many."""

_MAX_REFUSED: Final = 10
"""Keys that can be refused before one is accepted for a guest."""

_SLICE: Final = 512
"""Bytes of input handled at once; the smallest packets have 36."""

_LOOKS: Final = 20
"""Looks at a connection that is busy with its packets without a pause between them."""

_PAUSE: Final = 0.005
"""Seconds between two looks after that."""

_MAX_UNSENT: Final = 2 * 1024 * 1024
"""Unsent bytes at which a client that reads nothing is disconnected; no screen is that large."""


_ENDS: Final[dict[type[object], str]] = {
    asyncssh.HostKeyNotVerifiable: "host key refused",
    asyncssh.KeyExchangeFailed: "no common algorithm",
    asyncssh.PermissionDenied: "no login",
    asyncssh.ProtocolNotSupported: "not SSH 2",
}
"""What the log says of a connection that ends before the login with an error."""


def _why_ended(error: Exception | None) -> str:
    """Return in a few fixed words why a connection ended before the login."""
    if error is None or isinstance(error, OSError | asyncssh.ConnectionLost):
        return "left before the login"
    return _ENDS.get(type(error), "broken SSH")


class Connection(asyncssh.SSHServer):
    """One client: lets anybody in, by key or as a guest, and offers nothing but a session of the game."""

    def __init__(self, server: HallServer) -> None:
        self._server = server
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._network = ""
        self._counted = False
        self._attempts = 0
        self._key: str | None = None
        """The fingerprint of the last key offered; None after a keyboard-interactive login."""
        self._why_guest: Message | None = None
        """Why the last key offered makes no member; None if it can."""
        self._proven_key: str | None = None
        """The fingerprint of the key that the client has proven; None for a guest."""
        self._ends_untold = False
        """Whether the log is to say how the connection ends: not after the login or a refusal."""
        self._seconds = server.limits.login_seconds
        """Seconds that the client has until it is logged in, and then until it asks for something.

        They pass only while the hall waits for the client.
        """
        self._timeout: asyncio.TimerHandle | None = None
        self._has_asked = False
        """Whether it has asked for something, and its session has started."""
        self._session: Session | None = None
        self._stalled = False
        """Whether the connection's send buffer is full."""
        self._lane: Lane
        """Where input waits for its turn."""
        self._received = bytearray()
        """Input that waits to be handled."""
        self._is_taking = False
        """Whether some of it waits for its turn."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the connection, or abort it if it exceeds a limit."""
        self._connection = conn
        self._let_go = letting_go(conn)
        self._address = str(conn.get_extra_info("peername", ("?",))[0])
        self._network = network(self._address)
        if refusal := self._server.refusal(self._network):
            self._server.refused(self._address, refusal)
            conn.abort()
            return
        self._server.add_connection(self, self._network)
        self._counted = self._ends_untold = True
        self._lane = self._server.lane(self._network)
        self._lane.is_coming = True
        # asyncssh limits neither input nor output. Frames in the kernel's buffer can no longer be dropped,
        # so that buffer is small.
        conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, HIGH_WATER)
        filter_input(conn, self._receive)
        watch_stalls(conn, self._stall)
        self._let_time_pass()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and release its session and timer; log an end before the login."""
        if self._ends_untold:
            self._server.refused(self._address, _why_ended(exc))
        self._connection = self._session = None
        self._stop_time()
        self._let_go()
        self._let_go = lambda: None
        self._received.clear()
        if self._counted:
            self._lane.end_all()
            self._server.remove_connection(self, self._network)

    def give_way(self) -> None:
        """Hang up: another connection needs the place."""
        self._refuse("gave way")

    def begin_auth(self, username: str) -> bool:
        """Require authentication, by one of the methods below."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Allow keys: they make members."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Refuse a key that cannot have the name, so that the client offers the next one.

        Clients may offer keys they cannot prove, so nothing more is decided here. One that has offered many
        keys in vain is let in by any, as a guest.
        """
        self._count_attempt()
        fingerprint = key.get_fingerprint()
        why = self._why_another_key(username, fingerprint)
        is_taken = why is None or self._attempts >= _MAX_REFUSED
        # Both at once: while the hall was asked, the client may have offered another key.
        self._key, self._why_guest = fingerprint if is_taken else None, why
        return is_taken

    def _why_another_key(self, username: str, key: str) -> Message | None:
        # A Problem is for the session to tell.
        with suppress(Problem):
            return self._server.hall.door.why_another_key(username, key)
        return None

    def password_auth_supported(self) -> bool:
        """Refuse passwords."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Allow logging in without a key, as a guest who types nothing."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[Any]]:
        """Return a challenge without questions."""
        self._count_attempt()
        self._key = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Accept the client as a guest; forget any key offered before."""
        self._key = None
        return True

    def auth_completed(self) -> None:
        """Fix the proven key; give the client time to ask for a session."""
        self._proven_key = self._key
        self._lane.is_coming = False
        self._ends_untold = False
        self._stop_time()
        self._seconds = self._server.limits.login_seconds
        self._let_time_pass()

    def _let_time_pass(self) -> None:
        """Let the client's time pass, unless the hall has to answer first."""
        if self._timeout is None and not self._is_taking and not self._has_asked:
            loop = asyncio.get_running_loop()
            self._timeout = loop.call_later(self._seconds, self._time_out)

    def _session_started(self) -> None:
        self._has_asked = True
        self._stop_time()

    def _stop_time(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._seconds = self._timeout.when() - asyncio.get_running_loop().time()
            self._timeout = None

    def _time_out(self) -> None:
        if self._connection is not None:
            self._refuse("no login in time" if self._ends_untold else "nothing asked for")

    def _receive(self, take: Take, data: bytes) -> None:
        """Keep received bytes, to handle them in slices: others get their turns in between."""
        self._received += data
        if not self._is_taking:
            self._take_later(take)

    def _take_later(self, take: Take) -> None:
        """Handle a slice when it is the client's turn; read nothing more before."""
        assert self._connection is not None
        pause_input(self._connection, True)
        self._is_taking = True
        self._stop_time()
        self._lane.ask(partial(self._take_slice, take))

    def _take_slice(self, take: Take, end: End) -> None:
        """Handle some of the received bytes; disconnect a client that reads nothing."""
        if self._unsent() > _MAX_UNSENT:
            self._refuse("reads nothing")
        else:
            data = bytes(self._received[:_SLICE])
            del self._received[:_SLICE]
            take(data)
        self._end_slice(take, end, _LOOKS)

    def _end_slice(self, take: Take, end: End, looks: int) -> None:
        """End the turn of a slice once all that came with it is handled, and go on with the next one."""
        if self._connection is not None and not has_caught_up(self._connection):
            loop = asyncio.get_running_loop()
            wait = 0 if looks else _PAUSE
            loop.call_later(wait, self._end_slice, take, end, max(looks - 1, 0))
            return
        end()
        self._is_taking = False
        if self._connection is None:
            return
        if self._received:
            self._take_later(take)
        else:
            pause_input(self._connection, False)
            self._let_time_pass()

    def _stall(self, stalled: bool) -> None:
        """Note whether the send buffer is full, and pass it on to the session."""
        self._stalled = stalled
        if self._session is not None:
            self._session.stall("connection", stalled)

    def _unsent(self) -> int:
        """Return the bytes waiting to be sent, replies to requests included."""
        return 0 if self._connection is None else unsent_bytes(self._connection)

    def _refuse(self, reason: str) -> None:
        assert self._connection is not None
        self._ends_untold = False
        self._server.refused(self._address, reason)
        self._connection.abort()

    def _count_attempt(self) -> None:
        self._attempts += 1
        if self._attempts > _MAX_ATTEMPTS and self._connection is not None:
            self._refuse("attempts")

    def connection_requested(self, *_: object) -> bool:
        """Refuse to forward to another host."""
        return self._forward()

    def server_requested(self, *_: object) -> bool:
        """Refuse to listen on the client's behalf."""
        return self._forward()

    def unix_connection_requested(self, *_: object) -> bool:
        """Refuse to forward to a socket file."""
        return self._forward()

    def unix_server_requested(self, *_: object) -> bool:
        """Refuse to listen on a socket file."""
        return self._forward()

    def _forward(self) -> bool:
        self._server.refused(self._address, "forwarding")
        return False

    def session_requested(self) -> Session | bool:
        """Return a new session, or False if the connection already has one or the hall is closing."""
        if self._session is not None or self._server.closing:
            return False
        assert self._connection is not None
        self._server.note_session(self)
        self._session = Session(
            self._server,
            self._connection,
            self._address,
            self._server.lane(self._network),
            self._proven_key,
            self._why_guest,
            self._session_started,
        )
        self._session.stall("connection", self._stalled)
        return self._session

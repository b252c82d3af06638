"""An SSH connection to the hall: its login, its limits and what it may request."""

import asyncio
import logging
import socket
from functools import partial
from typing import Final

import asyncssh

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
from engarde_tui.serve.ssh.client import Client, why_ended
from engarde_tui.serve.ssh.requests import HIGH_WATER
from engarde_tui.serve.ssh.server import HallServer
from engarde_tui.serve.ssh.session import Session
from engarde_tui.serve.ssh.turns import End, Lane

_LOG: Final = logging.getLogger("engarde.hall")

_SLICE: Final = 512
"""Bytes of input handled at once; the smallest packets have 36."""

_LOOKS: Final = 20
"""Looks at a connection that is busy with its packets without a pause between them."""

_PAUSE: Final = 0.005
"""Seconds between two looks after that."""

_MAX_UNSENT: Final = 2 * 1024 * 1024
"""Unsent bytes at which a client that reads nothing is disconnected; no screen is that large."""


class Connection(Client):
    """One client: lets anybody in, by key or as a guest, and offers nothing but a session of the game."""

    def __init__(self, server: HallServer) -> None:
        super().__init__(server.hall.door, server.refused)
        self._server = server
        self._counted = False
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
            self._refused(self._address, refusal)
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
            self._refused(self._address, why_ended(exc))
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

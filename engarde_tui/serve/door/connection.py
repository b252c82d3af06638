"""An SSH connection at the door: its login, its limits and what it may request."""

import asyncio
from typing import Final

import asyncssh

from engarde_tui.serve.door.asyncssh_private import unsent_bytes, watch_stalls
from engarde_tui.serve.door.client import Client, why_ended
from engarde_tui.serve.door.door import Door
from engarde_tui.serve.door.session import Session
from engarde_tui.serve.hall.network import network
from engarde_tui.serve.hall.stored_words import stored

_MAX_UNSENT: Final = 2 * 1024 * 1024
"""Unsent bytes at which a client that reads nothing is disconnected; no screen is that large."""


class Connection(Client):
    """One client: lets anybody in, by key or as a guest, and offers nothing but a session of the game."""

    def __init__(self, door: Door) -> None:
        super().__init__(door.why_another_key, door.refused)
        self._door = door
        self._is_counted = False
        self._timeout: asyncio.TimerHandle | None = None
        self._session: Session | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the connection, or abort it if it exceeds a limit."""
        self._connection = conn
        self._address = str(conn.get_extra_info("peername", ("?",))[0])
        self._network = network(self._address)
        if refusal := self._door.refusal(self._network):
            self._refused(self._address, refusal)
            conn.abort()
            return
        self._door.add_connection(self, self._network)
        self._door.clients.add(self)
        self._is_counted = self._ends_untold = True
        watch_stalls(conn, self._stall)
        self._let_time_pass()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection; log an end before the login."""
        if self._ends_untold:
            self._refused(self._address, why_ended(exc))
        self._stop_time()
        self._connection = self._session = None
        if self._is_counted:
            self._door.remove_connection(self, self._network)
            self._door.clients.discard(self)

    def give_way(self) -> None:
        """Hang up: another connection needs the place."""
        self._refuse("gave way")

    def auth_completed(self) -> None:
        """Fix the proven key; give the client time to ask for a session."""
        self._proven_key = self._key
        self._ends_untold = False
        self._let_time_pass()

    # --- time ---

    def _let_time_pass(self) -> None:
        self._stop_time()
        loop = asyncio.get_running_loop()
        self._timeout = loop.call_later(self._door.limits.login_seconds, self._time_out)

    def _stop_time(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _time_out(self) -> None:
        if self._connection is not None:
            self._refuse("no login in time" if self._ends_untold else "nothing asked for")

    def check_reading(self) -> None:
        """Hang up if the client reads nothing, however much it asks for."""
        if self._connection is not None and unsent_bytes(self._connection) > _MAX_UNSENT:
            self._refuse("reads nothing")

    # --- requests ---

    def _stall(self, is_stalled: bool) -> None:
        if self._session is not None:
            self._session.stall("connection", is_stalled)

    def session_requested(self) -> Session | bool:
        """Return a new session, or False if the connection already has one or the hall is closing."""
        if self._session is not None or self._door.closing or self._connection is None:
            return False
        self._door.note_session(self)
        who = {
            "login": str(self._connection.get_extra_info("username", "")),
            "key": self._proven_key,
            "network": self._network,
            "address": self._address,
            "why_guest": "" if self._why_guest is None else stored(self._why_guest),
        }
        self._session = Session(self._door, self._connection, who, self._stop_time)
        return self._session

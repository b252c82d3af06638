"""An SSH connection at the door: its login, its limits and what it may request."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import asyncssh

from engarde_tui.play.problem import Problem
from engarde_tui.serve.door.door import Door
from engarde_tui.serve.door.session import Session
from engarde_tui.serve.hall.network import network
from engarde_tui.serve.hall.stored_words import stored
from engarde_tui.serve.ssh.asyncssh_private import watch_stalls
from engine.message import Message

_MAX_ATTEMPTS: Final = 12
"""Keys a client may offer; an agent can hold many."""

_MAX_REFUSED: Final = 10
"""Keys that can be refused before one is accepted for a guest."""

_ENDS: Final[dict[type[object], str]] = {
    asyncssh.HostKeyNotVerifiable: "host key refused",
    asyncssh.KeyExchangeFailed: "no common algorithm",
    asyncssh.PermissionDenied: "no login",
    asyncssh.ProtocolNotSupported: "not SSH 2",
}
"""What the log says of a connection that ends before the login with an error."""


class Connection(asyncssh.SSHServer):
    """One client: lets anybody in, by key or as a guest, and offers nothing but a session of the game."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._network = ""
        self._is_counted = False
        self._attempts = 0
        self._key: str | None = None
        """The fingerprint of the last key offered; None after a keyboard-interactive login."""
        self._why_guest: Message | None = None
        """Why the last key offered makes no member; None if it can."""
        self._proven_key: str | None = None
        """The fingerprint of the key that the client has proven; None for a guest."""
        self._ends_untold = False
        """Whether the log is to say how the connection ends: not after the login or a refusal."""
        self._timeout: asyncio.TimerHandle | None = None
        self._session: Session | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the connection, or abort it if it exceeds a limit."""
        self._connection = conn
        self._address = str(conn.get_extra_info("peername", ("?",))[0])
        self._network = network(self._address)
        if refusal := self._door.refusal(self._network):
            self._door.refused(self._address, refusal)
            conn.abort()
            return
        self._door.add_connection(self, self._network)
        self._is_counted = self._ends_untold = True
        watch_stalls(conn, self._stall)
        self._let_time_pass()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection; log an end before the login."""
        if self._ends_untold:
            is_left = exc is None or isinstance(exc, OSError | asyncssh.ConnectionLost)
            why = "left before the login" if is_left else _ENDS.get(type(exc), "broken SSH")
            self._door.refused(self._address, why)
        self._stop_time()
        self._connection = self._session = None
        if self._is_counted:
            self._door.remove_connection(self, self._network)

    def give_way(self) -> None:
        """Hang up: another connection needs the place."""
        self._refuse("gave way")

    # --- login ---

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
        why: Message | None = None
        # A Problem is for the session to tell.
        with suppress(Problem):
            why = self._door.names.why_another_key(username, fingerprint)
        is_taken = why is None or self._attempts >= _MAX_REFUSED
        self._key, self._why_guest = fingerprint if is_taken else None, why
        return is_taken

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
        self._ends_untold = False
        self._let_time_pass()

    def _count_attempt(self) -> None:
        self._attempts += 1
        if self._attempts > _MAX_ATTEMPTS and self._connection is not None:
            self._refuse("attempts")

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

    def _refuse(self, reason: str) -> None:
        assert self._connection is not None
        self._ends_untold = False
        self._door.refused(self._address, reason)
        self._connection.abort()

    # --- requests ---

    def _stall(self, is_stalled: bool) -> None:
        if self._session is not None:
            self._session.stall("connection", is_stalled)

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
        self._door.refused(self._address, "forwarding")
        return False

    def session_requested(self) -> Session | bool:
        """Return a new session, or False if the connection already has one or the hall is closing."""
        if self._session is not None or self._door.is_closing or self._connection is None:
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

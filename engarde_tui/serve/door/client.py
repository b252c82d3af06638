"""A client of the hall until it has a session: how it logs in, and what it is refused."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import asyncssh

from engarde_tui.play.problem import Problem
from engine.message import Message

WhyAnotherKey = Callable[[str, str], Awaitable[Message | None]]
"""Returns why only another key can make a member of a name, given the name and a key's fingerprint."""

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


def why_ended(error: Exception | None) -> str:
    """Return in a few fixed words why a connection ended before the login."""
    if error is None or isinstance(error, OSError | asyncssh.ConnectionLost):
        return "left before the login"
    return _ENDS.get(type(error), "broken SSH")


class Client(asyncssh.SSHServer):
    """Anybody may log in, by key or as a guest, and ask for nothing but a session of the game."""

    def __init__(self, why_another_key: WhyAnotherKey, refused: Callable[[str, str], None]) -> None:
        """`refused` is told an address and why it was refused."""
        self._why_another_key = why_another_key
        self._refused = refused
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._network = ""
        self._attempts = 0
        self._key: str | None = None
        """The fingerprint of the last key offered; None after a keyboard-interactive login."""
        self._why_guest: Message | None = None
        """Why the last key offered makes no member; None if it can."""
        self._proven_key: str | None = None
        """The fingerprint of the key that the client has proven; None for a guest."""
        self._ends_untold = False
        """Whether the log is to say how the connection ends: not after the login or a refusal."""

    def begin_auth(self, username: str) -> bool:
        """Require authentication, by one of the methods below."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Allow keys: they make members."""
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Refuse a key that cannot have the name, so that the client offers the next one.

        Clients may offer keys they cannot prove, so nothing more is decided here. One that has offered many
        keys in vain is let in by any, as a guest.
        """
        self._count_attempt()
        fingerprint, why = key.get_fingerprint(), None
        # A Problem is for the session to tell.
        with suppress(Problem):
            why = await self._why_another_key(username, fingerprint)
        is_taken = why is None or self._attempts >= _MAX_REFUSED
        # Both at once: while the hall was asked, the client may have offered another key.
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

    def _refuse(self, reason: str) -> None:
        assert self._connection is not None
        self._ends_untold = False
        self._refused(self._address, reason)
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
        self._refused(self._address, "forwarding")
        return False

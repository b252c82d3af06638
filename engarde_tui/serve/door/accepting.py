"""Accept SSH connections, on the hall's conditions."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import asyncssh

from engarde_tui.serve.door.gate import Gate, GatedSocket
from engarde_tui.serve.door.ports import BACKLOG

_KEEPALIVES: Final = 3
"""Questions without an answer after which a client is taken for gone."""

_KEX: Final = "curve25519-sha256,*25519*,curve448*,ecdh-*"
"""Key exchanges by elliptic curves; others take up to 60 ms, before anybody has logged in.

The client's order decides, but which is named first matters: Dropbear up to 2024.85 sends its first packet
for this one before it knows what the hall prefers. If the hall names another one first, it sends the packet
again, which asyncssh takes for a mistake.
"""

_CIPHERS: Final = "aes*-gcm@openssh.com,aes*-ctr"
"""The ciphers, without ChaCha20, which most clients would choose: it takes asyncssh six calls a packet."""

_ACCEPTED: Final = 10
"""Connections that are accepted at once; each takes a millisecond or two.

asyncio takes one number for both.
"""

_WINDOW: Final = 32 * 1024
"""Bytes a client may send before the server reads them."""


async def accept(
    client: Callable[[], asyncssh.SSHServer], listening: socket.socket, key: Path, gate: Gate
) -> asyncssh.SSHAcceptor:
    """Accept connections from a socket that listens, each a new `client`, with a host key."""
    listening = GatedSocket(listening, gate)
    acceptor = await asyncssh.listen(
        sock=listening,
        server_factory=client,
        server_host_keys=[str(key)],
        encoding=None,
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        gss_host=None,
        # `Connection` has a time for that, and one for asking for something.
        login_timeout=0,
        keepalive_interval=gate.limits.keepalive_seconds,
        keepalive_count_max=_KEEPALIVES,
        kex_algs=_KEX,
        encryption_algs=_CIPHERS,
        # Compressed input can grow a thousandfold after its size has been checked.
        compression_algs=["none"],
        backlog=_ACCEPTED,
        window=_WINDOW,
    )
    # asyncio has set it to `_ACCEPTED`.
    listening.listen(BACKLOG)
    return acceptor

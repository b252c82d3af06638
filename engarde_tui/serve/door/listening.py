"""Open the door: listen for SSH connections until the hall is to close."""

import asyncio
import logging
import signal
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncssh

from engarde_tui.serve.door.connection import Connection
from engarde_tui.serve.door.door import Door
from engarde_tui.serve.door.host_key import host_key
from engarde_tui.serve.ports import BACKLOG
from engarde_tui.serve.ssh.gate import Gate, GatedSocket

_LOG: Final = logging.getLogger("engarde.hall")

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
"""Connections that are accepted before others get a turn; each takes a millisecond or two."""

_WINDOW: Final = 32 * 1024
"""Bytes a client may send before the door reads them."""


async def run(
    door: Door,
    folder: Path,
    sockets: Sequence[socket.socket],
    keeper: dict[str, Any],
    on_open: Callable[[], None],
) -> None:
    """Serve until the hall is to close, by a signal or the keeper. Raises Problem if it cannot be opened."""
    key = host_key(folder)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, door.stop.set)
    await door.open(keeper)
    gate = Gate(door.limits, time.monotonic, door.refused)
    listeners = [await _listen(door, GatedSocket(each, gate), key) for each in sockets]
    fingerprint = asyncssh.read_private_key(str(key)).get_fingerprint()
    hosts = ",".join(keeper["hosts"])
    _LOG.info("event=open host=%s port=%d key=%s kept=%r", hosts, keeper["port"], fingerprint, door.kept_in)
    on_open()
    tidying = loop.create_task(door.keep_tidy())
    await door.stop.wait()
    tidying.cancel()
    for listener in listeners:
        listener.close()
    _LOG.info("event=close sessions=%d", len(door.sessions))
    await door.close()


async def _listen(door: Door, listening: socket.socket, key: Path) -> asyncssh.SSHAcceptor:
    acceptor = await asyncssh.listen(
        sock=listening,
        server_factory=partial(Connection, door),
        server_host_keys=[str(key)],
        encoding=None,
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        gss_host=None,
        login_timeout=0,
        keepalive_interval=door.limits.keepalive_seconds,
        keepalive_count_max=_KEEPALIVES,
        kex_algs=_KEX,
        encryption_algs=_CIPHERS,
        # Compressed input can grow a thousandfold after its size has been checked.
        compression_algs=["none"],
        backlog=_ACCEPTED,
        window=_WINDOW,
    )
    listening.listen(BACKLOG)
    return acceptor

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

from engarde_tui.serve.door.accepting import accept
from engarde_tui.serve.door.connection import Connection
from engarde_tui.serve.door.door import Door
from engarde_tui.serve.door.gate import Gate
from engarde_tui.serve.door.host_key import host_key

_LOG: Final = logging.getLogger("engarde.hall")


async def run(
    door: Door,
    folder: Path,
    sockets: Sequence[socket.socket],
    hosts: Sequence[str],
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
    listeners = [await accept(partial(Connection, door), each, key, gate) for each in sockets]
    fingerprint = asyncssh.read_private_key(str(key)).get_fingerprint()
    _LOG.info(
        "event=open host=%s port=%d key=%s places=%d kept=%r",
        *(",".join(hosts), door.port, fingerprint, door.limits.players, door.kept_in),
    )
    on_open()
    tasks = [loop.create_task(task) for task in (door.keep_tidy(), door.keep_looking())]
    await door.stop.wait()
    for task in tasks:
        task.cancel()
    for listener in listeners:
        listener.close()
    _LOG.info("event=close sessions=%d", len(door.sessions))
    await door.close()

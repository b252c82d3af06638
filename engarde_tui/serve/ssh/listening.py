"""Open the hall: its host key, its port and its shutdown."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh

from engarde_tui.play.problem import Problem
from engarde_tui.serve.door.host_key import host_key
from engarde_tui.serve.hall.following import keep_following
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.time_keeping import end_overdue, warn_of_time
from engarde_tui.serve.invitation import invitation
from engarde_tui.serve.ssh.accepting import accept
from engarde_tui.serve.ssh.connection import Connection
from engarde_tui.serve.ssh.garbage import collect_while_nobody_is_here, rare_full_collections
from engarde_tui.serve.ssh.gate import Gate
from engarde_tui.serve.ssh.server import HallServer
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import StoreError

_LOG: Final = logging.getLogger("engarde.hall")

_SYNC_SECONDS: Final = 2
"""Seconds of play that a power cut may cost."""
_TIDY_SECONDS: Final = 60
"""Seconds between two looks at the tables that wait, two sums of refusals, two notes that the hall runs."""

_TIME_SECONDS: Final = 1
"""Seconds between two looks at who is out of time."""

_RETRY_SECONDS: Final = 5
"""Seconds until what could not be saved is tried again."""


async def listen(server: HallServer, key: Path, sockets: Sequence[socket.socket]) -> None:
    """Accept connections from sockets that listen."""
    # Textual would set a task factory for its own app, but all sessions share this loop.
    asyncio.get_running_loop().set_task_factory = lambda factory: None  # type: ignore[method-assign]
    gate = Gate(server.limits, server.hall.clock, server.refused)
    for each in sockets:
        server.listeners.append(await accept(partial(Connection, server), each, key, gate))


async def keep_syncing(hall: Hall) -> None:
    """Write to the disk what has been played, now and then, until cancelled."""
    troubled: set[str] = set()
    while True:
        await asyncio.sleep(_SYNC_SECONDS)
        await sync(hall.register.database, troubled)


async def sync(database: Database, troubled: set[str]) -> None:
    """Write a database to the disk, in another thread: the disk would stop all sessions.

    Logs when that fails and when it works again; `troubled` keeps the files with which it has failed.
    """
    try:
        await asyncio.to_thread(database.sync)
    except StoreError as error:
        if database.name not in troubled:
            _LOG.error("event=trouble problem=%r", str(error))
        troubled.add(database.name)
    else:
        if database.name in troubled:
            _LOG.info("event=trouble-over database=%s", database.name)
        troubled.discard(database.name)


async def run(
    server: HallServer,
    folder: Path,
    sockets: Sequence[socket.socket],
    on_open: Callable[[str], None],
) -> None:
    """Serve until `server.stop`, SIGTERM, SIGINT or SIGHUP; call `on_open` with how players come in.

    Raises Problem if the hall cannot be opened.
    """
    key = host_key(folder)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, server.stop.set)
    await listen(server, key, sockets)
    fingerprint = asyncssh.read_private_key(str(key)).get_fingerprint()
    hosts, kept_in = ",".join(server.hosts), server.hall.register.database.name
    _LOG.info("event=open host=%s port=%d key=%s kept=%r", hosts, server.port, fingerprint, kept_in)
    on_open(invitation(server.hosts, server.address))
    with rare_full_collections(server.figures.collected):
        tasks = [
            loop.create_task(keep_syncing(server.hall)),
            loop.create_task(keep_tidy(server)),
            loop.create_task(keep_time(server.hall)),
            loop.create_task(catch_up(server.hall)),
            loop.create_task(keep_following(server.hall)),
        ]
        await server.stop.wait()
    for task in tasks:
        task.cancel()
    # They may wait for the database, which is closed then.
    await asyncio.gather(*tasks, return_exceptions=True)
    _LOG.info("event=close sessions=%d", len(server.sessions))
    await server.close()
    server.refusals.sum_up()
    server.hall.close()


async def keep_tidy(server: HallServer) -> None:
    """Do every minute what is not urgent, until cancelled."""
    while True:
        await asyncio.sleep(_TIDY_SECONDS)
        server.refusals.sum_up()
        if not server.sessions:
            collect_while_nobody_is_here()
        server.hall.remove_overdue()
        server.hall.register.running_time.save()


async def keep_time(hall: Hall) -> None:
    """End matches whose player to move is out of time, and warn who soon is, until cancelled."""
    wait = _TIME_SECONDS
    while True:
        await asyncio.sleep(wait)
        wait = _TIME_SECONDS
        for look in (end_overdue, warn_of_time):
            try:
                look(hall)
            except Problem:
                # It is in the log; the rows stay, and are looked at again.
                wait = _RETRY_SECONDS


async def catch_up(hall: Hall) -> None:
    """Rate the matches that ended while nobody counted; after a disk error, try again."""
    while True:
        try:
            await hall.register.ratings.catch_up()
        except Problem as problem:
            _LOG.warning("event=unrated problem=%r", str(problem))
            await asyncio.sleep(_TIDY_SECONDS)
        else:
            return

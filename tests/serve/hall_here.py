"""A hall whose door is in the test's own process, and whose other processes are forked off it.

So all have what a test has patched.
"""

import asyncio
import json
import logging
import os
import resource
import socket
import stat
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from unittest.mock import patch

from settling import LONGEST, answering

from engarde_tui.serve.children import run
from engarde_tui.serve.door.accepting import accept
from engarde_tui.serve.door.births import Births
from engarde_tui.serve.door.connection import Connection
from engarde_tui.serve.door.door import Door, bell_pair
from engarde_tui.serve.door.gate import Gate
from engarde_tui.serve.door.host_key import host_key
from engarde_tui.serve.door.limits import Limits
from engarde_tui.serve.door.ports import bound, port_of
from engarde_tui.serve.hall.following import keep_following
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.nursery import Nursery

_NEVER = 3600.0
"""Seconds that no test takes: which limit is reached must not depend on how busy the machine is."""


class _Forked:
    """A nursery that was forked."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await asyncio.to_thread(lambda: os.waitpid(self._pid, 0)[1])


async def _forked(line: socket.socket) -> _Forked:
    with warnings.catch_warnings():
        # The threads of the test are not needed there.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        return _Forked(pid)
    try:
        os.setsid()
        _close_sockets_but(line.fileno())
        # The test may have more files open than a visit can.
        with patch.object(resource, "setrlimit"):
            Nursery(line, run).run()
    finally:
        os._exit(0)


def _close_sockets_but(kept: int) -> None:
    """Close what a new program would not have: whoever listens at the other end waits for that."""
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        with suppress(OSError):
            if descriptor != kept and stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                os.close(descriptor)


class HallHere:
    """A hall of which the test is one more process."""

    def __init__(self, folder: Path, door: Door, hall: Hall) -> None:
        self._log = folder / "log"
        self.door = door
        self.hall = hall
        self.port = door.port

    @property
    def log(self) -> str:
        """What all processes have logged."""
        return self._log.read_text()

    async def until_logged(self, text: str) -> None:
        """Wait until something is in the log."""
        async with asyncio.timeout(LONGEST):
            while text not in self.log:
                await asyncio.sleep(0.01)

    async def until_here(self, number: int) -> None:
        """Wait until the test knows of so many visitors."""
        async with asyncio.timeout(LONGEST):
            while len(self.hall.visitors) != number:
                await asyncio.sleep(0.01)

    async def until_nobody_is_here(self) -> None:
        """Wait until everybody has left, and all know that."""
        async with asyncio.timeout(LONGEST):
            while self.door.sessions or self.door.connections or self.hall.visitors:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def hall_here(
    folder: Path, *, paints_by_itself: bool = True, login_seconds: float = _NEVER, comings: int = 1000
) -> AsyncIterator[HallHere]:
    """Open a hall on a free port, whose sessions answer to `settle`; close it at the end.

    By itself it ends no connection because of the time that something takes. What it shows of its address is
    always the same.
    """
    folder.mkdir(exist_ok=True)
    limits = Limits(login_seconds=login_seconds, keepalive_seconds=_NEVER, comings=comings)
    (listening,) = bound(["127.0.0.1"], 0)
    port = port_of([listening])
    file = SharedFile(folder)
    file.open()
    register = Register(folder, database=file)
    common = {
        "folder": str(folder),
        "database": "",
        "names_days": 365,
        "machine": f"here:{port}",
        "hall_address": "127.0.0.1 -p 2222",
        "has_program": False,
        "hall": {},
    }
    door = Door(register, limits, port, common, Births(_forked))
    log, handler = logging.getLogger("engarde"), logging.FileHandler(folder / "log")
    log.addHandler(handler)
    before = log.level
    log.setLevel(logging.INFO)
    with answering(paints_by_itself=paints_by_itself):
        await door.open({"notify": []})
    own = SharedFile(folder)
    own.ring = door.look
    hall = Hall(Register(folder, database=own), machine=f"here:{port}")
    ours, theirs = bell_pair()
    theirs.setblocking(False)
    door.news.join(ours)
    loop = asyncio.get_running_loop()
    loop.add_reader(theirs, _hear, theirs, hall)
    following = loop.create_task(keep_following(hall))
    acceptor = await accept(
        partial(Connection, door), listening, host_key(folder), Gate(limits, loop.time, door.refused)
    )
    try:
        yield HallHere(folder, door, hall)
    finally:
        acceptor.close()
        following.cancel()
        loop.remove_reader(theirs)
        door.news.leave(ours)
        await door.close()
        hall.close()
        register.database.close()
        log.removeHandler(handler)
        log.setLevel(before)
        handler.close()
        for line in (ours, theirs):
            line.close()


def _hear(line: socket.socket, hall: Hall) -> None:
    hall.workers.hear(json.loads(line.recv(65536))["news"])

"""A hall in the test's own process, which can patch and inspect it."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from settling import answering

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.ports import bound, port_of
from engarde_tui.serve.ssh.limits import Limits
from engarde_tui.serve.ssh.listening import host_key, listen
from engarde_tui.serve.ssh.server import HallServer

_NEVER = 3600.0
"""Seconds that no test takes: which limit is reached must not depend on how busy the machine is."""


@asynccontextmanager
async def hall_here(
    folder: Path,
    *,
    paints_by_itself: bool = True,
    login_seconds: float = _NEVER,
    comings: int = 1000,
    clock: Callable[[], float] = time.monotonic,
) -> AsyncIterator[HallServer]:
    """Open a hall on a free port, whose sessions answer to `settle`; close it at the end.

    By itself it ends no connection because of the time that something takes.
    """
    limits = Limits(login_seconds=login_seconds, keepalive_seconds=_NEVER, comings=comings)
    hall = Hall(Register(folder), clock=clock)
    sockets = bound(["127.0.0.1"], 0)
    server = HallServer(hall, limits, ["127.0.0.1"], port_of(sockets))
    await listen(server, host_key(folder), sockets)
    try:
        with answering(paints_by_itself=paints_by_itself):
            yield server
    finally:
        await server.close()
        hall.close()

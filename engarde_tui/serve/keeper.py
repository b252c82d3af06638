"""The keeper: a process that watches the time of a hall, tidies up, rates, and obeys the operator."""

import asyncio
import json
import logging
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.following import keep_following
from engarde_tui.serve.hall.opening import open_hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.hall.stored_words import stored
from engarde_tui.serve.operator.listening import taking_orders
from engarde_tui.serve.operator.notify_command import notifying
from engarde_tui.serve.operator.orders import Orders
from engarde_tui.serve.ssh.limits import Limits
from engarde_tui.serve.ssh.listening import catch_up, keep_syncing, keep_tidy, keep_time
from engarde_tui.serve.ssh.server import HallServer

_LOG: Final = logging.getLogger("engarde.hall")

_LOOK_SECONDS: Final = 0.2
"""Seconds between two looks whether the hall is about to close."""

_NEWS_SECONDS: Final = 30
"""Seconds between two times that old news are dropped."""


def run(request: Mapping[str, Any], files: Sequence[int]) -> int:
    """Keep the hall until the door hangs up; return the exit status."""
    with socket.socket(fileno=files[0]) as door:
        door.setblocking(False)
        return asyncio.run(_keep(request, door))


async def _keep(request: Mapping[str, Any], door: socket.socket) -> int:
    folder = Path(request["folder"])
    file = SharedFile(folder)
    try:
        file.open()
        register = Register(folder, database=file, names_days=request["names_days"])
        hall = open_hall(register, request["machine"], worker=request["worker"], **request["hall"])
    except Problem as problem:
        door.send(json.dumps({"problem": str(problem)}).encode())
        return 1
    file.ring = lambda: _ring(door)
    server = HallServer(hall, Limits(*request["limits"]), request["hosts"], request["port"])
    loop = asyncio.get_running_loop()

    def hear() -> None:
        try:
            packet = door.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            packet = b""
        assert hall.workers is not None
        if packet == b"!":
            hall.workers.wake()
        elif packet:
            # What cannot be told is noticed with the lease of all.
            with suppress(Problem):
                hall.workers.forget_visit(json.loads(packet)["gone"])
        else:
            loop.remove_reader(door)
            server.stop.set()

    async def tell_door() -> None:
        """Tell the door when the hall is about to close, or stays open, and when it is to end."""
        before = None
        while not server.stop.is_set():
            if hall.closing != before:
                before = hall.closing
                door.send(json.dumps({"closing": "" if before is None else stored(before)}).encode())
            with suppress(TimeoutError):
                await asyncio.wait_for(server.stop.wait(), _LOOK_SECONDS)
        door.send(json.dumps({"stop": True}).encode())

    loop.add_reader(door, hear)
    assert hall.workers is not None
    door.send(json.dumps({"worker": hall.workers.id, "kept": file.name}).encode())
    tasks = [
        loop.create_task(task)
        for task in (
            keep_syncing(hall),
            keep_tidy(server),
            keep_time(hall),
            catch_up(hall),
            keep_following(hall),
            _keep_news_short(file),
            tell_door(),
        )
    ]
    async with taking_orders(folder, Orders(server, folder).obey), notifying(server, request["notify"]):
        await server.stop.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    hall.close()
    return 0


def _ring(door: socket.socket) -> None:
    with suppress(OSError):
        door.send(b"!")


async def _keep_news_short(file: SharedFile) -> None:
    while True:
        await asyncio.sleep(_NEWS_SECONDS)
        with suppress(Problem):
            file.forget_news()

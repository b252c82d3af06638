"""Those who come and go: nothing is left of them."""

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.clients import Player  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402
from settling import LONGEST  # noqa: E402

from engarde_tui.serve.app import HallApp  # noqa: E402
from engarde_tui.serve.ssh.server import HallServer  # noqa: E402

pytestmark = pytest.mark.wire


async def test_those_who_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    """Not the app, so nothing of its screens; one after the other, each has come to have a table."""
    async with hall_here(tmp_path) as server:
        apps = [await visit(server, f"guest{number}") for number in range(3)]
        async with asyncio.timeout(LONGEST):
            while any(app() is not None for app in apps):
                await asyncio.sleep(0.01)
                gc.collect()


async def visit(server: HallServer, name: str) -> "weakref.ref[HallApp]":
    """Open a table and hang up; answers the app that was shown."""
    visitor = await Player.enter(server.port, name)
    await visitor.wait_for("Leave the hall")
    visitor.press("n")
    await visitor.wait_for("Press enter to open the table")
    visitor.press("enter")
    await visitor.wait_for("Waiting for an opponent")
    (session,) = server.sessions
    app = session._app
    assert app is not None
    await visitor.leave()
    async with asyncio.timeout(LONGEST):
        while server.sessions or server.hall.visitors:
            await asyncio.sleep(0.01)
    return weakref.ref(app)

"""Strangers who leave early leave nothing behind, not even until the next garbage collection.

A full one stops everybody, so while somebody is inside there is none.
"""

import asyncio
import gc
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.clients import Player, connect  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402
from settling import LONGEST  # noqa: E402

from engarde_tui.serve.ssh.connection import Connection  # noqa: E402
from engarde_tui.serve.ssh.server import HallServer  # noqa: E402
from engarde_tui.serve.ssh.session import Session  # noqa: E402

pytestmark = pytest.mark.wire

VERSION = b"SSH-2.0-x\r\n"


@pytest.fixture(autouse=True)
def without_collections() -> Iterator[None]:
    """Free by counting references alone; `gc.disable` would not do, as Textual enables it again."""
    threshold = gc.get_threshold()
    gc.collect()
    # What other tests have left is not counted.
    gc.freeze()
    gc.set_threshold(0)
    yield
    gc.set_threshold(*threshold)


def left(*kinds: type) -> list[object]:
    """Everything of these kinds, garbage included."""
    return [each for each in gc.get_objects() if isinstance(each, kinds)]


async def check_nothing_is_left(server: HallServer, *kinds: type) -> None:
    """Wait until the hall knows of no connection and nothing of these kinds is in memory."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            while server.connections or left(*kinds):
                await asyncio.sleep(0.01)
    assert server.connections == 0
    assert [type(each).__name__ for each in left(*kinds)] == []


def saying(said: bytes, *, answer: bool = False, reset: bool = False) -> Callable[[int], Awaitable[None]]:
    """Say something, perhaps after the hall has said its version, and hang up."""

    async def say(port: int) -> None:
        loop = asyncio.get_running_loop()
        # A plain socket: the client has no transport that could be taken for the hall's.
        with socket.socket() as client:
            client.setblocking(False)
            await loop.sock_connect(client, ("127.0.0.1", port))
            if answer:
                assert (await loop.sock_recv(client, 4)) == b"SSH-"
            await loop.sock_sendall(client, said)
            if reset:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    return say


@pytest.mark.parametrize(
    "leave",
    [
        pytest.param(saying(b""), id="without a byte"),
        pytest.param(saying(b"", answer=True, reset=True), id="with a reset"),
        pytest.param(saying(VERSION[:5]), id="within the version"),
        pytest.param(saying(VERSION), id="after the version"),
        pytest.param(saying(VERSION, answer=True), id="after both versions"),
        pytest.param(saying(VERSION, answer=True, reset=True), id="after both versions, with a reset"),
        pytest.param(saying(b"SSH-1.0-x\r\n"), id="as a client of another version"),
        pytest.param(saying(b"GET / HTTP/1.0\r\n\r\n"), id="as a browser"),
        pytest.param(saying(VERSION + bytes(range(256)) * 100, answer=True), id="after garbage"),
    ],
)
async def test_a_connection_that_ends_before_the_login_is_freed_at_once(
    tmp_path: Path, leave: Callable[[int], Awaitable[None]]
) -> None:
    async with hall_here(tmp_path) as server:
        for _ in range(3):
            await leave(server.port)
        await check_nothing_is_left(server, asyncssh.SSHServerConnection, Connection, asyncio.Transport)


async def test_a_connection_that_is_refused_is_freed_at_once(tmp_path: Path) -> None:
    async with hall_here(tmp_path) as server:
        server.hall.register.bans.add("127.0.0.1")
        for _ in range(3):
            await saying(b"")(server.port)
        while server.figures.refusals["banned"] < 3:
            await asyncio.sleep(0.01)
        await check_nothing_is_left(server, asyncssh.SSHServerConnection, Connection, asyncio.Transport)


class Leaver(asyncssh.SSHClient):
    """Hangs up when it is asked for a proof of who it is."""

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._connection = conn

    def kbdint_auth_requested(self) -> None:
        self._connection.abort()


async def before_the_login(port: int) -> None:
    """Leave after the key exchange."""
    connection = await connect(port, client_factory=Leaver)
    await connection.wait_closed()


async def after_a_failed_login(port: int) -> None:
    """Offer only what the hall takes from nobody."""
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(port, kbdint_auth=False, client_factory=asyncssh.SSHClient, username="anna")


async def after_the_login(port: int) -> None:
    """Ask for nothing."""
    async with await connect(port):
        pass


async def after_a_wrong_command(port: int) -> None:
    """Ask for something that the hall does not know."""
    async with await connect(port) as connection:
        assert (await connection.run("ls")).exit_status == 2


async def after_a_subsystem(port: int) -> None:
    """Ask for something that the hall refuses."""
    async with await connect(port) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.start_sftp_client()


async def after_a_visit(port: int) -> None:
    """Hang up in the lobby."""
    visitor = await Player.enter(port)
    await visitor.wait_for("Leave the hall")
    await visitor.leave()


@pytest.mark.parametrize(
    "leave",
    [
        before_the_login,
        after_a_failed_login,
        after_the_login,
        after_a_wrong_command,
        after_a_subsystem,
        after_a_visit,
    ],
)
async def test_a_connection_that_ends_later_is_freed_at_once(
    tmp_path: Path, leave: Callable[[int], Awaitable[None]]
) -> None:
    async with hall_here(tmp_path) as server:
        for _ in range(2):
            await leave(server.port)
        kinds = (asyncssh.SSHServerConnection, asyncssh.SSHServerChannel, Connection, Session)
        await check_nothing_is_left(server, *kinds)

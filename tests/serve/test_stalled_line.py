"""Lines on which nobody reads: whatever is asked for over them, the server keeps little."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from asyncssh.channel import SSHClientChannel  # noqa: E402
from asyncssh.packet import String, UInt32  # noqa: E402
from serve.clients import connect, narrow  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402

from engarde_tui.serve.ssh import connection as server_side  # noqa: E402
from engarde_tui.serve.ssh.connection import Connection  # noqa: E402
from engarde_tui.serve.ssh.session import HIGH_WATER  # noqa: E402

pytestmark = pytest.mark.wire


class Screen(asyncssh.SSHClientSession[bytes]):
    """Keeps what comes."""

    def __init__(self) -> None:
        self.output = b""

    def data_received(self, data: bytes, datatype: object) -> None:
        self.output += data


class Mallory:
    """A client with a terminal in which nothing has begun yet, and the server's end of its line."""

    def __init__(self, client: asyncssh.SSHClientConnection, server: Connection) -> None:
        self.client, self.server, self.screen = client, server, Screen()
        self._asked: list[asyncio.Future[bool]] = []
        loop = asyncio.get_running_loop()
        self.channel = SSHClientChannel(client, loop, "strict", None, "strict", 2**30, 2**15)

    async def open_terminal(self) -> None:
        size = (UInt32(300), UInt32(100), UInt32(0), UInt32(0))
        await self.channel._open(b"session")
        self.channel._session = self.screen
        await self.channel._make_request(b"pty-req", String("xterm-256color"), *size, String(b"\0"))
        self.channel.resume_reading()

    @property
    def unsent(self) -> int:
        """Bytes that the server keeps for the line."""
        return self.server._unsent()

    async def ask(self, request: bytes, times: int = 1) -> None:
        """Ask for something without reading the answer."""
        self._asked += [asyncio.ensure_future(self.channel._make_request(request)) for _ in range(times)]
        await asyncio.sleep(0.01)


@pytest.fixture
async def mallory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Mallory]:
    """Behind a line that takes little."""
    made: list[Connection] = []
    begin = Connection.connection_made
    monkeypatch.setattr(
        Connection, "connection_made", lambda self, conn: (made.append(self), begin(self, conn))[1]
    )
    async with hall_here(tmp_path) as server:
        client = await connect(server.port, "mallory", sock=narrow(server.port), local_addr=None)
        mallory = Mallory(client, made[0])
        await mallory.open_terminal()
        yield mallory
        client.abort()
        await asyncio.gather(*mallory._asked, return_exceptions=True)


async def test_a_line_that_has_stalled_before_the_session_begins_keeps_no_picture(mallory: Mallory) -> None:
    transport = mallory.client._transport
    transport.pause_reading()
    while mallory.unsent <= HIGH_WATER:
        await mallory.ask(b"nonsense", 100)
    await mallory.ask(b"shell")
    async with asyncio.timeout(20):
        while mallory.server._session is None or mallory.server._session._driver is None:
            await asyncio.sleep(0.01)
    before = mallory.unsent
    for number in range(20):
        size = (UInt32(299 + number % 2), UInt32(100), UInt32(0), UInt32(0))
        mallory.channel._send_request(b"window-change", *size)
        await asyncio.sleep(0.05)
    assert mallory.unsent < before + 2000
    transport.resume_reading()
    async with asyncio.timeout(20):
        while b"Leave the hall" not in mallory.screen.output:
            await asyncio.sleep(0.05)
    assert mallory.screen.output.index(b"\x1b[?1049h") == 0


async def test_who_asks_on_and_on_without_reading_is_sent_away(
    mallory: Mallory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server_side, "_MAX_UNSENT", 100_000)
    mallory.client._transport.pause_reading()
    with caplog.at_level(logging.WARNING, "engarde.hall"):
        async with asyncio.timeout(20):
            while mallory.server._connection is not None:
                await mallory.ask(b"nonsense", 100)
    assert "reason='reads nothing'" in caplog.text

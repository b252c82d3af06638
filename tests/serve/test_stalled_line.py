"""Connections on which nobody reads: the server buffers little for them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from asyncssh.channel import SSHClientChannel  # noqa: E402
from asyncssh.packet import String, UInt32  # noqa: E402
from pty_terminal import seen  # noqa: E402
from serve.clients import Player, connect, narrow  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402
from settling import LONGEST, settle  # noqa: E402

from engarde_tui.serve.app import HallApp  # noqa: E402
from engarde_tui.serve.ssh import connection as server_side  # noqa: E402
from engarde_tui.serve.ssh.connection import Connection  # noqa: E402
from engarde_tui.serve.ssh.requests import HIGH_WATER  # noqa: E402

pytestmark = pytest.mark.wire

REDRAW = b"\x0c"
"""The key that redraws the screen."""


class Screen(asyncssh.SSHClientSession[bytes]):
    """Records the output."""

    def __init__(self) -> None:
        self.output = b""

    def data_received(self, data: bytes, datatype: object) -> None:
        self.output += data


class Mallory:
    """A client with a terminal but no shell yet, and the server's end of its connection."""

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
        """Bytes the server has not sent yet."""
        return self.server._unsent()

    def ask(self, request: bytes) -> None:
        """Send a request without reading the reply."""
        self._asked.append(asyncio.ensure_future(self.channel._make_request(request)))

    async def stop_reading(self) -> None:
        """Read nothing more, and let the hall fill the line.

        In large packets: once many small ones have used up the receive buffer, the kernel drops what arrives,
        the acknowledgements of the client's own requests too, and neither side gets on.
        """
        self.client._transport.pause_reading()
        while self.unsent <= HIGH_WATER:
            self.server._connection.send_debug("x" * 10_000)
            await asyncio.sleep(0)


async def until(satisfied: Callable[[], bool]) -> None:
    """Wait until a condition on the server holds."""
    async with asyncio.timeout(LONGEST):
        while not satisfied():
            await asyncio.sleep(0.01)


@pytest.fixture
def redraws(monkeypatch: pytest.MonkeyPatch) -> list[HallApp]:
    """Collect the apps asked to redraw, once per request."""
    asked: list[HallApp] = []
    redraw = HallApp.action_redraw
    monkeypatch.setattr(HallApp, "action_redraw", lambda self: (asked.append(self), redraw(self))[1])
    return asked


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[Connection]:
    """Collect the server's ends of all connections."""
    made: list[Connection] = []
    begin = Connection.connection_made
    monkeypatch.setattr(
        Connection, "connection_made", lambda self, conn: (made.append(self), begin(self, conn))[1]
    )
    return made


@pytest.fixture
async def mallory(tmp_path: Path, connections: list[Connection]) -> AsyncIterator[Mallory]:
    """A client with a small receive buffer."""
    async with hall_here(tmp_path) as server:
        client = await connect(server.port, "mallory", sock=narrow(server.port), local_addr=None)
        mallory = Mallory(client, connections[0])
        await mallory.open_terminal()
        yield mallory
        client.abort()
        await asyncio.gather(*mallory._asked, return_exceptions=True)


async def test_a_connection_stalled_before_its_session_queues_no_frames(
    mallory: Mallory, redraws: list[HallApp]
) -> None:
    await mallory.stop_reading()
    mallory.ask(b"shell")
    await until(lambda: mallory.server._session is not None and mallory.server._session._driver is not None)
    before = mallory.unsent
    mallory.channel.write(REDRAW * 20)
    await until(lambda: len(redraws) == 20)
    await settle(redraws[0])
    assert mallory.unsent < before + 2000
    mallory.client._transport.resume_reading()
    await until(lambda: b"Leave the hall" in mallory.screen.output)
    assert mallory.screen.output.index(b"\x1b[?1049h") == 0


async def test_a_client_that_keeps_asking_without_reading_is_disconnected(
    mallory: Mallory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server_side, "_MAX_UNSENT", 100_000)
    await mallory.stop_reading()
    with caplog.at_level(logging.WARNING, "engarde.hall"):
        for _ in range(2000):
            mallory.ask(b"nonsense")
        await until(lambda: mallory.server._connection is None)
    assert "reason='reads nothing'" in caplog.text


@pytest.mark.parametrize("window", [2**30, 2**16], ids=["line", "channel"])
async def test_who_does_not_read_is_sent_a_new_picture_later_and_nothing_of_what_was_between(
    window: int, tmp_path: Path, redraws: list[HallApp], connections: list[Connection]
) -> None:
    async with hall_here(tmp_path) as server:
        reader = await Player.enter(
            server.port, size=(300, 100), window=window, sock=narrow(server.port), local_addr=None
        )
        await reader.settle()
        stops = reader.channel if window == 2**16 else reader.connection._transport
        heard = len(reader.output)
        stops.pause_reading()
        # Each of them is a picture of 30 kB.
        reader.press(*[REDRAW.decode()] * 15)
        await until(lambda: len(redraws) == 15)
        await settle(redraws[0])
        assert connections[0]._unsent() < 2 * HIGH_WATER
        reader.press("down")
        stops.resume_reading()
        await reader.settle()
        assert len(reader.output) - heard < 400_000
        assert "►Quick match" in reader.text
        shown = seen(reader.picture.screen)
        reader.press(REDRAW.decode())
        await reader.settle()
        assert reader.text
        assert seen(reader.picture.screen) == shown
        await reader.leave()

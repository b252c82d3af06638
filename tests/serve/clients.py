"""SSH clients in one event loop: hostile ones, and players with a terminal."""

import asyncio
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import asyncssh
from pty_terminal import KEYS, Picture
from pyte.screens import Char
from settling import ASK, LONGEST, Answers

SECOND_ADDRESS = "127.0.0.2"
"""For players who must not count towards another address's limit."""


class _Client(asyncssh.SSHClient):
    """Logs in by key or as a guest, with any name, even one that no ordinary client would send."""

    def __init__(self, name: str) -> None:
        self._name = name

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        conn._username = self._name

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


async def connect(
    port: int,
    name: str = "anna",
    key: asyncssh.SSHKey | None = None,
    source: str = "127.0.0.1",
    **options: Any,
) -> asyncssh.SSHClientConnection:
    """Log in, and return the connection."""
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        **{
            "client_keys": None if key is None else [key],
            "client_factory": lambda: _Client(name),
            "local_addr": (source, 0),
            "known_hosts": None,
            "agent_path": None,
            "config": None,
            **options,
        },
    )


def narrow(port: int) -> socket.socket:
    """Return a socket with a small receive buffer."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    return connection


class _Session(asyncssh.SSHClientSession[bytes]):
    def __init__(self, player: "Player") -> None:
        self._player = player

    def data_received(self, data: bytes, datatype: object) -> None:
        self._player.hear(data)

    def exit_status_received(self, status: int) -> None:
        self._player.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self._player.gone.set()


class Player:
    """A player in the hall, with an emulated terminal."""

    def __init__(self, columns: int, rows: int) -> None:
        self.output = bytearray()
        """All bytes received, except the answers to `settle`."""
        self.answers = Answers()
        self.picture = Picture(columns, rows)
        self.connection: asyncssh.SSHClientConnection
        self.channel: asyncssh.SSHClientChannel[bytes]
        self.status: int | None = None
        """The exit status; None while the session is open."""
        self.gone = asyncio.Event()
        """Set when the session has ended."""
        self.heard = asyncio.Event()
        """Set when bytes arrive; cleared by whoever waits for them."""
        self.heard_at = 0.0
        self._shown = 0

    @classmethod
    async def enter(
        cls,
        port: int,
        name: str = "anna",
        key: asyncssh.SSHKey | None = None,
        command: str | None = None,
        size: tuple[int, int] = (80, 24),
        term: str = "xterm-256color",
        env: Mapping[str, str] | None = None,
        window: int = 2**21,
        **options: Any,
    ) -> "Player":
        """Connect and request a terminal."""
        player = cls(*size)
        player.connection = await connect(port, name, key, **options)
        player.channel, _ = await player.connection.create_session(
            lambda: _Session(player),
            command,
            term_type=term,
            term_size=size,
            env=dict(env or {}),
            encoding=None,
            window=window,
        )
        return player

    @property
    def text(self) -> str:
        """The screen's text."""
        self.picture.feed(bytes(self.output[self._shown :]))
        self._shown = len(self.output)
        return self.picture.text

    @property
    def drawn(self) -> list[list[Char]]:
        """The screen's cells with their colours, by line and column."""
        assert self.text
        screen = self.picture.screen
        return [[_seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]

    def hear(self, data: bytes) -> None:
        """Take received bytes."""
        self.output += self.answers.take_out(data)
        self.heard_at = time.perf_counter()
        self.heard.set()

    def press(self, *keys: str) -> None:
        """Type keys, by name or as characters."""
        for key in keys:
            self.channel.write(KEYS.get(key, key).encode())

    async def wait_for(self, shown: str | Callable[[str], bool], seconds: float = LONGEST) -> str:
        """Wait until the screen shows a text or satisfies a predicate; AssertionError after `seconds`."""
        satisfied = shown if callable(shown) else lambda text: shown in text
        if not await self._wait_until(lambda: satisfied(self.text), seconds):
            raise AssertionError(f"timed out waiting for {shown!r}; the screen shows:\n{self.text}")
        return self.text

    async def settle(self) -> None:
        """Wait until the session has handled all keys and painted the result."""
        # Keys typed before the session has started are lost.
        assert await self._wait_until(lambda: bool(self.output))
        wanted = self.answers.number + 1
        self.press(ASK)
        assert await self._wait_until(lambda: self.answers.number == wanted), "the session does not answer"

    async def _wait_until(self, satisfied: Callable[[], bool], seconds: float = LONGEST) -> bool:
        """Wait until a condition holds; return False if it does not within `seconds`."""
        deadline = time.monotonic() + seconds
        while not satisfied():
            left = deadline - time.monotonic()
            if left < 0:
                return False
            self.heard.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.heard.wait(), left)
        return True

    async def wait_for_end(self, seconds: float = LONGEST) -> int | None:
        """Wait until the session has ended; return its exit status."""
        await asyncio.wait_for(self.gone.wait(), seconds)
        return self.status

    async def time_to_repaint(self, key: str, seconds: float = LONGEST) -> float:
        """Press a key; return the seconds until the first byte arrives."""
        self.heard.clear()
        began = time.perf_counter()
        self.press(key)
        await asyncio.wait_for(self.heard.wait(), seconds)
        return self.heard_at - began

    async def leave(self) -> None:
        """Hang up."""
        self.connection.close()
        await self.connection.wait_closed()


def _seen(cell: Char) -> Char:
    """Return a cell without what cannot be seen of it: a blank has neither colour nor weight."""
    if cell.data != " " or cell.reverse:
        return cell
    return cell._replace(fg="default", bold=False, italics=False)

"""Clients that read and type lines in a hall."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncssh
from serve.clients import connect
from settling import LONGEST


class Liner(asyncssh.SSHClientSession[bytes]):
    """Somebody who knows only the lines that came."""

    def __init__(self) -> None:
        self.output = bytearray()
        """All bytes received."""
        self.status: int | None = None
        self.gone = asyncio.Event()
        self._heard = asyncio.Event()
        self._read = 0
        """How much of the output has been waited for already."""
        self._seen = 0
        """How much of the output `hear` has waited for already."""
        self.channel: asyncssh.SSHClientChannel[bytes]

    def data_received(self, data: bytes, datatype: object) -> None:
        self.output += data
        self._heard.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()
        self._heard.set()

    @property
    def text(self) -> str:
        """Everything that was said."""
        return self.output.decode()

    def type(self, *lines: str) -> None:
        """Type lines."""
        for line in lines:
            self.channel.write(f"{line}\n".encode())

    async def wait_for(self, *words: str) -> str:
        """Wait until one of the words is said after those waited for last; return all up to it."""
        try:
            async with asyncio.timeout(LONGEST):
                while True:
                    new = self.output[self._read :].decode(errors="ignore")
                    ends = [new.index(each) + len(each) for each in words if each in new]
                    if ends:
                        said = new[: min(ends)]
                        self._read += len(said.encode())
                        return said
                    assert not self.gone.is_set(), f"ended before {words!r}: {self.text}"
                    self._heard.clear()
                    await self._heard.wait()
        except TimeoutError:
            raise AssertionError(f"timed out waiting for {words!r}: {self.text}") from None

    async def hear(self) -> None:
        """Wait until more is said than when this was last called."""
        while len(self.output) == self._seen and not self.gone.is_set():
            self._heard.clear()
            await self._heard.wait()
        self._seen = len(self.output)

    async def wait_for_end(self) -> int | None:
        """Wait until the session has ended; return its exit status."""
        async with asyncio.timeout(LONGEST):
            await self.gone.wait()
        return self.status


@asynccontextmanager
async def liner(
    port: int,
    name: str = "anna",
    command: str | None = "plain",
    *,
    key: asyncssh.SSHKey | None = None,
    term: str | None = None,
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> AsyncIterator[Liner]:
    """Somebody who has come in lines, with a terminal if it has a name; hangs up at the end."""
    connection = await connect(port, name, key, **options)
    terminal: dict[str, Any] = {} if term is None else {"term_type": term, "term_size": (80, 24)}
    try:
        channel, player = await connection.create_session(
            Liner, command, env=dict(env or {}), encoding=None, **terminal
        )
        player.channel = channel
        yield player
    finally:
        connection.close()
        with suppress(OSError):
            await connection.wait_closed()


async def more(*players: Liner) -> None:
    """Wait until one of them hears more."""
    heard = [asyncio.create_task(each.hear()) for each in players]
    done, _ = await asyncio.wait(heard, timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED)
    for each in heard:
        each.cancel()
    assert done, "nobody hears more:\n" + "\n--\n".join(each.text[-1000:] for each in players)

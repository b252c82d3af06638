"""The line between the process that watches over a hall and one that people play in: orders and answers."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

from engarde_tui.play.problem import Problem
from engarde_tui.serve.operator.listening import Obey, answer
from engarde_tui.serve.operator.protocol import LONGEST, PROBLEM, TEXT, line_of, message_of
from engine.message import message


class Inherited(NamedTuple):
    """What a process gets from the one that starts it."""

    number: int
    """Of all processes so far, from 1."""
    line: int
    """The descriptor of the line."""
    sockets: list[int]
    """The descriptors of the sockets at which the hall listens."""

    @classmethod
    def of(cls, text: str) -> "Inherited":
        """Return what a text says; raises ValueError if it is not one of `text`."""
        number, line, sockets = json.loads(text)
        return cls(number, line, sockets)

    @property
    def text(self) -> str:
        """All of it, as an argument of the command."""
        return json.dumps(self)


class WorkerEnd:
    """The end of the process that people play in."""

    def __init__(self, descriptor: int) -> None:
        self._line: Final = socket.socket(fileno=descriptor)

    def tell_open(self, invitation: str) -> None:
        """Tell that the hall is open here, and how players come in."""
        self._line.sendall(line_of({TEXT: invitation}))

    @asynccontextmanager
    async def obeying(self, obey: Obey, on_end: Callable[[], None]) -> AsyncIterator[None]:
        """Obey the orders that come meanwhile; call `on_end` when the other process has ended."""
        reader, writer = await asyncio.open_unix_connection(sock=self._line, limit=LONGEST)

        async def keep_obeying() -> None:
            try:
                while line := await reader.readline():
                    writer.write(line_of(await answer(line, obey)))
                    await writer.drain()
            except OSError:
                pass
            finally:
                on_end()

        task = asyncio.get_running_loop().create_task(keep_obeying())
        try:
            yield
        finally:
            task.cancel()
            writer.close()


class WatcherEnd:
    """The end of the process that watches."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._alone = asyncio.Lock()

    @classmethod
    async def of(cls, line: socket.socket) -> "WatcherEnd":
        """Return the end whose socket is `line`."""
        return cls(*await asyncio.open_unix_connection(sock=line, limit=LONGEST))

    async def invitation(self) -> str:
        """Wait until the hall is open there, and return how players come in.

        Raises Problem if the process ends before.
        """
        return self._text(await self._reader.readline())

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._alone.locked()

    async def ask(self, order: dict[str, Any], seconds: float | None = None) -> str:
        """Return the answer to an order.

        Raises Problem if it is not obeyed, or the process ends, TimeoutError if it has not answered after so
        many seconds, if any: then it can be asked nothing more.
        """
        async with self._alone, asyncio.timeout(seconds):
            try:
                self._writer.write(line_of(order))
                await self._writer.drain()
                line = await self._reader.readline()
            except OSError:
                line = b""
        return self._text(line)

    @staticmethod
    def _text(line: bytes) -> str:
        if not line:
            raise Problem(message("a process of the hall has ended: see the log"))
        found = message_of(line)
        if PROBLEM in found:
            raise Problem(str(found[PROBLEM]))
        return str(found.get(TEXT, ""))

    def close(self) -> None:
        """Hang up: the other process ends."""
        self._writer.close()

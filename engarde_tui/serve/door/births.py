"""Processes for visitors, from the door's side: asked of the nursery, which is started anew if it dies."""

import array
import asyncio
import json
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final

from engarde_tui.serve.nursery import LONGEST

_LOG: Final = logging.getLogger("engarde.hall")

_PAUSE: Final = 1.0
"""Seconds until a nursery that has died is started anew."""


class Births:
    """Asks the nursery for processes, and hears of their ends."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._numbers = count(1)
        self._ends: dict[int, Callable[[int], None]] = {}
        """What to call with the status at the end of each process, by its number."""
        self._is_closing = False
        self.process: asyncio.subprocess.Process | None = None
        """The nursery; None before the first has been started."""
        self._ready = asyncio.Event()

    async def start(self) -> None:
        """Start the nursery, and wait until it can fork."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *(*sys.orig_argv[1:], "--nursery", str(theirs.fileno())),
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                # Ctrl+C is for the door.
                start_new_session=True,
            )
        ours.setblocking(False)
        self._line = ours
        self._ready.clear()
        asyncio.get_running_loop().add_reader(ours, self._hear)
        await self._ready.wait()

    async def bear(self, request: dict[str, Any], files: Sequence[int], on_end: Callable[[int], None]) -> int:
        """Let a process begin with these files, which are closed here; return its number.

        `on_end` is called with its exit status, -n after signal n, and -1 if the nursery has died before it.
        """
        await self._ready.wait()
        assert self._line is not None
        number = next(self._numbers)
        self._ends[number] = on_end
        packet = json.dumps({**request, "number": number}).encode()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))]
        await _sendable(self._line)
        self._line.sendmsg([packet], rights)
        return number

    def kill(self, number: int) -> None:
        """Kill a process that does not end."""
        if self._line is not None:
            with suppress(OSError):
                self._line.send(json.dumps({"kill": number}).encode())

    def _hear(self) -> None:
        assert self._line is not None
        try:
            packet = self._line.recv(LONGEST)
        except BlockingIOError:
            return
        except OSError:
            packet = b""
        if not packet:
            self._lose()
            return
        told = json.loads(packet)
        if "ready" in told:
            self._ready.set()
        elif "gone" in told and (on_end := self._ends.pop(told["gone"], None)) is not None:
            on_end(told["status"])

    def _lose(self) -> None:
        """Start another nursery; the children of this one go on, and are noticed when they hang up."""
        assert self._line is not None
        asyncio.get_running_loop().remove_reader(self._line)
        self._line.close()
        self._line = None
        self._ready.clear()
        if not self._is_closing:
            _LOG.error("event=nursery-lost")
            asyncio.get_running_loop().call_later(_PAUSE, lambda: asyncio.ensure_future(self.start()))

    async def close(self) -> None:
        """Let the nursery end."""
        self._is_closing = True
        if self._line is not None:
            self._lose()
        if self.process is not None:
            await self.process.wait()


async def _sendable(line: socket.socket) -> None:
    """Wait until a packet can be sent."""
    loop, can = asyncio.get_running_loop(), asyncio.Event()
    loop.add_writer(line, can.set)
    try:
        await can.wait()
    finally:
        loop.remove_writer(line)

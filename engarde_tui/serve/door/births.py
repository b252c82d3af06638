"""Processes for visitors, from the door's side: asked of the nursery, which is started anew if it dies."""

import array
import asyncio
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from engarde_tui.play.problem import Problem
from engarde_tui.serve.nursery import packet_from
from engine.message import message

_LOG: Final = logging.getLogger("engarde.hall")

_PAUSE: Final = 1.0
"""Seconds until a nursery that has died is started anew."""

UNKNOWN: Final = -1
"""The exit status of a process whose nursery has died."""

_CANNOT_START: Final = message("the new program cannot be started: see the hall's log")


class Nursery(Protocol):
    """The process of a nursery."""

    async def wait(self) -> int:
        """Wait until it has ended; return its exit status."""


async def begun(line: socket.socket) -> Nursery:
    """Start a nursery at the end of a line, by the same command as the door."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *(*sys.orig_argv[1:], "--nursery", str(line.fileno())),
        stdin=asyncio.subprocess.DEVNULL,
        pass_fds=(line.fileno(),),
        # Ctrl+C is for the door.
        start_new_session=True,
    )


class _Child:
    """A process that was asked for, and has not ended."""

    def __init__(self, line: socket.socket, on_end: Callable[[int], None]) -> None:
        self.line = line
        self.on_end = on_end
        self.handle: int | None = None
        """What the system knows it by, once it is there, where the system has such a thing."""
        self.is_born: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Whether it is there, or its nursery has died before."""


class Births:
    """Asks the nursery for processes, and hears of their ends."""

    def __init__(self, begin: Callable[[socket.socket], Awaitable[Nursery]] = begun) -> None:
        """`begin` starts a nursery at the end of a line."""
        self._begin = begin
        self._line: socket.socket | None = None
        """That to the nursery from which new processes come; None while there is none."""
        self.last = 0
        """The number of the process that was asked for last."""
        self._children: dict[int, _Child] = {}
        self._beginning: dict[socket.socket, asyncio.Future[None]] = {}
        """The lines to nurseries that cannot fork yet."""
        self._nurseries: dict[socket.socket, Nursery] = {}
        self._ended: list[Nursery] = []
        """Those that were hung up on."""
        self._is_closing = False
        self._ready = asyncio.Event()
        self._sending = asyncio.Lock()
        self._renewing = asyncio.Lock()

    @property
    def alive(self) -> list[int]:
        """The numbers of all processes that have not ended."""
        return [*self._children]

    async def start(self) -> None:
        """Start the nursery, and wait until it can fork; raises Problem if it ends before that."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        loop = asyncio.get_running_loop()
        with theirs:
            try:
                self._nurseries[ours] = await self._begin(theirs)
            except OSError as error:
                ours.close()
                _LOG.error("event=nursery-lost problem=%r", str(error))
                raise Problem(_CANNOT_START) from error
        is_ready = self._beginning[ours] = loop.create_future()
        loop.add_reader(ours, self._hear, ours)
        try:
            await is_ready
        finally:
            del self._beginning[ours]
        before, self._line = self._line, ours
        self._ready.set()
        if before is not None:
            self._dismiss(before)

    async def renew(self) -> None:
        """Let new processes come from a new nursery, which has the program as it is now installed.

        Raises Problem, changing nothing, if that cannot be started.
        """
        async with self._renewing:
            await self.start()

    def _dismiss(self, line: socket.socket) -> None:
        """Let a nursery end that is not used any more, once its last child has."""
        is_used = line is self._line or any(child.line is line for child in self._children.values())
        if not is_used and line in self._nurseries:
            self._hang_up(line)

    def _hang_up(self, line: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(line)
        line.close()
        self._ended.append(self._nurseries.pop(line))
        if line is self._line:
            self._line = None
            self._ready.clear()

    async def bear(self, request: dict[str, Any], files: Sequence[int], on_end: Callable[[int], None]) -> int:
        """Let a process begin with these files; return its number.

        `on_end` is called with its exit status, -n after signal n, or `UNKNOWN`.
        """
        while True:
            # One at a time: the loop lets one wait for a line.
            async with self._sending:
                await self._ready.wait()
                line = self._line
                assert line is not None
                number = self.last = self.last + 1
                child = self._children[number] = _Child(line, on_end)
                packet = json.dumps({**request, "number": number}).encode()
                try:
                    await _send(line, packet, files)
                except OSError:
                    self._lose(line)
            if await child.is_born:
                return number

    def kill(self, number: int) -> None:
        """Kill a process that does not end."""
        child = self._children.get(number)
        if child is None:
            return
        with suppress(OSError):
            if child.handle is not None:
                signal.pidfd_send_signal(child.handle, signal.SIGKILL)
            else:
                child.line.send(json.dumps({"kill": number}).encode())

    def _hear(self, line: socket.socket) -> None:
        packet = packet_from(line)
        if packet is None:
            return
        if not packet:
            self._lose(line)
            return
        told = json.loads(packet)
        if "ready" in told:
            self._beginning[line].set_result(None)
        elif "born" in told:
            self._note_birth(told["born"], told["pid"])
        elif "gone" in told:
            self._end(told["gone"], told["status"])

    def _note_birth(self, number: int, pid: int) -> None:
        child = self._children[number]
        child.is_born.set_result(True)
        if sys.platform == "linux":
            # The nursery has not buried it yet, so it is this one.
            with suppress(OSError):
                child.handle = os.pidfd_open(pid)

    def _end(self, number: int, status: int) -> None:
        """Note that a process has ended."""
        child = self._children.pop(number)
        if not child.is_born.done():
            # There was no room for it.
            child.is_born.set_result(True)
        if child.handle is not None:
            asyncio.get_running_loop().remove_reader(child.handle)
            os.close(child.handle)
        child.on_end(status)
        self._dismiss(child.line)

    def _lose(self, line: socket.socket) -> None:
        """Start another nursery; the children of this one go on, and are watched from here."""
        if line not in self._nurseries:
            return
        loop, is_used = asyncio.get_running_loop(), line is self._line
        self._hang_up(line)
        if line in self._beginning:
            self._beginning[line].set_exception(Problem(_CANNOT_START))
        for number, child in [*self._children.items()]:
            if child.line is line and child.handle is not None:
                loop.add_reader(child.handle, self._end, number, UNKNOWN)
            elif child.line is line and not child.is_born.done():
                # Another nursery is asked.
                del self._children[number]
                child.is_born.set_result(False)
            elif child.line is line:
                self._end(number, UNKNOWN)
        if is_used and not self._is_closing:
            _LOG.error("event=nursery-lost")
            self._restarting = loop.create_task(self._start_anew())

    async def _start_anew(self) -> None:
        """Start a nursery until one can fork."""
        while not self._is_closing and self._line is None:
            await asyncio.sleep(_PAUSE)
            with suppress(Problem):
                await self.renew()

    async def close(self) -> None:
        """Kill what has not ended, and let all nurseries end."""
        self._is_closing = True
        for number in self.alive:
            self.kill(number)
        for line in [*self._nurseries]:
            self._hang_up(line)
        for nursery in self._ended:
            await nursery.wait()


async def _send(line: socket.socket, packet: bytes, files: Sequence[int]) -> None:
    """Send a packet with files as soon as there is room; raises OSError if the line is lost."""
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))]
    loop = asyncio.get_running_loop()
    while True:
        try:
            line.sendmsg([packet], rights)
        except BlockingIOError:
            has_room = asyncio.Event()
            loop.add_writer(line, has_room.set)
            try:
                await has_room.wait()
            finally:
                loop.remove_writer(line)
        else:
            return

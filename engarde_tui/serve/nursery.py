"""The nursery: a process that has imported the program once, and forks a process for each visitor.

The door asks over a line. The nursery opens nothing itself: no database, no loop, no thread, no host key.
"""

import array
import gc
import json
import logging
import os
import select
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

LONGEST: Final = 32 * 1024
"""Bytes of the longest request or answer."""

_DESCRIPTORS: Final = 4
"""Files that come with a request at most: the standard streams and a bell."""

_LOG: Final = logging.getLogger("engarde.hall")

Child = Callable[[dict[str, Any], Sequence[int]], int]
"""Runs what is asked for, with the files that came with it; returns the exit status."""


class Nursery:
    """Forks until the door hangs up."""

    def __init__(self, line: socket.socket, child: Child) -> None:
        """Hear requests at a `line` of packets; `child` is run in each new process."""
        self._line = line
        self._child = child
        self._numbers: dict[int, int] = {}
        """The number that the door has given to each process, by its pid."""
        self._wakes, self._wake = os.pipe()

    def run(self) -> int:
        """Fork on request; tell the door of each process that has ended. Return the exit status."""
        for end in (self._wakes, self._wake):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # The door says when to end, by hanging up.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        gc.collect()
        gc.freeze()
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        poll.register(self._wakes, select.POLLIN)
        self._tell({"ready": os.getpid()})
        while True:
            ready = {descriptor for descriptor, _ in poll.poll()}
            if self._wakes in ready:
                with suppress(BlockingIOError):
                    os.read(self._wakes, 4096)
                self._bury()
            if self._line.fileno() in ready and not self._hear():
                return 0

    def _hear(self) -> bool:
        """Fork as the next request asks; return False once the door has hung up."""
        try:
            packet, files = received(self._line)
        except ConnectionError:
            return False
        if not packet:
            return False
        request = json.loads(packet)
        if "kill" in request:
            for pid, number in self._numbers.items():
                if number == request["kill"]:
                    os.kill(pid, signal.SIGKILL)
            return True
        try:
            pid = os.fork()
        except OSError as error:
            # There is no room for another one at the moment.
            _LOG.error("event=no-process problem=%r", str(error))
            self._tell({"gone": request["number"], "status": 1})
        else:
            if not pid:
                self._begin(request, files)
            self._numbers[pid] = request["number"]
            self._tell({"born": request["number"], "pid": pid})
        for descriptor in files:
            os.close(descriptor)
        return True

    def _begin(self, request: dict[str, Any], files: Sequence[int]) -> None:
        """Be the child; never return."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            for end in (self._wakes, self._wake):
                os.close(end)
            self._line.close()
            gc.enable()
            status = self._child(request, files)
        except BaseException:
            _LOG.exception("event=crash process=%d", os.getpid())
        finally:
            # What the nursery would do at its own end is not for the child to do.
            os._exit(status)

    def _bury(self) -> None:
        """Tell the door of the children that have ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            if (number := self._numbers.pop(pid, None)) is not None:
                self._tell({"gone": number, "status": os.waitstatus_to_exitcode(status)})

    def _tell(self, answer: dict[str, Any]) -> None:
        # The door may have ended; the next look at the line says so.
        with suppress(OSError):
            self._line.send(json.dumps(answer).encode())


def received(line: socket.socket) -> tuple[bytes, list[int]]:
    """Return a packet and the files that have come with it."""
    files = array.array("i")
    packet, more, _, _ = line.recvmsg(LONGEST, socket.CMSG_SPACE(_DESCRIPTORS * files.itemsize))
    for level, kind, data in more:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(data[: len(data) - len(data) % files.itemsize])
    return packet, [*files]


def packet_from(line: socket.socket) -> bytes | None:
    """Return a packet if there is one; None if there is none yet, nothing once the other end has hung up."""
    try:
        return line.recv(LONGEST, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""

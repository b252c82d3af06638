"""An SSH session at the door: a terminal or pipes, and the process of a visitor at their other ends."""

import asyncio
import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import asyncssh

from engarde_tui.serve.door.births import UNKNOWN
from engarde_tui.serve.door.door import Door, bell_pair, farewell
from engarde_tui.serve.door.requests import NO_KEYBOARD, Requests
from engarde_tui.serve.door.streams import Reader, Writer, open_terminal, set_size
from engarde_tui.serve.hall.stored_words import stored
from engarde_tui.serve.nursery import packet_from
from engine.message import Message, message

_LOG: Final = logging.getLogger("engarde.hall")

_EXIT_SECONDS: Final = 10
"""Seconds that a process may take to end before it is killed."""

_SIZE_SECONDS: Final = 0.02
"""Seconds in which changes of the window's size are one."""

_LARGEST: Final = (300, 100)
"""Columns and rows of a terminal at most."""

_IN_THE_LOBBY: Final = ("", "join", "plain")
"""The commands with which somebody stays."""

_FULL: Final = message("The hall is full at the moment. Try again later.")


class Session(Requests):
    """Passes bytes between a client and the process of its visitor."""

    def __init__(
        self,
        door: Door,
        connection: asyncssh.SSHServerConnection,
        who: dict[str, Any],
        on_start: Callable[[], None],
    ) -> None:
        """`who` is what the process is told of the visitor; `on_start` is called when the session starts."""
        super().__init__(lambda reason: door.refused(who["address"], reason))
        self._door = door
        self._connection = connection
        self._who = who
        self._on_start = on_start
        self.network: str = who["network"]
        self.is_member = who["key"] is not None and not who["why_guest"]
        self.is_ending = False
        self._size: tuple[int, int] | None = None
        self._sizing: asyncio.TimerHandle | None = None
        self._term = ""
        self._number: int | None = None
        self._told_status = 1
        """The exit status as the process has told it itself."""
        self._status: int | None = None
        """The exit status of the process; None while it runs."""
        self._readers: list[Reader] = []
        self._writer: Writer | None = None
        self._terminal: int | None = None
        self.bell, self._their_bell = bell_pair()
        self._outbox = door.news.join(self.bell)
        asyncio.get_running_loop().add_reader(self.bell, self._hear_bell)
        self._last_input = asyncio.get_running_loop().time()
        self._has_input = False
        self._has_ended = asyncio.Event()
        self._stalls: set[str] = set()

    # --- requests ---

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Accept any terminal."""
        self._term = term_type.replace("\0", "")[:64]
        self._size = _clamped(term_size[0] or 80, term_size[1] or 24)
        return True

    # --- the process ---

    def session_started(self) -> None:
        """Let the process of the visitor begin."""
        self._on_start()
        # At once: what is typed may follow in the same packet.
        try:
            files = self._open_files()
        except OSError as error:
            _LOG.error("event=trouble problem=%r", f"no terminal for a visitor: {error.strerror}")
            self._connection.abort()
            return
        self._task = asyncio.get_running_loop().create_task(self._begin(files))

    async def _begin(self, files: list[int]) -> None:
        refusal = ""
        if self._command[0] in _IN_THE_LOBBY:
            if not self._door.make_room(is_member=self.is_member):
                self._door.refused(self._who["address"], "players")
                refusal = stored(_FULL)
            else:
                self._door.sessions.add(self)
        request = {
            **self._door.common,
            **self._who,
            "kind": "visit",
            "refusal": refusal,
            "command": self._command,
            "term": self._term,
            "neighbours": sum(one.network == self.network for one in self._door.sessions if one is not self),
            "size": self._size,
            "environment": {} if self._channel is None else dict(self._channel.get_environment()),
        }
        try:
            self._number = await self._door.births.bear(
                request, [*files, self._their_bell.fileno()], self._note_status
            )
        finally:
            for descriptor in files:
                os.close(descriptor)
            self._their_bell.close()

    def _open_files(self) -> list[int]:
        """Open a terminal or pipes; return the ends for the process."""
        assert self._channel is not None
        channel = self._channel

        def write(data: bytes) -> None:
            with suppress(OSError):
                channel.write(data)

        def write_error(data: bytes) -> None:
            with suppress(OSError):
                channel.write_stderr(data)

        if self._size is not None:
            ours, theirs = open_terminal(*self._size)
            self._terminal = ours
            self._writer = Writer(ours, self._pause_input)
            self._readers = [Reader(ours, write, self._end_if_over)]
            return [theirs]
        typed, ours = os.pipe()
        self._writer = Writer(ours, self._pause_input)
        os.close(ours)
        (said, theirs), (complained, errors) = os.pipe(), os.pipe()
        self._readers = [
            Reader(said, write, self._end_if_over),
            Reader(complained, write_error, self._end_if_over),
        ]
        return [typed, theirs, errors]

    def _hear_bell(self) -> bool:
        """Look at what the visitor's process has changed, or note what it tells; return whether it has."""
        packet = packet_from(self.bell)
        if packet is None:
            return False
        if packet == b"!":
            self._door.look()
        elif packet:
            self._take(json.loads(packet))
        else:
            asyncio.get_running_loop().remove_reader(self.bell)
        return bool(packet)

    def _hear_all(self) -> None:
        """Note what the visitor's process has told last."""
        while self.bell.fileno() >= 0 and self._hear_bell():
            pass

    def _take(self, told: dict[str, Any]) -> None:
        """Note what the visitor's process tells."""
        self._told_status = told.get("status", self._told_status)
        if "attends" in told:
            self._outbox.attend(told["attends"])
        if "alert" in told:
            self._door.tell_keeper(alert=told["alert"])
        self._door.refusal_counts.update(told.get("refused", {}))

    def _note_status(self, status: int) -> None:
        self._hear_all()
        self._status = self._told_status if status == UNKNOWN else status
        self._end_if_over()
        # A client may read nothing, and not even hang up.
        asyncio.get_running_loop().call_later(_EXIT_SECONDS, self._hang_up)

    def _hang_up(self) -> None:
        assert self._status is not None
        self._finish(self._status)
        self._connection.abort()

    def _end_if_over(self) -> None:
        """Exit once the process has ended, and all that it has written is passed on."""
        if not all(reader.has_ended for reader in self._readers):
            return
        if self._status is None:
            # The nursery may have died; whoever has no files open any more is about to end.
            asyncio.get_running_loop().call_later(_EXIT_SECONDS, self._give_up)
            return
        self._finish(self._status)

    def kill(self) -> None:
        """Kill the visit if it has not ended."""
        if self._number is not None and self._status is None:
            self._door.births.kill(self._number)

    def _give_up(self) -> None:
        self.kill()
        self._finish(1)

    def _finish(self, status: int) -> None:
        if self._has_ended.is_set():
            return
        self._has_ended.set()
        self._door.sessions.discard(self)
        if self._number is not None:
            self._door.tell_gone(self._number)
        self._close_files()
        if self._channel is not None:
            with suppress(OSError):
                self._channel.exit(status if status >= 0 else 128 - status)

    def _close_files(self) -> None:
        if self.bell.fileno() < 0:
            return
        for reader in self._readers:
            reader.close()
        self._terminal = None
        if self._writer is not None:
            self._writer.close()
        self._hear_all()
        asyncio.get_running_loop().remove_reader(self.bell)
        self._door.news.leave(self.bell)
        self.bell.close()

    # --- the end ---

    def end(self, words: Message | None, status: int = 0) -> None:
        """Let the visit end, with these words."""
        self.is_ending = True
        with suppress(OSError):
            self.bell.send(farewell(words, status))
        asyncio.get_running_loop().call_later(_EXIT_SECONDS, self._give_up)

    async def wait(self) -> None:
        """Wait until the visit has ended."""
        await self._has_ended.wait()

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last input."""
        return asyncio.get_running_loop().time() - self._last_input

    # --- input and stalls ---

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass input to the process."""
        self._has_input = True
        self._last_input = asyncio.get_running_loop().time()
        if self._writer is not None:
            self._writer.write(data)

    def _pause_input(self, is_paused: bool) -> None:
        if self._channel is not None:
            (self._channel.pause_reading if is_paused else self._channel.resume_reading)()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass a new size on."""
        self._size = _clamped(width, height)
        if self._sizing is None:
            self._sizing = asyncio.get_running_loop().call_later(_SIZE_SECONDS, self._set_size)

    def _set_size(self) -> None:
        self._sizing = None
        if self._terminal is not None and self._size is not None:
            set_size(self._terminal, *self._size)

    def pause_writing(self) -> None:
        """Read nothing from the process: the channel is full."""
        self.stall("channel", True)

    def resume_writing(self) -> None:
        """Read again."""
        self.stall("channel", False)

    def stall(self, what: str, is_stalled: bool) -> None:
        """Note whether the connection or the channel is full; read nothing while either is."""
        (self._stalls.add if is_stalled else self._stalls.discard)(what)
        for reader in self._readers:
            reader.pause(bool(self._stalls))

    def eof_received(self) -> bool:
        """Leave when the client closes its input; say so if there was none, as without a keyboard."""
        if self._size is None:
            if self._writer is not None:
                self._writer.end()
        elif self._has_input:
            self.end(None)
        else:
            self.end(NO_KEYBOARD, 2)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Hang up on the process; the visitor's seat is kept."""
        self._channel = None
        # The process sees its bell and its terminal closed.
        self._close_files()
        if self._status is None:
            asyncio.get_running_loop().call_later(_EXIT_SECONDS, self._give_up)
        self._connection.close()


def _clamped(columns: int, rows: int) -> tuple[int, int]:
    """Return a size within reason."""
    return min(max(columns, 1), _LARGEST[0]), min(max(rows, 1), _LARGEST[1])

"""A terminal at the other end of an SSH connection, and the app that is shown in it."""

import asyncio
import contextvars
import logging
import re
from collections.abc import Callable
from typing import Any, Final

import asyncssh

from engarde_tui.match.problem import Problem
from engarde_tui.serve.app import CRASHED, ColorSystem, HallApp
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.ssh.asyncssh_private import filter_environment
from engarde_tui.serve.ssh.driver import SSHDriver, clamped
from engarde_tui.serve.ssh.server import HallServer
from engarde_tui.terminal.textual_private import clear_shared_caches
from engine.record import write

_LOG: Final = logging.getLogger("engarde.hall")

MOST_WAITING: Final = 64 * 1024
"""Bytes that may wait for a slow line before pictures are left out."""

_ENDING_SECONDS: Final = 10
"""How long an app may take to end before it is cancelled."""

_COLOR_VARIABLES: Final = (b"NO_COLOR", b"COLORTERM")
_TRUE_COLOR: Final = ("truecolor", "24bit")

_COMMAND: Final = re.compile(r"(join) ([A-Za-z0-9-]{1,40})|(record) ([0-9]{1,9})")
_USAGE: Final = "join CODE (with ssh -t), record NUMBER, or nothing to go to the lobby"


class Session(asyncssh.SSHServerSession[bytes]):
    """A terminal at the other end, and the app that is shown in it."""

    def __init__(
        self,
        server: HallServer,
        connection: asyncssh.SSHServerConnection,
        address: str,
        key: str | None,
        begins: Callable[[], None],
    ) -> None:
        """`key`: the fingerprint that makes a member; `begins` is called when the session begins."""
        self._server = server
        self._connection = connection
        self._address = address
        self._key = key
        self._begins = begins
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._size: tuple[int, int] | None = None
        self._term = ""
        self._command: tuple[str, str] = ("", "")
        self._driver: SSHDriver | None = None
        self._app: HallApp | None = None
        self._task: asyncio.Task[None] | None = None
        self._visitor: Visitor | None = None
        self._lost = False
        self._stalls: set[str] = set()
        """What takes no more for now: the line, the channel."""

    # --- what a client may ask for ---

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """Keep the channel."""
        self._channel = chan
        chan.set_write_buffer_limits(high=MOST_WAITING)
        filter_environment(chan, lambda name, value: name in _COLOR_VARIABLES and len(value) <= 64)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Every terminal will do."""
        self._term = term_type[:64]
        self._size = clamped(term_size[0] or 80, term_size[1] or 24)
        return True

    def shell_requested(self) -> bool:
        """The lobby, for who has a terminal."""
        return self._size is not None or self._refuse("shell without terminal")

    def exec_requested(self, command: str) -> bool:
        """The few commands there are; they are not run by any shell."""
        found = _COMMAND.fullmatch(command.strip())
        if found is None:
            _LOG.warning("event=refused address=%s reason=command", self._address)
            # Letting it begin is the only way to say why it cannot be done.
            self._command = ("unknown", "")
            return True
        word, argument = (part for part in found.groups() if part is not None)
        self._command = (word, argument)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """None: no sftp."""
        return self._refuse("subsystem")

    def _refuse(self, reason: str) -> bool:
        _LOG.warning("event=refused address=%s reason=%r", self._address, reason)
        return False

    # --- the session ---

    def session_started(self) -> None:
        """Do what was asked for."""
        self._begins()
        try:
            self._begin(*self._command)
        except Problem as problem:
            words = f"{problem}"
            self._leave([f"{words[:1].upper()}{words[1:]}."], 1)
        except Exception:
            self._log_crash()
            self._finish()

    def _begin(self, word: str, argument: str) -> None:
        """Raises Problem where it cannot be done."""
        if word == "unknown":
            self._leave([f"This is no command of the hall. There are: {_USAGE}."], 2)
        elif word == "record":
            self._send_record(int(argument))
        elif self._size is None:
            self._leave(["The hall needs a terminal that it can draw on: use ssh -t."], 2)
        elif self._term == "dumb":
            self._leave(["The hall needs a terminal that it can draw on, and this one is called dumb."], 2)
        elif not self._server.has_room:
            self._refuse("players")
            self._leave(["The hall is full at the moment. Try again later."], 1)
        else:
            self._open(argument)

    def _open(self, code: str) -> None:
        visitor = self._visitor = self._admit()
        self._server.sessions.add(self)
        _LOG.info("event=enter player=%s member=%s address=%s", visitor.name, visitor.member, self._address)
        # A context of its own: what a session sets in it must not be seen by any other.
        context = contextvars.Context()
        self._task = asyncio.get_running_loop().create_task(self._run(code), context=context)

    def _admit(self) -> Visitor:
        name = str(self._connection.get_extra_info("username", ""))
        return self._server.hall.admit(name, self._key)

    async def _run(self, code: str) -> None:
        try:
            await self._show(code)
        except Exception:
            if self._app is None:
                self._log_crash()
            else:
                self._app.report_crash()
        finally:
            self._finish()

    async def _show(self, code: str) -> None:
        """Run the app until it ends."""
        assert self._visitor is not None
        app = self._app = HallApp(
            self._server.hall,
            self._visitor,
            self._colors,
            self._make_driver,
            code,
            address=self._server.address,
        )
        watch = asyncio.get_running_loop().create_task(self._watch_idleness())
        try:
            await app.run_async(size=self._size)
        finally:
            watch.cancel()

    def _finish(self) -> None:
        """Leave the hall, with the app's last words, or those for a crash where there is no app."""
        words, status = [CRASHED], 1
        try:
            self._forget()
            if self._app is not None:
                words, status = self._app.parting_words, self._app.return_code or 0
        except Exception:
            self._log_crash()
        self._leave(words, status)

    def _log_crash(self) -> None:
        name = "" if self._visitor is None else self._visitor.name
        _LOG.exception("event=crash player=%s address=%s", name, self._address)

    def _make_driver(self, app: HallApp, **options: Any) -> SSHDriver:
        assert self._channel is not None
        # The window may have changed since the app began.
        self._driver = SSHDriver(app, channel=self._channel, **{**options, "size": self._size})
        if self._stalls:
            self._driver.stall()
        return self._driver

    @property
    def _colors(self) -> ColorSystem | None:
        """How many colours the terminal has, by what its client tells."""
        told = {} if self._channel is None else self._channel.get_environment()
        if told.get("NO_COLOR") or self._term in ("", "dumb", "vt100", "vt220"):
            return None
        if told.get("COLORTERM") in _TRUE_COLOR or "direct" in self._term:
            return "truecolor"
        return "256" if "256color" in self._term or "kitty" in self._term else "standard"

    async def _watch_idleness(self) -> None:
        limit = self._server.limits.idle_minutes * 60
        loop = asyncio.get_running_loop()
        while True:
            idle = 0.0 if self._driver is None else loop.time() - self._driver.last_input
            if idle >= limit:
                self.end("You have pressed no key for a long time. Every match is saved.")
                return
            await asyncio.sleep(limit - idle)

    def end(self, words: str) -> "asyncio.Task[None]":
        """Let the app end in good order, and say why; after a while without its consent."""
        assert self._task is not None
        if self._app is not None:
            self._app.farewell = words
            # From another context: what the app does has to be asked for by a message.
            self._app.call_later(self._app.exit)
        cancelling = asyncio.get_running_loop().call_later(_ENDING_SECONDS, self._task.cancel)
        # What waits for its time holds the app, and all that belongs to it.
        self._task.add_done_callback(lambda _: cancelling.cancel())
        return self._task

    def _send_record(self, id: int) -> None:
        """Write a member's own match to the standard output; raises Problem where it is not over."""
        visitor = self._admit()
        self._server.hall.dismiss(visitor)
        own = OwnMatches(self._server.hall.store, visitor.name)
        if not visitor.member:
            raise Problem("guests have no matches of their own: come with the key that played it")
        if id not in own.ids():
            raise Problem(f"you have no match number {id}")
        record = own.record(id)
        if record.match.winner is None:
            raise Problem(f"match {id} is not over yet: its record would show both hands")
        assert self._channel is not None
        self._channel.write(write(record).encode())
        self._channel.exit(0)

    def _leave(self, lines: list[str], status: int) -> None:
        """The last words, on the terminal as it was before."""
        channel = self._channel
        if channel is None or self._lost:
            return
        end = "\r\n" if self._size is not None else "\n"
        for line in lines:
            (channel.write if self._size is not None else channel.write_stderr)(f"{line}{end}".encode())
        channel.exit(status)

    def _forget(self) -> None:
        """Nobody is in the hall for this session any more, and nothing is kept of it."""
        self._server.sessions.discard(self)
        if self._visitor is not None:
            _LOG.info("event=leave player=%s lost=%s", self._visitor.name, self._visitor.lost)
            self._visitor.notify = lambda event: None
            self._server.hall.dismiss(self._visitor)
        clear_shared_caches()
        self._server.garbage.add_session(len(self._server.sessions))

    # --- what comes over the line ---

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Keys."""
        if self._driver is not None:
            self._driver.feed(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Another window."""
        self._size = clamped(width, height)
        if self._driver is not None:
            self._driver.resize(width, height)

    def pause_writing(self) -> None:
        """The channel is full."""
        self.stall("channel", True)

    def resume_writing(self) -> None:
        """It goes on."""
        self.stall("channel", False)

    def stall(self, what: str, stalls: bool) -> None:
        """Send nothing for as long as anything on the way takes no more."""
        (self._stalls.add if stalls else self._stalls.discard)(what)
        if self._driver is not None:
            (self._driver.stall if self._stalls else self._driver.flow)()

    def eof_received(self) -> bool:
        """Whoever closes the input leaves."""
        if self._task is not None:
            self.end("")
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone; the app ends, and the seat is kept."""
        self._lost = True
        if self._visitor is not None and self._task is not None and not self._task.done():
            self._visitor.lost = True
            self.end("")
        self._connection.close()

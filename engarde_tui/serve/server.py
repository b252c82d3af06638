"""The SSH server of the hall: who may connect, what a connection may do, and a session for each terminal."""

import asyncio
import contextvars
import logging
import os
import re
import signal
import socket
import stat
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncssh
from textual import filter as textual_filter
from textual._styles_cache import StylesCache

from engarde_tui.problem import Problem
from engarde_tui.serve.app import ColorSystem, HallApp
from engarde_tui.serve.driver import SSHDriver, clamped
from engarde_tui.serve.hall import Hall
from engarde_tui.serve.own_matches import OwnMatches
from engarde_tui.serve.visitor import Visitor
from engine.en_garde.record import write

_LOG: Final = logging.getLogger("engarde.hall")

_KEEPALIVE_SECONDS: Final = 15
_KEEPALIVES: Final = 3
_ATTEMPTS: Final = 12
"""Keys that a client can offer; an agent may hold many."""

_ENDING_SECONDS: Final = 10
"""How long an app may take to end before it is cancelled."""

_FAREWELL_SECONDS: Final = 5
"""How long all sessions may take when the server ends."""

_MOST_WAITING: Final = 64 * 1024
"""Bytes that may wait for a slow line before pictures are left out."""

_WINDOW: Final = 32 * 1024
"""Bytes that a client may send before they are taken."""

_BURST: Final = 512 * 1024
_RATE: Final = 64 * 1024
"""Bytes that may come over a connection at once, and then each second; no honest client needs so many."""

_COLOR_VARIABLES: Final = (b"NO_COLOR", b"COLORTERM")

_COMMAND: Final = re.compile(r"(join) ([A-Za-z0-9-]{1,40})|(record) ([0-9]{1,9})")
_USAGE: Final = "join CODE (with ssh -t), record NUMBER, or nothing to go to the lobby"
_TRUE_COLOR: Final = ("truecolor", "24bit")


@dataclass(frozen=True)
class Limits:
    """How much of everything the hall takes."""

    players: int = 100
    """Sessions at once."""
    per_address: int = 20
    """Connections at once from one address."""
    idle_minutes: float = 120
    """How long somebody may press no key."""
    login_seconds: float = 15
    """How long a login may take, and then again the wish for a terminal."""

    @property
    def connections(self) -> int:
        """Connections at once, those included that have not logged in."""
        return 2 * self.players + 50


class HallServer:
    """One listening socket, and all sessions behind it."""

    def __init__(self, hall: Hall, limits: Limits, host: str, port: int) -> None:
        self.hall = hall
        self.limits = limits
        self.host = host
        self.port = port
        self.sessions: set[Session] = set()
        self.connections: Counter[str] = Counter()
        """How many there are from each address."""
        self.closes = False
        self._listener: asyncssh.SSHAcceptor | None = None

    @property
    def address(self) -> str:
        """What follows a name to get here."""
        host = "HOST" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"{host}{'' if self.port == 22 else f' -p {self.port}'}"

    async def listen(self, key: Path) -> None:
        """Take connections from now on; raises OSError where the port is not to be had."""
        # Textual sets a factory on the loop that all sessions share, for which they are not made.
        asyncio.get_running_loop().set_task_factory = lambda factory: None  # type: ignore[method-assign]
        self._listener = await asyncssh.listen(
            self.host,
            self.port,
            server_factory=partial(Connection, self),
            server_host_keys=[str(key)],
            encoding=None,
            line_editor=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            login_timeout=self.limits.login_seconds,
            keepalive_interval=_KEEPALIVE_SECONDS,
            keepalive_count_max=_KEEPALIVES,
            compression_algs=["zlib@openssh.com", "none"],
            reuse_address=True,
            window=_WINDOW,
        )
        self.port = self._listener.get_port()

    async def close(self) -> None:
        """Tell everybody, give the terminals back, and stop."""
        self.closes = True
        if self._listener is not None:
            self._listener.close()
        tasks = [
            session.end("The hall closes. Every match is saved: come back later.")
            for session in self.sessions
        ]
        if tasks:
            await asyncio.wait(tasks, timeout=_FAREWELL_SECONDS)
        if self._listener is not None:
            await self._listener.wait_closed()


class Connection(asyncssh.SSHServer):
    """A client: lets anybody in, by a key or as a guest, and gives nothing but a session of the game."""

    def __init__(self, server: HallServer) -> None:
        self._server = server
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._counted = False
        self._attempts = 0
        self._key: str | None = None
        """The fingerprint of the key that was offered last, and not taken back by another way in."""
        self._has_session = False
        self.session: Session | None = None
        """What has been asked for, once it has begun."""
        self._allowance = float(_BURST)
        self._heard = 0.0
        self.visitor_key: str | None = None
        """The fingerprint of the key that has been proved."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count it, or close it at once."""
        server = self._server
        self._connection = conn
        self._address = str(conn.get_extra_info("peername", ("?",))[0])
        full = server.connections.total() >= server.limits.connections
        if server.closes or full or server.connections[self._address] >= server.limits.per_address:
            _LOG.warning("event=refused address=%s reason=%s", self._address, "full" if full else "address")
            conn.abort()
            return
        server.connections[self._address] += 1
        self._counted = True
        # Of the line itself asyncssh takes no care: nothing slows it down, whoever sends or does not read.
        # What the kernel has taken cannot be left out any more, so that is not to be much.
        conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MOST_WAITING)
        take = conn.data_received
        conn.data_received = partial(self._count, take)  # type: ignore[method-assign]
        conn.pause_writing = partial(self._stall, True)  # type: ignore[method-assign]
        conn.resume_writing = partial(self._stall, False)  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._connection = None
        if self._counted:
            self._server.connections[self._address] -= 1
            if not self._server.connections[self._address]:
                del self._server.connections[self._address]

    def begin_auth(self, username: str) -> bool:
        """Everybody has to come with a key or without one, by the ways below."""
        return True

    def public_key_auth_supported(self) -> bool:
        """A key makes a member."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do; also asked for keys that are never proved, so nothing is decided here."""
        self._count_attempt()
        self._key = key.get_fingerprint()
        return True

    def password_auth_supported(self) -> bool:
        """There is nothing to type."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Without a key one is a guest, without typing anything."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[Any]]:
        """Ask nothing."""
        self._count_attempt()
        self._key = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """A guest, whatever key was offered before without being proved."""
        self._key = None
        return True

    def auth_completed(self) -> None:
        """Whoever it is by now."""
        self.visitor_key = self._key
        asyncio.get_running_loop().call_later(self._server.limits.login_seconds, self._expect_session)

    def _expect_session(self) -> None:
        if self.session is None and self._connection is not None:
            self._refuse("nothing asked for")

    def _count(self, take: Callable[[bytes], None], data: bytes) -> None:
        """Take what has come, unless it is too much."""
        now = asyncio.get_running_loop().time()
        self._allowance = min(self._allowance + (now - self._heard) * _RATE, _BURST) - len(data)
        self._heard = now
        if self._allowance < 0:
            self._refuse("flood")
        else:
            take(data)

    def _stall(self, stalls: bool) -> None:
        """The line takes no more for now, or takes data again."""
        if self.session is not None:
            self.session.stall("line", stalls)

    def _refuse(self, reason: str) -> None:
        assert self._connection is not None
        _LOG.warning("event=refused address=%s reason=%r", self._address, reason)
        self._connection.abort()

    def _count_attempt(self) -> None:
        self._attempts += 1
        if self._attempts > _ATTEMPTS and self._connection is not None:
            self._refuse("attempts")

    def session_requested(self) -> "Session | bool":
        """One session a connection; no forwarding of any kind is ever asked for here."""
        if self._has_session or self._server.closes:
            return False
        self._has_session = True
        assert self._connection is not None
        return Session(self._server, self, self._connection, self._address)


class Session(asyncssh.SSHServerSession[bytes]):
    """A terminal at the other end, and the app that is shown in it."""

    def __init__(
        self, server: HallServer, connection: Connection, ssh: asyncssh.SSHServerConnection, address: str
    ) -> None:
        self._server = server
        self._connection = connection
        self._ssh = ssh
        self._address = address
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
        chan.set_write_buffer_limits(high=_MOST_WAITING)
        # asyncssh would keep all it is told, without end.
        chan._process_env_request = self._take_variable  # type: ignore[method-assign]

    def _take_variable(self, packet: asyncssh.packet.SSHPacket) -> bool:
        assert self._channel is not None
        name, value = packet.get_string(), packet.get_string()
        if name not in _COLOR_VARIABLES or len(value) > 64:
            return False
        self._channel._env[name] = value
        return True

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
        self._connection.session = self
        word, argument = self._command
        if word == "unknown":
            self._leave(f"This is no command of the hall. There are: {_USAGE}.", 2)
        elif word == "record":
            self._send_record(int(argument))
        elif self._size is None:
            self._leave("The hall needs a terminal: use ssh -t.", 2)
        elif len(self._server.sessions) >= self._server.limits.players:
            self._leave("The hall is full at the moment. Try again later.", 1)
        else:
            self._open(argument)

    def _open(self, code: str) -> None:
        assert self._channel is not None
        try:
            visitor = self._admit()
        except Problem as problem:
            self._leave(f"{problem}.", 1)
            return
        self._visitor = visitor
        server = self._server
        server.sessions.add(self)
        _LOG.info("event=enter player=%s member=%s address=%s", visitor.name, visitor.member, self._address)
        # A context of its own: what a session sets in it must not be seen by any other.
        context = contextvars.Context()
        self._task = asyncio.get_running_loop().create_task(self._run(code), context=context)

    def _admit(self) -> Visitor:
        name = str(self._ssh.get_extra_info("username", ""))
        return self._server.hall.admit(name, self._connection.visitor_key)

    async def _run(self, code: str) -> None:
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
        except Exception:
            _LOG.exception("event=crash player=%s", self._visitor.name)
        finally:
            watch.cancel()
            self._forget()
            self._leave(app.farewell, app.return_code or 0)

    def _make_driver(self, app: HallApp, **options: Any) -> SSHDriver:
        assert self._channel is not None
        self._driver = SSHDriver(app, channel=self._channel, **options)
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
            # From another context: only messages may cross.
            self._app.farewell = words
            self._app.call_later(self._app.exit)
        asyncio.get_running_loop().call_later(_ENDING_SECONDS, self._task.cancel)
        return self._task

    def _send_record(self, id: int) -> None:
        """Write a member's own match, if it is over, to the standard output."""
        try:
            visitor = self._admit()
        except Problem as problem:
            self._leave(f"{problem}.", 1)
            return
        self._server.hall.dismiss(visitor)
        own = OwnMatches(self._server.hall.store, visitor.name)
        try:
            if not visitor.member or id not in own.ids():
                raise Problem(f"you have no match number {id}")
            record = own.record(id)
            if record.match.winner is None:
                raise Problem(f"match {id} is not over yet: its record would show both hands")
        except Problem as problem:
            self._leave(f"{problem}.", 1)
        else:
            assert self._channel is not None
            self._channel.write(write(record).encode())
            self._channel.exit(0)

    def _leave(self, words: str, status: int) -> None:
        """The last words, on the terminal as it was before."""
        channel = self._channel
        if channel is None or self._lost:
            return
        if words:
            end = "\r\n" if self._size is not None else "\n"
            (channel.write if self._size is not None else channel.write_stderr)(f"{words}{end}".encode())
        channel.exit(status)

    def _forget(self) -> None:
        """Nobody is in the hall for this session any more, and nothing is kept of it."""
        if self._visitor is not None:
            _LOG.info("event=leave player=%s lost=%s", self._visitor.name, self._visitor.lost)
            self._visitor.changed = lambda: None
            self._server.hall.dismiss(self._visitor)
        self._server.sessions.discard(self)
        for cache in _CACHES:
            cache()

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
        self._ssh.close()


_CACHES: Final[tuple[Callable[[], None], ...]] = (
    StylesCache.get_inner_outer.cache_clear,
    textual_filter.ANSIToTruecolor.truecolor_style.cache_clear,
)
"""What Textual remembers for all apps, and with it the apps themselves."""


def host_key(folder: Path) -> Path:
    """The key that clients know the server by, made at the first start.

    Raises Problem where it cannot be, or others can read it.
    """
    path = folder / "host_key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            key = asyncssh.generate_private_key("ssh-ed25519")
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(descriptor, "wb") as file:
                file.write(key.export_private_key())
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Problem(f"{path} can be read by others: chmod 600 it, or delete it to have a new one made")
        asyncssh.read_private_key(str(path))
    except OSError as error:
        raise Problem(f"{path} cannot be used: {error.strerror}. Choose another folder with --data") from None
    except (asyncssh.KeyImportError, ValueError):
        raise Problem(f"{path} is no SSH key: delete it to have a new one made") from None
    return path


async def run(server: HallServer, folder: Path) -> None:
    """Serve until the process is told to end; raises Problem where it cannot begin."""
    key = host_key(folder)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    try:
        await server.listen(key)
    except OSError as error:
        raise Problem(f"cannot listen on {server.host} port {server.port}: {error.strerror}") from None
    fingerprint = asyncssh.read_private_key(str(key)).get_fingerprint()
    _LOG.info("event=open host=%s port=%d key=%s", server.host, server.port, fingerprint)
    await stop.wait()
    _LOG.info("event=close sessions=%d", len(server.sessions))
    await server.close()
    server.hall.close()

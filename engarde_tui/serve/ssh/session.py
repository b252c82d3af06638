"""An SSH session: a remote terminal and the app shown in it."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import asyncssh

from engarde_tui.language import TRANSLATOR, Translator, chosen_language, language_of, put, told, tr
from engarde_tui.lines.face import LineFace
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import sentence
from engarde_tui.serve.answers import record_for, sealed, turns_of
from engarde_tui.serve.app import CRASHED, HallApp
from engarde_tui.serve.hall.events import SentAway, VisitorEvent
from engarde_tui.serve.hall.network import network
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.settings import settings_of
from engarde_tui.serve.ssh import mine
from engarde_tui.serve.ssh.driver import SSHDriver, clamped
from engarde_tui.serve.ssh.lines import ChannelLines
from engarde_tui.serve.ssh.locales import locale_of, typed_encoding
from engarde_tui.serve.ssh.requests import NO_KEYBOARD, Requests
from engarde_tui.serve.ssh.server import HallServer
from engarde_tui.serve.ssh.turns import Lane
from engarde_tui.serve.terminals import colors_of, is_ascii_only
from engarde_tui.settings.entries import Settings
from engarde_tui.terminal.ascii import in_ascii
from engarde_tui.terminal.encoding import UTF_8
from engarde_tui.terminal.textual_private import clear_shared_caches, dismantle
from engine.message import Message, message

_LOG: Final = logging.getLogger("engarde.hall")

_EXIT_SECONDS: Final = 10
"""Seconds an app may take to end before it is cancelled."""


class Session(Requests):
    """A remote terminal and the app shown in it."""

    def __init__(
        self,
        server: HallServer,
        connection: asyncssh.SSHServerConnection,
        address: str,
        lane: Lane,
        key: str | None,
        why_guest: Message | None,
        on_start: Callable[[], None],
    ) -> None:
        """`lane` is where the app waits for its turns; `key` and `why_guest` are as in `Hall.admit`.

        `on_start` is called when the session starts.
        """
        super().__init__(lambda reason: server.refused(address, reason))
        self._server = server
        self._connection = connection
        self._address = address
        self._lane = lane
        self._key = key
        self._why_guest = why_guest
        self._on_start = on_start
        self._translator = Translator()
        """Speaks the visitor's language."""
        self._size: tuple[int, int] | None = None
        self._term = ""
        self._driver: SSHDriver | ChannelLines | None = None
        """What takes input; of a session that will be in lines from its start on, as all may come at once."""
        self._app: HallApp | None = None
        self._task: asyncio.Task[None] | None = None
        self._visitor: Visitor | None = None
        self._lost = False
        self._is_waiting = False
        """Whether the app waits for its start."""
        self._ending: tuple[str, int] | None = None
        """The last words and the exit status of a session that ends before its app has begun."""
        self._has_input = False
        """Whether the client has sent any input."""
        self._stalls: set[str] = set()
        """What is full at the moment: "connection", "channel"."""

    # --- requests ---

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Accept any terminal."""
        self._term = term_type[:64]
        self._size = clamped(term_size[0] or 80, term_size[1] or 24)
        return True

    # --- the session ---

    def session_started(self) -> None:
        """Run the requested command, or show the lobby."""
        self._on_start()
        self._translator.language = language_of(self._environment)
        if self._why_lines():
            self._driver = self._lines()
        # Textual keeps the active app in the context, so each session has its own.
        context = self._lane.new_context()
        context.run(TRANSLATOR.set, self._translator)
        self._task = asyncio.get_running_loop().create_task(self._answer(), context=context)

    async def _answer(self) -> None:
        try:
            await self._start(*self._command)
        except Problem as problem:
            self._exit([sentence(told(problem))], self._failed)
        except Exception:
            self._log_crash()
            self._ending = put(CRASHED), self._failed
            self._finish()

    @property
    def _failed(self) -> int:
        """The exit status of a command that fails: for `mine`, 1 is an answer."""
        return mine.NO_ANSWER if self._command[0] == "mine" else 1

    async def _start(self, word: str, argument: str) -> None:
        """Run a command; raises Problem if it fails."""
        if word == "unknown":
            usage = tr(
                "Unknown command. The hall knows: join CODE, plain, key CODE, record NUMBER,"
                " daily [DAY], mine [--json], or nothing to go to the lobby."
            )
            self._exit([usage], 2)
        elif word == "record":
            self._send(record_for(self._server.hall, self._identify(), int(argument)))
        elif word == "daily":
            self._send(sealed(self._server.hall, argument.strip()))
        elif word == "mine":
            text, status = turns_of(self._server.hall, self._identify(), as_json=bool(argument))
            # A terminal at the other end takes lines as they are.
            self._send(text if self._size is None else text.replace("\n", "\r\n"), status)
        elif word == "key":
            self._add_key(argument)
        elif not self._server.make_room(is_member=self.is_member):
            self._refuse("players")
            self._exit([tr("The hall is full at the moment. Try again later.")], 1)
        else:
            await self._open(argument if word == "join" else "")

    async def _open(self, code: str) -> None:
        # Before anything is waited for: others may not take the same place.
        self._server.sessions.add(self)
        try:
            visitor = self._visitor = self._admit()
        except BaseException:
            self._server.sessions.discard(self)
            raise
        self._server.hall.bus.subscribe(visitor.topic, self._hear)
        _LOG.info("event=enter player=%s member=%s address=%s", visitor.name, visitor.member, self._address)
        if self._lost:
            # While the visitor was let in.
            visitor.lost, self._ending = True, ("", 0)
        await self._run(code)

    def _admit(self) -> Visitor:
        return self._server.hall.admit(self._login, self._key, network(self._address), self._why_guest)

    def _identify(self) -> Visitor:
        hall = self._server.hall
        visitor = hall.door.identify(self._login, self._key, network(self._address))
        self._speak_as(settings_of(visitor, hall.register).settings)
        return visitor

    def _speak_as(self, settings: Settings) -> None:
        """Speak the language that a visitor has chosen; else go on in that of the environment."""
        self._translator.language = chosen_language(settings.language, self._environment)

    @property
    def is_member(self) -> bool:
        """Whether the visitor has come with a key that can own the name."""
        return self._key is not None and self._why_guest is None

    @property
    def is_ending(self) -> bool:
        """Whether the app is about to close."""
        return self._ending is not None

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last input; 0 as long as the app has not begun."""
        return 0.0 if self._driver is None else asyncio.get_running_loop().time() - self._driver.last_input

    @property
    def _login(self) -> str:
        return str(self._connection.get_extra_info("username", ""))

    async def _run(self, code: str) -> None:
        try:
            await self._show(code)
        except Exception:
            if self._app is None:
                self._log_crash()
            else:
                self._app.report_crash()
        finally:
            self._lane.end_all()
            self._finish()

    async def _show(self, code: str) -> None:
        """Run the app until it ends."""
        assert self._visitor is not None
        self._is_waiting = self._ending is None
        self._lane.is_coming = True
        end_start = await self._lane.turn()
        self._is_waiting = False
        if self._ending is not None:
            return

        def start() -> None:
            self._lane.is_coming = False
            end_start()

        app = self._app = HallApp(
            self._server.hall,
            self._visitor,
            colors_of(self._term, self._environment),
            self._make_driver,
            code,
            ascii_only=is_ascii_only(self._term, self._environment),
            term=self._term,
            environment=self._environment,
            address=self._server.address,
            on_start=start,
            turn=partial(self._lane.ask, is_repaint=True),
        )
        self._speak_as(app.settings)
        watch = asyncio.get_running_loop().create_task(self._watch_idleness())
        try:
            if why := self._why_lines(is_chosen=app.settings.lines):
                await self._run_in_lines(app, why)
            else:
                await app.run_async(size=self._size, mouse=app.settings.mouse)
        finally:
            watch.cancel()

    def _why_lines(self, *, is_chosen: bool = False) -> str:
        """Return why the session is in lines, and how to get the full screen; "" if it is not."""
        if self._command[0] not in ("", "join", "plain"):
            return ""
        if self._command[0] == "plain":
            return tr("This is the line mode. Connect without plain for the full screen.")
        if self._size is None:
            return tr("This is the line mode, as your client brings no terminal (use ssh -t for one).")
        if self._term == "dumb":
            return tr("This is the line mode, as the terminal draws nothing (TERM=dumb).")
        if is_chosen:
            return tr("This is the line mode, as your settings say. To change that, type settings.")
        return ""

    def _lines(self) -> ChannelLines:
        assert self._channel is not None
        return ChannelLines(self._channel, self._lane, self._encoded, self._encoding, size=self._size)

    async def _run_in_lines(self, app: HallApp, why: str) -> None:
        lines = self._driver if isinstance(self._driver, ChannelLines) else self._lines()
        self._driver = lines
        if self._stalls:
            lines.stall()
        try:
            await LineFace(app, lines).run(why)
        finally:
            lines.release()

    def _finish(self) -> None:
        """Leave the hall and exit with the app's parting words, or those for a crash if there is no app."""
        word, status = self._ending or (put(CRASHED), 1)
        words = [word] if word else []
        try:
            self._clean_up()
            if self._app is not None:
                words, status = self._app.parting_words, self._app.return_code or 0
        except Exception:
            self._log_crash()
        self._exit(words, status)
        if self._app is not None:
            dismantle(self._app)
            self._app = self._driver = None

    def _log_crash(self) -> None:
        name = "" if self._visitor is None else self._visitor.name
        _LOG.exception("event=crash player=%s address=%s", name, self._address)

    def _make_driver(self, app: HallApp, **options: Any) -> SSHDriver:
        assert self._channel is not None
        # The window may have been resized since the app started.
        self._driver = SSHDriver(
            app,
            channel=self._channel,
            lane=self._lane,
            encoding=self._encoding,
            on_answer=self._server.figures.key_answered,
            **{**options, "size": self._size},
        )
        if self._stalls:
            self._driver.stall()
        return self._driver

    @property
    def _environment(self) -> Mapping[str, str]:
        """What the client has told of its environment."""
        return {} if self._channel is None else self._channel.get_environment()

    @property
    def _encoding(self) -> str:
        """The encoding of the input, by the locale, unless the visitor has chosen what is beyond it."""
        has_more = self._app is not None and not self._app.is_ascii
        return UTF_8 if has_more else typed_encoding(locale_of(self._environment))

    async def _watch_idleness(self) -> None:
        limit = self._server.limits.idle_minutes * 60
        while True:
            idle = self.idle_seconds
            if idle >= limit:
                self.end(message("Disconnected after a long time without a key. Every match is saved."))
                return
            await asyncio.sleep(limit - idle)

    def end(self, words: Message | None, status: int = 0) -> "asyncio.Task[None]":
        """Close the app, and say `words` to the visitor; cancel it after `_EXIT_SECONDS`. Return its task.

        A start that still waits is cancelled at once.
        """
        assert self._task is not None
        last_words = self._put(words)
        self._ending = last_words, status
        if self._is_waiting:
            self._task.cancel()
        if self._app is not None:
            self._app.farewell = last_words
            # The caller runs in another context, so the exit goes through a message.
            self._app.call_later(self._app.exit, None, status)
        cancelling = asyncio.get_running_loop().call_later(_EXIT_SECONDS, self._task.cancel)
        # A pending timer would keep the app in memory.
        self._task.add_done_callback(lambda _: cancelling.cancel())
        return self._task

    def _put(self, words: Message | None) -> str:
        """Return words in the visitor's language, in whatever context; "" if there are none."""
        if words is None:
            return ""
        before = TRANSLATOR.set(self._translator)
        try:
            return sentence(put(words))
        finally:
            TRANSLATOR.reset(before)

    def _hear(self, event: VisitorEvent) -> None:
        if isinstance(event, SentAway) and self._task is not None:
            self.end(event.why)

    def _add_key(self, code: str) -> None:
        """Let the visitor's key own the name that a code was shown for; raises Problem if it cannot."""
        visitor = self._identify()
        name = self._server.hall.own_keys.enter_only_code(visitor, code)
        self._exit([tr("Your key now owns the name {name}: connect as {name}.", name=name)], 0)

    def _send(self, text: str, status: int = 0) -> None:
        """Write text to stdout as it is, and exit."""
        assert self._channel is not None
        self._channel.write(self._encoded(text))
        self._channel.exit(status)

    def _encoded(self, text: str) -> bytes:
        is_ascii = is_ascii_only(self._term, self._environment) if self._app is None else self._app.is_ascii
        return in_ascii(text).encode("ascii", "replace") if is_ascii else text.encode()

    def _exit(self, lines: list[str], status: int) -> None:
        """Write the last lines to the restored terminal, and exit."""
        channel = self._channel
        if channel is None or self._lost:
            return
        end = "\r\n" if self._size is not None else "\n"
        for line in lines:
            write = channel.write if self._size is not None else channel.write_stderr
            write(self._encoded(f"{line}{end}"))
        channel.exit(status)

    def _clean_up(self) -> None:
        """Remove the visitor from the hall, and release the session's memory."""
        assert self._task is not None
        self._server.sessions.discard(self)
        self._server.departing.add(self._task)
        try:
            if self._visitor is not None:
                _LOG.info("event=leave player=%s lost=%s", self._visitor.name, self._visitor.lost)
                self._server.hall.bus.unsubscribe(self._visitor.topic, self._hear)
                self._server.hall.dismiss(self._visitor)
        finally:
            self._server.departing.discard(self._task)
        clear_shared_caches()

    # --- input and stalls ---

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass input to the driver."""
        self._has_input = True
        if self._driver is not None:
            self._driver.feed(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Store the new size, and pass it to the driver."""
        self._size = clamped(width, height)
        if self._driver is not None:
            self._driver.resize(*self._size)

    def pause_writing(self) -> None:
        """Stop sending: the channel is full."""
        self.stall("channel", True)

    def resume_writing(self) -> None:
        """Send again: the channel has room."""
        self.stall("channel", False)

    def stall(self, what: str, stalled: bool) -> None:
        """Note whether the connection or the channel is full; send nothing while either is."""
        (self._stalls.add if stalled else self._stalls.discard)(what)
        if self._driver is not None:
            (self._driver.stall if self._stalls else self._driver.flow)()

    def eof_received(self) -> bool:
        """Leave when the client closes its input; say so if there was none, as without a keyboard."""
        if isinstance(self._driver, ChannelLines):
            self._driver.end_input()
        elif self._task is not None and self._has_input:
            self.end(None)
        elif self._task is not None:
            self.end(NO_KEYBOARD, 2)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End the app; the visitor's seat is kept."""
        self._lost = True
        if self._visitor is not None and self._task is not None and not self._task.done():
            self._visitor.lost = True
            self.end(None)
        self._connection.close()

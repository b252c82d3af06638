"""The process of one visitor: the program with a lobby as its menu, on a terminal or pipes of its own."""

import asyncio
import ctypes
import fcntl
import json
import logging
import os
import resource
import signal
import socket
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from engarde_tui.language import TRANSLATOR, Translator, chosen_language, language_of, put, told, tr
from engarde_tui.lines.run import talk_in_lines
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import sentence
from engarde_tui.serve import mine
from engarde_tui.serve.answers import record_for, sealed, turns_of
from engarde_tui.serve.app import CRASHED, LOST, HallApp
from engarde_tui.serve.hall.events import ALERTS, Alert, SentAway, VisitorEvent
from engarde_tui.serve.hall.following import keep_following
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.register import Register, shared_database
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.hall.stored_words import restored
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.locales import locale_of, typed_encoding
from engarde_tui.serve.nursery import packet_from
from engarde_tui.serve.settings import settings_of
from engarde_tui.serve.terminals import colors_of, is_ascii_only
from engarde_tui.settings.entries import Settings
from engarde_tui.terminal.ascii import in_ascii
from engarde_tui.terminal.encoding import UTF_8

_LOG: Final = logging.getLogger("engarde.hall")

_NICER: Final = 5
"""How far visitors stand below the door in priority; those of a network that has many, twice as far."""

_MANY: Final = 4
"""Visitors whom a network has here before the next one gives way to others' first."""

_MEMORY: Final = 1 << 30
"""Bytes that a visitor's process may take beyond what it shares."""

_FILES: Final = 64
"""Files that it may have open."""

_PR_SET_DUMPABLE: Final = 4
_PR_SET_NO_NEW_PRIVS: Final = 38

_INTERRUPTED: Final = 128 + signal.SIGINT


def run(request: Mapping[str, Any], files: Sequence[int]) -> int:
    """Run one visit with the files that have come with it: the terminal or three pipes, and the bell."""
    *streams, bell = files
    try:
        _take_streams(streams, request)
    except OSError:
        # A client that has hung up meanwhile has taken its terminal along.
        return LOST
    _be_harmless(_NICER if request["neighbours"] < _MANY else 2 * _NICER)
    translator = Translator(language_of(os.environ), names_zone=True)
    TRANSLATOR.set(translator)
    with socket.socket(fileno=bell) as line:
        visit = _Visit(request, line, translator)
        status = asyncio.run(visit.run())
        visit.tell_status(status)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    return status


def _take_streams(streams: Sequence[int], request: Mapping[str, Any]) -> None:
    """Let the streams be the standard ones, and a terminal the controlling one; take its environment."""
    os.setsid()
    if request["size"] is not None:
        fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
        streams = [streams[0]] * 2
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
    for descriptor in {*streams}:
        os.close(descriptor)
    kept = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
    os.environ.clear()
    os.environ.update({**kept, **request["environment"], "SSH_CONNECTION": request["address"]})
    if request["term"]:
        os.environ["TERM"] = request["term"]
    time.tzset()
    encoding = typed_encoding(locale_of(os.environ))
    sys.stdin = open(0, encoding=encoding, errors="replace", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding=UTF_8, errors="replace", closefd=False)  # noqa: SIM115
    # Textual writes to these.
    vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout)


def _be_harmless(niceness: int) -> None:
    """Give up what no visit needs, so that whoever breaks it gains nothing."""
    os.nice(niceness)
    for kind, most in (
        (resource.RLIMIT_DATA, _MEMORY),
        (resource.RLIMIT_NOFILE, _FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


class _Visit:
    """One visit, from coming in to leaving."""

    def __init__(self, request: Mapping[str, Any], bell: socket.socket, translator: Translator) -> None:
        self._request = request
        self._bell = bell
        self._translator = translator
        self._command: tuple[str, str] = tuple(request["command"])
        self._hall: Hall
        self._register: Register
        self._app: HallApp | None = None
        self._visitor: Visitor | None = None
        self._attended = b""
        """What the door was told last of the matches in sight."""
        self._ending: tuple[str, int] | None = None
        """The last words and the exit status of a visit that is to end."""

    async def run(self) -> int:
        """Do what the visitor has come for; return the exit status."""
        try:
            return await self._answer(*self._command)
        except Problem as problem:
            return self._exit([sentence(told(problem))], self._failed)
        except Exception:
            self._log_crash()
            return self._exit([put(CRASHED)], self._failed)

    def tell_status(self, status: int) -> None:
        """Tell the door the exit status: the nursery may have died."""
        self._tell_door(json.dumps({"status": status}).encode())

    @property
    def _failed(self) -> int:
        """The exit status of a command that fails: for `mine`, 1 is an answer."""
        return mine.NO_ANSWER if self._command[0] == "mine" else 1

    async def _answer(self, word: str, argument: str) -> int:
        """Run a command; raises Problem if it fails."""
        if self._request["refusal"]:
            return self._exit([sentence(put(restored(self._request["refusal"])))], 1)
        if word == "unknown":
            usage = tr(
                "Unknown command. The hall knows: join CODE, plain, key CODE, record NUMBER,"
                " daily [DAY], mine [--json], or nothing to go to the lobby."
            )
            return self._exit([usage], 2)
        with with_register():
            self._open_hall()
        try:
            match word:
                case "record":
                    return self._send(record_for(self._hall, self._identify(), int(argument)))
                case "daily":
                    return self._send(sealed(self._hall, argument.strip()))
                case "mine":
                    return self._send(*turns_of(self._hall, self._identify(), as_json=bool(argument)))
                case "key":
                    return self._add_key(argument)
            return await self._open(argument if word == "join" else "")
        finally:
            if self._hall.refusals:
                self._tell_door(json.dumps({"refused": self._hall.refusals}).encode())
            self._register.database.close()

    def _open_hall(self) -> None:
        """Open the hall's database, as one of the hall's processes; raises Problem if it cannot be used."""
        request, folder = self._request, Path(self._request["folder"])
        database = shared_database(folder, request["database"])
        if isinstance(database, SharedFile):
            database.ring = self._ring
        self._register = Register(folder, database=database, names_days=request["names_days"])
        visit = request["worker"], request["number"]
        self._hall = Hall(self._register, machine=request["machine"], visit=visit, **request["hall"])
        if request["has_program"]:
            self._hall.bus.subscribe(ALERTS, self._tell_alert)

    def _ring(self) -> None:
        """Let the others look at what has changed."""
        self._tell_door(b"!")

    def _attend(self) -> None:
        """Tell the door which matches are in sight."""
        assert self._visitor is not None
        packet = json.dumps({"attends": self._hall.attended(self._visitor)}).encode()
        if packet != self._attended and self._tell_door(packet):
            self._attended = packet

    def _tell_alert(self, alert: Alert) -> None:
        """Let the keeper tell the operator's program."""
        self._tell_door(json.dumps({"alert": asdict(alert)}).encode())

    def _tell_door(self, packet: bytes) -> bool:
        with suppress(OSError):
            return bool(self._bell.send(packet, socket.MSG_DONTWAIT))
        return False

    def _hear(self) -> None:
        """Look at what others have changed, or do what the door says."""
        packet = packet_from(self._bell)
        if packet is None:
            return
        if packet:
            self._obey(**json.loads(packet))
        else:
            # The door is gone, and with it the line.
            asyncio.get_running_loop().remove_reader(self._bell)
            self._end("", LOST)

    def _obey(
        self,
        news: Sequence[str] = (),
        closing: str | None = None,
        announced: str = "",
        words: str | None = None,
        status: int = 0,
    ) -> None:
        """Hear news, what the keeper announces, or whether and why the hall is closing; or end the visit."""
        if news:
            self._hall.workers.hear(news)
        elif announced:
            self._hall.notices.tell(restored(announced))
        elif words is not None:
            self._end(sentence(put(restored(words))) if words else "", status)
        else:
            self._hall.closing = restored(closing) if closing else None

    def _end(self, words: str, status: int) -> None:
        """Close the app, and say `words` to the visitor."""
        self._ending = words, status
        if self._app is not None:
            self._app.farewell = words
            self._app.call_later(self._app.exit, None, status)

    # --- the lobby ---

    async def _open(self, code: str) -> int:
        """Come in, and stay until the visit ends; raises Problem if the visitor is refused."""
        who, hall = self._request, self._hall
        why = restored(who["why_guest"]) if who["why_guest"] else None
        visitor = self._visitor = hall.admit(who["login"], who["key"], who["network"], why)
        if who["closing"]:
            hall.closing = restored(who["closing"])
        hall.bus.subscribe(visitor.topic, self._hear_hall)
        _LOG.info("event=enter player=%s member=%s address=%s", visitor.name, visitor.member, who["address"])
        loop = asyncio.get_running_loop()
        loop.add_reader(self._bell, self._hear)
        hall.workers.on_move = self._attend
        self._attend()
        following = loop.create_task(keep_following(hall))
        words, status = [put(CRASHED)], 1
        try:
            app = await self._show(visitor, code)
            words, status = app.parting_words, app.return_code or 0
            if status == _INTERRUPTED:
                # Ctrl+C ends lines as an end of the input does.
                status = 0
        except Exception:
            self._log_crash()
        finally:
            following.cancel()
            loop.remove_reader(self._bell)
            _LOG.info("event=leave player=%s lost=%s", visitor.name, visitor.lost)
            hall.dismiss(visitor)
            for table in hall.tables.all:
                table.match.close()
        return self._exit([] if visitor.lost else words, status)

    def _hear_hall(self, event: VisitorEvent) -> None:
        if isinstance(event, SentAway):
            self._end(sentence(put(event.why)), 0)

    async def _show(self, visitor: Visitor, code: str) -> HallApp:
        """Run the app until it ends."""
        environment = os.environ
        app = self._app = HallApp(
            self._hall,
            visitor,
            colors_of(self._request["term"], environment),
            None,
            code,
            ascii_only=is_ascii_only(self._request["term"], environment),
            term=self._request["term"],
            environment={**environment},
            address=self._request["hall_address"],
        )
        self._speak_as(app.settings)
        if not app.is_ascii and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding=UTF_8)
        if why := self._why_lines(is_chosen=app.settings.lines):
            await talk_in_lines(app, why, None)
        else:
            await app.run_async(mouse=app.settings.mouse)
        return app

    def _why_lines(self, *, is_chosen: bool) -> str:
        """Return why the session is in lines, and how to get the full screen; "" if it is not."""
        if self._command[0] == "plain":
            return tr("This is the line mode. Connect without plain for the full screen.")
        if self._request["size"] is None:
            return tr("This is the line mode, as your client brings no terminal (use ssh -t for one).")
        if self._request["term"] == "dumb":
            return tr("This is the line mode, as the terminal draws nothing (TERM=dumb).")
        if is_chosen:
            return tr("This is the line mode, as your settings say. To change that, type settings.")
        return ""

    def _speak_as(self, settings: Settings) -> None:
        """Speak the language that a visitor has chosen; else go on in that of the environment."""
        self._translator.language = chosen_language(settings.language, os.environ)

    # --- commands ---

    def _identify(self) -> Visitor:
        who, hall = self._request, self._hall
        visitor = hall.admission.identify(who["login"], who["key"], who["network"])
        self._speak_as(settings_of(visitor, hall.register).settings)
        return visitor

    def _add_key(self, code: str) -> int:
        """Let the visitor's key own the name that a code was shown for; raises Problem if it cannot."""
        name = self._hall.own_keys.enter_only_code(self._identify(), code)
        return self._exit([tr("Your key now owns the name {name}: connect as {name}.", name=name)], 0)

    def _send(self, text: str, status: int = 0) -> int:
        """Write text to standard output as it is; return the exit status."""
        _write(1, self._encoded(text))
        return status

    def _exit(self, lines: Sequence[str], status: int) -> int:
        """Write the last lines to the restored terminal, or as errors; return the exit status."""
        where = 2 if self._request["size"] is None else 1
        for line in lines:
            _write(where, self._encoded(f"{line}\n"))
        return status

    def _encoded(self, text: str) -> bytes:
        is_ascii = (
            is_ascii_only(self._request["term"], os.environ) if self._app is None else self._app.is_ascii
        )
        return in_ascii(text).encode("ascii", "replace") if is_ascii else text.encode()

    def _log_crash(self) -> None:
        name = "" if self._visitor is None else self._visitor.name
        _LOG.exception("event=crash player=%s address=%s", name, self._request["address"])


def _write(descriptor: int, data: bytes) -> None:
    """Write all of it, unless the line is lost."""
    os.set_blocking(descriptor, True)
    with suppress(OSError):
        while data:
            data = data[os.write(descriptor, data) :]

"""A bot that is another program, written in any language: one line of JSON per message (docs/bots.md)."""

import json
import os
import select
import shlex
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import asdict
from random import Random
from time import monotonic
from typing import IO, Any, Final, NoReturn

from engine.bots.bot import Bot, ForfeitError
from engine.en_garde.actions import Action, parse_action
from engine.en_garde.view import RoundView

TIME_LIMIT: Final = 10.0
"""Seconds in which a program has to answer."""

PROTOCOL: Final = 1

_LONGEST_ANSWER: Final = 10_000
"""Bytes; an action is one word."""

Message = dict[str, Any]


class Program(Bot):
    """Starts the program when it is first asked, and anew after it has failed."""

    def __init__(self, command: str, time_limit: float = TIME_LIMIT) -> None:
        """Raises ValueError where `command` is no command line."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{command!r} is not a command: {error}") from None
        if not self._words:
            raise ValueError("bot: needs a level or a command after it")
        self._time_limit = time_limit
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None
        self._unread = b""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Ask the program; a seed for its own chance comes with the question."""
        if self._process is None:
            self._start()
        self._send({"type": "view", "score": score, "seed": source.getrandbits(32), **message_of(view)})
        word = self._receive("action").get("action")
        if isinstance(word, str):
            with suppress(ValueError):
                action = parse_action(word)
                if action in view.legal:
                    return action
        self._fail(f"answered {_quote(word)}, which is not one of its legal actions")

    def finish(self, view: RoundView) -> None:
        """Tell the program, where it is running."""
        if self._process is not None and view.result is not None:
            winner, reason = view.result
            result = {"winner": None if winner is None else winner.label, "reason": reason.value}
            with suppress(ForfeitError):
                self._send({"type": "result", **result, **message_of(view)})

    def close(self) -> None:
        """End the program, and whatever it has started."""
        process, self._process, self._unread = self._process, None, b""
        if process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for stream in (process.stdin, process.stdout):
                assert stream is not None
                with suppress(OSError):
                    stream.close()
        if self._complaints is not None:
            self._complaints.close()
            self._complaints = None

    def _start(self) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                # Keys like ctrl+c are for the players, and a program's children go with it.
                start_new_session=True,
            )
        except OSError as error:
            self._fail(f"cannot be started: {error.strerror or error}")
        self._send({"type": "hello", "game": "en-garde", "protocol": PROTOCOL})
        self._receive("hello")

    def _send(self, message: Message) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            self._fail_crashed()

    def _receive(self, kind: str) -> Message:
        line = self._line()
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict) or message.get("type") != kind:
            self._fail(f"answered {_quote(line.decode(errors='replace'))} instead of a message {kind!r}")
        return message

    def _line(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        end = monotonic() + self._time_limit
        while b"\n" not in self._unread:
            if len(self._unread) > _LONGEST_ANSWER:
                self._fail(f"wrote more than {_LONGEST_ANSWER} bytes without an end of line")
            ready, _, _ = select.select([output], [], [], max(end - monotonic(), 0))
            if not ready:
                self._fail(f"has not answered within {self._time_limit:g} seconds")
            some = os.read(output, 4096)
            if not some:
                self._fail_crashed()
            self._unread += some
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _fail_crashed(self) -> NoReturn:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with exit status {code}"
        self._fail(f"{how}{self._last_words()}")

    def _last_words(self) -> str:
        assert self._complaints is not None
        self._complaints.seek(0)
        lines = self._complaints.read()[-1000:].decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {_quote(last)}" if last else ""

    def _fail(self, what: str) -> NoReturn:
        self.close()
        raise ForfeitError(what)


def message_of(view: RoundView) -> Message:
    """A view as programs read it: plain words and numbers, actions in the notation."""
    seat = view.seat
    assert seat is not None
    return {
        "seat": seat.label,
        "first": view.first.label,
        "rules": asdict(view.rules),
        "phase": view.phase.value,
        "positions": view.positions,
        "distance": view.distance,
        "hand": view.hand,
        "other_hand": view.hands[seat.other],
        "hand_sizes": view.hand_sizes,
        "pile": view.pile,
        "discard": view.discard,
        "attack": None if view.attack is None else str(view.attack),
        "plays": [[player.label, str(action)] for player, action in view.plays],
        "legal": [str(action) for action in view.legal],
    }


def _quote(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text if len(text) <= 60 else text[:60] + "…")

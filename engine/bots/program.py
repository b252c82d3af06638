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
from threading import Lock
from time import monotonic
from typing import Any, Final

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
    """Starts the program when it is first asked, and anew after it has failed or was closed.

    `close` may be called by another thread while `choose` waits: the question then ends in a ForfeitError.
    """

    def __init__(self, command: str, time_limit: float = TIME_LIMIT) -> None:
        """Raises ValueError where `command` is no command line."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{command!r} is not a command: {error}") from None
        if not self._words:
            raise ValueError("bot: needs a level or a command after it")
        self._time_limit = time_limit
        self._process: _Process | None = None
        self._closings = 0
        self._lock = Lock()

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Ask the program; a seed for its own chance comes with the question."""
        question = {"type": "view", "score": score, "seed": source.getrandbits(32), **message_of(view)}
        process = self._process
        try:
            if process is None:
                process = self._start()
                process.ask({"type": "hello", "game": "en-garde", "protocol": PROTOCOL}, "hello")
            word = process.ask(question, "action").get("action")
            if isinstance(word, str):
                with suppress(ValueError):
                    action = parse_action(word)
                    if action in view.legal:
                        return action
            raise ForfeitError(f"answered {_quote(word)}, which is not one of its legal actions")
        except ForfeitError:
            if process is not None:
                process.end()
                with self._lock:
                    if self._process is process:
                        self._process = None
            raise

    def _start(self) -> "_Process":
        closings = self._closings
        process = _Process(self._words, self._time_limit)
        with self._lock:
            if self._closings == closings:
                self._process = process
                return process
        # Whoever asked does not want to know any more.
        process.end()
        raise ForfeitError("was ended")

    def finish(self, view: RoundView) -> None:
        """Tell the program, where it is running."""
        if self._process is not None and view.result is not None:
            winner, reason = view.result
            result = {"winner": None if winner is None else winner.label, "reason": reason.value}
            try:
                self._process.tell({"type": "result", **result, **message_of(view)})
            except ForfeitError:
                self.close()

    def close(self) -> None:
        """End the program, and whatever it has started."""
        with self._lock:
            process, self._process = self._process, None
            self._closings += 1
        if process is not None:
            process.end()


class _Process:
    """A program that is running."""

    def __init__(self, words: list[str], time_limit: float) -> None:
        self._time_limit = time_limit
        self._unread = b""
        try:
            self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                # Keys like ctrl+c are for the players, and a program's children go with it.
                start_new_session=True,
            )
            assert self._process.stdin is not None
            os.set_blocking(self._process.stdin.fileno(), False)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            raise ForfeitError(f"cannot be started: {why or error}") from None

    def tell(self, message: Message, time_limit: float = 0.0) -> None:
        """Write a line; raises ForfeitError where nobody reads it within the time limit, in seconds."""
        assert self._process.stdin is not None
        unwritten, end = json.dumps(message).encode() + b"\n", monotonic() + time_limit
        try:
            pipe = self._process.stdin.fileno()
            while unwritten:
                _, ready, _ = select.select([], [pipe], [], max(end - monotonic(), 0))
                if not ready:
                    raise ForfeitError("does not read what it is told")
                unwritten = unwritten[os.write(pipe, unwritten) :]
        except (OSError, ValueError):
            raise ForfeitError("has closed its input") from None

    def ask(self, message: Message, kind: str) -> Message:
        """Write a line and read the answer, a message of that kind; raises ForfeitError for any other."""
        try:
            self.tell(message, self._time_limit)
        except ForfeitError:
            if self._process.poll() is None:
                raise
            # How it ended says more than that it does not listen.
            raise self._crashed() from None
        line = self._line()
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or answer.get("type") != kind:
            text = _quote(line.decode(errors="replace"))
            raise ForfeitError(f"answered {text} instead of a message {kind!r}")
        return answer

    def end(self) -> None:
        """Kill it, and whatever it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for stream in (self._process.stdin, self._process.stdout, self._complaints):
            assert stream is not None
            with suppress(OSError):
                stream.close()
        # One that runs as another user cannot be killed; it sees its input end.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        end = monotonic() + self._time_limit
        while b"\n" not in self._unread:
            if len(self._unread) > _LONGEST_ANSWER:
                raise ForfeitError(f"wrote more than {_LONGEST_ANSWER} bytes without an end of line")
            try:
                output = self._process.stdout.fileno()
                ready, _, _ = select.select([output], [], [], max(end - monotonic(), 0))
                some = os.read(output, 4096) if ready else b""
            except (OSError, ValueError):
                raise self._crashed() from None
            if not ready:
                raise ForfeitError(f"has not answered within {self._time_limit:g} seconds")
            if not some:
                raise self._crashed()
            self._unread += some
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _crashed(self) -> ForfeitError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with exit status {code}"
        return ForfeitError(f"{how}{self._last_words()}")

    def _last_words(self) -> str:
        """The last line of its standard error, after a colon; nothing where there is none."""
        try:
            self._complaints.seek(-min(self._complaints.seek(0, os.SEEK_END), 1000), os.SEEK_END)
            said = self._complaints.read()
        except (OSError, ValueError):
            return ""
        lines = said.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {_quote(last)}" if last else ""


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

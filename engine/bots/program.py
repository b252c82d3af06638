"""A bot that is another program, written in any language: one line of JSON per message (docs/bots.md)."""

import json
import os
import select
import shlex
import signal
import subprocess
from contextlib import suppress
from random import Random
from socket import socket, socketpair
from threading import Lock
from time import monotonic
from typing import IO, Any, Final

from engine.bots.bot import Bot, ForfeitError
from engine.game import Game, View

TIME_LIMIT: Final = 10.0
"""Seconds in which a program has to answer."""

PROTOCOL: Final = 1

_LONGEST_ANSWER: Final = 10_000
"""Bytes; an action is one word."""

_REMEMBERED: Final = 1000
"""Bytes of its standard error that are kept, whatever it writes."""

_PIPE: Final = 65_536
"""Bytes that a pipe holds: so many can still be in it when a program has ended."""

Message = dict[str, Any]


class Program(Bot):
    """Starts the program when it is first asked, and anew after it has failed or was closed.

    `close` and `dismiss` may be called by another thread while `choose` waits: the question then ends at
    once, in a ForfeitError.
    """

    def __init__(self, game: Game, command: str, time_limit: float = TIME_LIMIT) -> None:
        """Raises ValueError where `command` is no command line."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{command!r} is not a command: {error}") from None
        if not self._words:
            raise ValueError("bot: needs a level or a command after it")
        self._game = game
        self._time_limit = time_limit
        self._process: _Process | None = None
        self._closings = 0
        self._is_dismissed = False
        self._lock = Lock()
        """Held while it is started or let go of, so that none is started that nobody would end."""

    def choose(self, view: View, score: tuple[int, int], source: Random) -> Any:
        """Ask the program; a seed for its own chance comes with the question."""
        closings = self._closings
        message = self._game.message(view)
        question = {"type": "view", "score": score, "seed": source.getrandbits(32), **message}
        with self._lock:
            if self._is_dismissed or self._closings != closings:
                # Whoever asked does not want to know any more.
                raise ForfeitError("was ended")
            process = self._process = self._process or _Process(
                self._game.name, self._words, self._time_limit
            )
        try:
            word = process.ask(question).get("action")
            if isinstance(word, str):
                with suppress(ValueError):
                    action = self._game.parse_action(word)
                    if action in view.legal:
                        return action
            raise ForfeitError(f"answered {_quote(word)}, which is not one of its legal actions")
        except ForfeitError as forfeit:
            process.end()
            with self._lock:
                if self._process is process:
                    self._process = None
            raise ForfeitError(f"{forfeit}{process.last_words}") from None

    def finish(self, view: View) -> None:
        """Tell the program, where it is running."""
        process = self._process
        if process is not None and view.result is not None:
            winner, reason = view.result
            result = {"winner": None if winner is None else winner.label, "reason": reason.value}
            try:
                process.tell({"type": "result", **result, **self._game.message(view)})
            except ForfeitError:
                self.close()

    def close(self) -> None:
        """End the program and whatever it has started, except what has begun a session of its own."""
        with self._lock:
            process, self._process = self._process, None
            self._closings += 1
        if process is not None:
            process.end()

    def dismiss(self) -> None:
        """End it as `close` does, and start it no more, not even for a question that is on its way."""
        self._is_dismissed = True
        self.close()


class _Process:
    """A program that is running. One thread at a time talks with it; any other may end it meanwhile."""

    def __init__(self, game: str, words: list[str], time_limit: float) -> None:
        self._game = game
        self._time_limit = time_limit
        self._unread = b""
        self._said = b""
        """The end of what it has written to its standard error."""
        self._is_mute = False
        """Nothing more will come from there."""
        self._is_greeted = False
        self._talking = Lock()
        """Held as long as the pipes are used, so that they are not closed under whoever waits for them."""
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Keys like ctrl+c are for the players, and a program's children go with it.
                start_new_session=True,
            )
            self._ending, self._ended = socketpair()
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            raise ForfeitError(f"cannot be started: {why or error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input, self._output, self._errors = (
            self._process.stdin,
            self._process.stdout,
            self._process.stderr,
        )
        for pipe in (self._input, self._errors):
            os.set_blocking(pipe.fileno(), False)

    def ask(self, question: Message) -> Message:
        """Ask for an action, and answer what it says; raises ForfeitError where that is no such message."""
        with self._talking:
            if not self._is_greeted:
                self._exchange({"type": "hello", "game": self._game, "protocol": PROTOCOL}, "hello")
                self._is_greeted = True
            self._insist_on_silence()
            return self._exchange(question, "action")

    def tell(self, message: Message) -> None:
        """Write a line that is not answered; raises ForfeitError where that would have to wait."""
        if not self._talking.acquire(blocking=False):
            raise ForfeitError("is still thinking")
        try:
            self._write(message, 0)
        finally:
            self._talking.release()

    def end(self) -> None:
        """Kill it and its process group; whoever waits for an answer is told at once."""
        with suppress(OSError):
            # Its pipes may stay open: a process in another session can hold them.
            self._ending.send(b".")
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with self._talking:
            self._listen()
            for stream in (self._input, self._output, self._errors, self._ending, self._ended):
                with suppress(OSError):
                    stream.close()
        # One that runs as another user cannot be killed; it sees its input end.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)

    @property
    def last_words(self) -> str:
        """The last line of its standard error, after a colon; nothing where there is none."""
        lines = self._said.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {_quote(last)}" if last else ""

    def _exchange(self, message: Message, kind: str) -> Message:
        """Write a line and read the answer, a message of that kind."""
        try:
            self._write(message, self._time_limit)
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
            raise ForfeitError(f"answered {_quote_line(line)} instead of a message {kind!r}")
        return answer

    def _insist_on_silence(self) -> None:
        """Raise ForfeitError for a line it was not asked for, which would be taken for the next answer."""
        if not self._unread and self._is_ready(self._output, 0):
            self._unread = self._read()
        if self._unread:
            line, *_ = self._unread.split(b"\n")
            raise ForfeitError(f"wrote {_quote_line(line)} without being asked")

    def _write(self, message: Message, time_limit: float) -> None:
        unwritten, end = json.dumps(message).encode() + b"\n", monotonic() + time_limit
        while unwritten:
            if not self._is_ready(self._input, end):
                raise ForfeitError("does not read what it is told")
            try:
                unwritten = unwritten[os.write(self._input.fileno(), unwritten) :]
            except OSError:
                raise ForfeitError("has closed its input") from None

    def _line(self) -> bytes:
        end = monotonic() + self._time_limit
        while b"\n" not in self._unread:
            if len(self._unread) > _LONGEST_ANSWER:
                raise ForfeitError(f"wrote more than {_LONGEST_ANSWER} bytes without an end of line")
            if not self._is_ready(self._output, end):
                raise ForfeitError(f"has not answered within {self._time_limit:g} seconds")
            self._unread += self._read()
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _read(self) -> bytes:
        """What it has written, which is there; raises ForfeitError where that is the end."""
        some = os.read(self._output.fileno(), 4096)
        if not some:
            raise self._crashed()
        return some

    def _is_ready(self, pipe: IO[bytes], end: float) -> bool:
        """Wait until a pipe can be used, at the longest until `end`; raises ForfeitError where it is ended.

        Meanwhile its standard error is read: a program cannot go on once that is full.
        """
        writing = [pipe] if pipe is self._input else []
        while True:
            reading: list[IO[bytes] | socket] = [self._ended]
            if not writing:
                reading.append(pipe)
            if not self._is_mute:
                reading.append(self._errors)
            try:
                ready, writable, _ = select.select(reading, writing, [], max(end - monotonic(), 0))
            except (OSError, ValueError):
                raise ForfeitError("was ended") from None
            if self._ended in ready:
                raise ForfeitError("was ended")
            if self._errors in ready:
                self._listen()
            if pipe in ready or writable:
                return True
            if monotonic() >= end:
                return False

    def _listen(self) -> None:
        """Remember the end of what it writes to its standard error."""
        with suppress(OSError, ValueError):
            some = os.read(self._errors.fileno(), _PIPE)
            self._is_mute = not some
            self._said = (self._said + some)[-_REMEMBERED:]

    def _crashed(self) -> ForfeitError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        return ForfeitError("closed its output" if code is None else f"ended with exit status {code}")


def _quote(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text if len(text) <= 60 else text[:60] + "…")


def _quote_line(line: bytes) -> str:
    return _quote(line.decode(errors="replace"))

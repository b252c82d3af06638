"""External programs as bots: one line of JSON per message (docs/bots.md)."""

import json
import os
import select
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from random import Random
from socket import socket, socketpair
from threading import Lock
from time import monotonic
from typing import IO, Any, Final

from engine.bot import Bot, ForfeitError
from engine.command import command_words, why_not_started
from engine.game import Game, View
from engine.message import Message, message

TIME_LIMIT: Final = 10.0
"""Seconds a program has to answer."""

PROTOCOL: Final = 1
"""The version of the protocol, sent with the greeting."""

_SLICE: Final = 0.1
"""Seconds waited at a time: where more have gone by, this process or the machine was stopped meanwhile."""

_MAX_ANSWER: Final = 10_000
"""Bytes of an answer."""

_STDERR_KEPT: Final = 1000
"""Bytes kept of the end of a program's standard error."""

_PIPE_CAPACITY: Final = 65_536
"""Bytes that can still be in a pipe when its writer has ended."""

Data = dict[str, Any]
"""What goes over the line between the game and a program."""


class Program(Bot):
    """A bot that runs a command; each `choose` starts the program if it is not running.

    Another thread may call `close` or `dismiss` while `choose` waits, which then raises ForfeitError at once.
    """

    def __init__(
        self, game: Game, command: str, time_limit: float = TIME_LIMIT, clock: Callable[[], float] = monotonic
    ) -> None:
        """`time_limit` and `clock` are in seconds; raises ValueError if `command` is not a command line.

        Time for which this process is stopped, or the machine asleep, does not count.
        """
        self._words = command_words(command)
        if not self._words:
            raise ValueError(message("bot: needs a level or a command after it"))
        self._game = game
        self._time_limit = time_limit
        self._clock = clock
        self._process: _Process | None = None
        self._times_closed = 0
        self._is_dismissed = False
        self._lock = Lock()
        """Held while a process is started or let go of, so that none is left running."""

    def choose(self, view: View, score: tuple[int, int], source: Random) -> Any:
        """Ask the program for an action, giving it a seed from `source` for its own randomness.

        Raises ForfeitError if the program fails.
        """
        times_closed = self._times_closed
        question = {
            "type": "view",
            "score": score,
            "seed": source.getrandbits(32),
            **self._game.message(view),
        }
        with self._lock:
            if self._is_dismissed or self._times_closed != times_closed:
                raise ForfeitError(message("was stopped"))
            process = self._process = self._process or _Process(
                self._game.name, self._words, self._time_limit, self._clock
            )
        try:
            word = process.ask(question).get("action")
            if isinstance(word, str):
                with suppress(ValueError):
                    action = self._game.parse_action(word)
                    if action in view.legal:
                        return action
            raise ForfeitError(
                message("answered {word}, which is not one of its legal actions", word=_quote(word))
            )
        except ForfeitError as forfeit:
            process.end()
            with self._lock:
                if self._process is process:
                    self._process = None
            if last := process.last_words:
                words = message("{failed}: {last_words}", failed=forfeit, last_words=last)
                raise ForfeitError(words) from None
            raise

    def finish(self, view: View) -> None:
        """Send the result to the program if it is running."""
        process = self._process
        if process is not None and view.result is not None:
            winner, reason = view.result
            result = {"winner": None if winner is None else winner.label, "reason": reason.value}
            try:
                process.send({"type": "result", **result, **self._game.message(view)})
            except ForfeitError:
                self.close()

    def close(self) -> None:
        """Kill the program and its child processes, except any in a session of their own."""
        with self._lock:
            process, self._process = self._process, None
            self._times_closed += 1
        if process is not None:
            process.end()

    def dismiss(self) -> None:
        """Kill the program as `close` does and never start it again, not even for a `choose` under way."""
        self._is_dismissed = True
        self.close()


class _Process:
    """A running program. One thread at a time may `ask` or `send`; any other may `end` it meanwhile."""

    def __init__(self, game: str, words: list[str], time_limit: float, clock: Callable[[], float]) -> None:
        self._game = game
        self._time_limit = time_limit
        self._clock = clock
        self._seconds, self._read_at = 0.0, clock()
        self._unread = b""
        self._stderr_tail = b""
        self._is_stderr_closed = False
        self._is_greeted = False
        self._pipes_lock = Lock()
        """Held while the pipes are in use, so that `end` does not close them under another thread."""
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Keeps ctrl+c away from the program, and gives it a process group to kill.
                start_new_session=True,
            )
            self._stop_sender, self._stop_receiver = socketpair()
        except (OSError, ValueError) as error:
            raise ForfeitError(
                message("cannot be started: {reason}", reason=why_not_started(error))
            ) from None
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

    def ask(self, question: Data) -> Data:
        """Send a question and return the program's "action" message; raises ForfeitError if it fails."""
        with self._pipes_lock:
            if not self._is_greeted:
                self._exchange({"type": "hello", "game": self._game, "protocol": PROTOCOL}, "hello")
                self._is_greeted = True
            self._refuse_unasked_output()
            return self._exchange(question, "action")

    def send(self, data: Data) -> None:
        """Send a message that has no answer; raises ForfeitError instead of waiting."""
        if not self._pipes_lock.acquire(blocking=False):
            raise ForfeitError(message("is still thinking"))
        try:
            self._write(data, 0)
        except OSError:
            raise ForfeitError(message("closed its input")) from None
        finally:
            self._pipes_lock.release()

    def end(self) -> None:
        """Kill the program and its process group; a waiting `ask` raises ForfeitError at once."""
        with suppress(OSError):
            # The pipes alone do not tell: a process in another session can keep them open.
            self._stop_sender.send(b".")
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with self._pipes_lock:
            self._read_stderr()
            streams = (self._input, self._output, self._errors, self._stop_sender, self._stop_receiver)
            for stream in streams:
                with suppress(OSError):
                    stream.close()
        # A program that runs as another user cannot be killed, but sees its input close.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)

    @property
    def last_words(self) -> str:
        """The last line of standard error, quoted; "" if there is none."""
        lines = self._stderr_tail.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return _quote(last) if last else ""

    def _exchange(self, data: Data, kind: str) -> Data:
        """Send a message and return the answer, which must be a message of type `kind`."""
        try:
            self._write(data, self._time_limit)
        except OSError:
            # Why the program exited says more than that it stopped reading.
            raise self._exit_error(message("closed its input")) from None
        line = self._read_line()
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or answer.get("type") != kind:
            raise ForfeitError(
                message(
                    "answered {line} instead of a message of type {kind!r}", line=_quote_line(line), kind=kind
                )
            )
        return answer

    def _time(self) -> float:
        """Return the seconds for which this process has been running, if asked every `_SLICE`."""
        before, self._read_at = self._read_at, self._clock()
        self._seconds += min(self._read_at - before, _SLICE)
        return self._seconds

    def _refuse_unasked_output(self) -> None:
        """Raise ForfeitError if the program wrote without being asked: it would pass for the next answer."""
        if not self._unread and self._is_ready(self._output, 0):
            self._unread = self._read()
        if self._unread:
            line, *_ = self._unread.split(b"\n")
            raise ForfeitError(message("wrote {line} without being asked", line=_quote_line(line)))

    def _write(self, data: Data, time_limit: float) -> None:
        """Write a message; raises OSError if the program has closed its input, else ForfeitError."""
        unwritten, end = json.dumps(data).encode() + b"\n", self._time() + time_limit
        while unwritten:
            if not self._is_ready(self._input, end):
                raise ForfeitError(message("does not read its input"))
            unwritten = unwritten[os.write(self._input.fileno(), unwritten) :]

    def _read_line(self) -> bytes:
        end = self._time() + self._time_limit
        while b"\n" not in self._unread:
            if len(self._unread) > _MAX_ANSWER:
                raise ForfeitError(
                    message("wrote more than {number} bytes without a newline", number=_MAX_ANSWER)
                )
            if not self._is_ready(self._output, end):
                raise ForfeitError(
                    message("did not answer within {seconds:g} seconds", seconds=self._time_limit)
                )
            self._unread += self._read()
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _read(self) -> bytes:
        """Read from the ready output; raises ForfeitError at its end."""
        data = os.read(self._output.fileno(), 4096)
        if not data:
            raise self._exit_error(message("closed its output"))
        return data

    def _is_ready(self, pipe: IO[bytes], end: float) -> bool:
        """Wait until `pipe` is ready (True) or `_time` reaches `end` (False).

        Raises ForfeitError if the program is stopped. Reads standard error meanwhile: once that pipe is full,
        the program blocks.
        """
        writing = [pipe] if pipe is self._input else []
        while True:
            reading: list[IO[bytes] | socket] = [self._stop_receiver]
            if not writing:
                reading.append(pipe)
            if not self._is_stderr_closed:
                reading.append(self._errors)
            left = max(end - self._time(), 0)
            try:
                ready, writable, _ = select.select(reading, writing, [], min(left, _SLICE))
            except (OSError, ValueError):
                raise ForfeitError(message("was stopped")) from None
            if self._stop_receiver in ready:
                raise ForfeitError(message("was stopped"))
            if self._errors in ready:
                self._read_stderr()
            if pipe in ready or writable:
                return True
            # A last look after the last wait: it may have become ready while this process was stopped.
            if not left:
                return False

    def _read_stderr(self) -> None:
        """Read what is there of standard error, and keep the end."""
        with suppress(OSError, ValueError):
            data = os.read(self._errors.fileno(), _PIPE_CAPACITY)
            self._is_stderr_closed = not data
            self._stderr_tail = (self._stderr_tail + data)[-_STDERR_KEPT:]

    def _exit_error(self, what: Message) -> ForfeitError:
        """Return with which status the program has exited, or `what` it did if it goes on."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        status = self._process.returncode
        return ForfeitError(what if status is None else message("exited with status {status}", status=status))


def _quote(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text if len(text) <= 60 else text[:60] + "…")


def _quote_line(line: bytes) -> str:
    return _quote(line.decode(errors="replace"))

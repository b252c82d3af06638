"""A real pseudo-terminal with the program in it: keys go in, bytes come out, a screen is kept of them."""

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence

import pyte

KEYS = {
    "left": "\x1b[D",
    "right": "\x1b[C",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "enter": "\r",
    "space": " ",
    "backspace": "\x7f",
}

ENGARDE = (sys.executable, "-m", "engarde_tui")


class Terminal:
    """Runs a command in a pseudo-terminal; a context manager that ends it."""

    def __init__(
        self,
        command: Sequence[str],
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.output = b""
        """Everything the program has written."""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._master, slave = pty.openpty()
        _set_size(slave, columns, rows)
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "VIRTUAL_ENV") if name in os.environ}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
            env=inherited | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | dict(environment or {}),
        )
        os.close(slave)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(self.screen.display)

    def press(self, *keys: str) -> None:
        """Type keys, by name or as they are."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self.screen.resize(rows, columns)
        _set_size(self._master, columns, rows)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the line, as a lost connection does."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def wait_for(self, shown: str | Callable[[str], bool], seconds: float = 20) -> str:
        """Read until the screen shows a text or satisfies a predicate; raises AssertionError after `seconds`."""
        satisfied = shown if callable(shown) else lambda text: shown in text
        deadline = time.monotonic() + seconds
        while not satisfied(self.text):
            assert time.monotonic() < deadline, (
                f"waited in vain for {shown!r}; the screen shows:\n{self.text}"
            )
            self._read(0.1)
        return self.text

    def settle(self, quiet: float = 0.15) -> None:
        """Read until the program has written nothing for `quiet` seconds."""
        while self._read(quiet):
            pass

    def wait_for_exit(self, seconds: float = 10) -> int:
        """Read until the program has ended; answers its exit status."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"still running; the screen shows:\n{self.text}"
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            chunk = os.read(self._master, 65536)
        except OSError:
            return False
        self.output += chunk
        self._stream.feed(self._decode(chunk))
        return bool(chunk)


def _set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _take_terminal() -> None:
    """Make the standard input the controlling terminal, so that its signals arrive."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

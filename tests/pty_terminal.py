"""A real pseudo-terminal running the program: keys go in, bytes come out and are drawn on a screen."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte
from pyte.screens import Char
from settling import ASK, LONGEST, Answers

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

_LINE_MODE = termios.ECHO | termios.ICANON | termios.ISIG
_ALTERNATE_SCREEN = 1049 << 5
_KITTY_KEYBOARD = re.compile(r"\x1b\[[<>=]\d*u")
_UNFINISHED_SEQUENCE = re.compile(r"\x1b[^A-Za-z]*\Z")


class _Screen(pyte.Screen):
    """A screen with an alternate screen, which pyte lacks."""

    def set_mode(self, *modes: int, **options: bool) -> None:
        super().set_mode(*modes, **options)
        if _ALTERNATE_SCREEN in self.mode and not hasattr(self, "_main"):
            self._main = {y: dict(line) for y, line in self.buffer.items()}
            self.save_cursor()
            self.erase_in_display(2)

    def reset_mode(self, *modes: int, **options: bool) -> None:
        super().reset_mode(*modes, **options)
        if _ALTERNATE_SCREEN not in self.mode and hasattr(self, "_main"):
            self.erase_in_display(2)
            for y, line in self._main.items():
                self.buffer[y].update(line)
            del self._main
            self.restore_cursor()


def seen(screen: pyte.Screen) -> list[list[Char]]:
    """Return the cells of a screen as they are seen: nobody sees the foreground of a blank."""
    return [[_seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def _seen(cell: Char) -> Char:
    is_blank = cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough)
    return cell._replace(fg="default", bold=False, italics=False) if is_blank else cell


class Picture:
    """An emulated terminal screen."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.screen = _Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self._unfinished = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    @property
    def text(self) -> str:
        """The screen's lines."""
        return "\n".join(self.screen.display)

    def feed(self, chunk: bytes) -> None:
        """Draw more bytes; an incomplete sequence waits for its end."""
        text = self._unfinished + self._decode(chunk)
        unfinished = _UNFINISHED_SEQUENCE.search(text)
        self._unfinished = unfinished[0] if unfinished else ""
        self._stream.feed(_KITTY_KEYBOARD.sub("", text[: len(text) - len(self._unfinished)]))


class Terminal:
    """Runs a command in a pseudo-terminal; a context manager that ends it.

    Matches and settings are kept in a folder that goes with it, where the environment names no other.
    """

    def __init__(
        self,
        command: Sequence[str],
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.output = b""
        """All bytes the program has written, except its answers to `settle`."""
        self.heard_at = 0.0
        """When the last bytes arrived, by `time.perf_counter`; to draw them takes longer."""
        self.answers = Answers()
        self._picture = Picture(columns, rows)
        self.screen = self._picture.screen
        self._master, slave = pty.openpty()
        _set_size(slave, columns, rows)
        self._data = tempfile.TemporaryDirectory(prefix="engarde-")
        # Somebody who has told the program a name: the menu does not ask for it.
        config = Path(self._data.name) / "config"
        config.mkdir()
        (config / "settings.toml").write_text('name = "Anna"\n')
        names = ("PATH", "HOME", "LOGNAME", "VIRTUAL_ENV", "ENGARDE_PLAIN_TEXTUAL")
        inherited = {name: os.environ[name] for name in names if name in os.environ}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
            env=inherited
            | {
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "NO_MOTION": "1",
                "ENGARDE_DATA": self._data.name,
                "ENGARDE_CONFIG": str(config),
            }
            | dict(environment or {}),
        )
        os.close(slave)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()
        self._data.cleanup()

    @property
    def text(self) -> str:
        """The screen's text."""
        return self._picture.text

    @property
    def is_in_line_mode(self) -> bool:
        """Whether echo and line mode are on, as a shell leaves them."""
        return termios.tcgetattr(self._master)[3] & _LINE_MODE == _LINE_MODE

    def press(self, *keys: str) -> None:
        """Type keys, by name or as characters."""
        for key in keys:
            self.send(KEYS.get(key, key).encode())

    def send(self, data: bytes) -> None:
        """Type bytes."""
        os.write(self._master, data)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self.screen.resize(rows, columns)
        _set_size(self._master, columns, rows)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the terminal, as a lost connection does."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def wait_for(self, shown: str | Callable[[str], bool], seconds: float = LONGEST) -> str:
        """Read until the screen shows a text or satisfies a predicate; AssertionError after `seconds`."""
        satisfied = shown if callable(shown) else lambda text: shown in text
        deadline = time.monotonic() + seconds
        while not satisfied(self.text):
            assert time.monotonic() < deadline, (
                f"timed out waiting for {shown!r}; the screen shows:\n{self.text}"
            )
            self._read(0.1)
        return self.text

    def settle(self) -> None:
        """Read until an answering program has handled all keys and painted the result."""
        wanted = self.answers.number + 1
        self.send(ASK.encode())
        self.wait_for(lambda _: self.answers.number == wanted)

    def rest(self, quiet: float) -> None:
        """Read until nothing has arrived for `quiet` seconds; for programs that do not answer."""
        while self._read(quiet):
            pass

    def wait_for_exit(self, seconds: float = LONGEST) -> int:
        """Read until the program has ended; return its exit status."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"still running; the screen shows:\n{self.text}"
            self._read(0.05)
        self.read_to_end()
        return self.process.returncode

    def read_to_end(self) -> None:
        """Read the remaining output of a program that has ended."""
        # Processes it started may still be running and keep the terminal open.
        while self._read(2):
            pass

    def _read(self, seconds: float) -> bool:
        """Read available output; return False if none comes within `seconds` or nobody can write any more."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            chunk = os.read(self._master, 65536)
        except OSError:
            return False
        self.heard_at = time.perf_counter()
        self.hear(self.answers.take_out(chunk))
        return bool(chunk)

    def hear(self, shown: bytes) -> None:
        """Take what the program has written, and draw it."""
        self.output += shown
        self._picture.feed(shown)


def wait_until(condition: Callable[[], bool], seconds: float = LONGEST) -> None:
    """Wait for something that no screen shows; AssertionError after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.01)


def wait_until_stopped(pid: int) -> None:
    """Wait until the kernel says that the process is stopped."""
    state = Path(f"/proc/{pid}/stat")
    wait_until(lambda: state.read_text().rsplit(")")[-1].split()[0] == "T")


def _set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _take_terminal() -> None:
    """Make the standard input the controlling terminal, so that its signals arrive."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

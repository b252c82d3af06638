"""The real program in a pseudo-terminal, under what a slow line delivers: bursts, pauses, then a signal."""

import os
import random
import re
import shutil
import signal
import tempfile
import termios
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from monkey.starts import stock
from monkey.strokes import BURST, MOST_COLUMNS, MOST_ROWS, SIZES
from processes import seconds_of_processor
from pty_restored import assert_modes_restored
from pty_terminal import ENGARDE, Terminal

from engarde_tui.storage.store import Store
from engine.match import Match

SOON: Final = 2.0
"""Seconds after which a program that was told to end counts as late."""

LONGEST_PAUSE: Final = 0.3
"""Seconds between two bursts."""

PLAY = ("play", "--at-once")
DUEL = (*PLAY, "--game", "swords-and-shields")

COMMANDS: Final[tuple[tuple[str, ...], ...]] = (
    (),
    (),
    PLAY,
    ("play",),
    (*PLAY, "--right", "bot:novice"),
    (*PLAY, "--right", "bot:fencer"),
    ("play", "--left", "bot:champion"),
    (*PLAY, "--right", "bot:master"),
    DUEL,
    (*DUEL, "--right", "bot:novice"),
    (*DUEL, "--right", "bot:master"),
    ("play", "--game", "swords-and-shields", "--rules", "full-duel"),
    ("learn",),
    ("learn", "swords-and-shields"),
    ("puzzle",),
    ("daily",),
    ("resume",),
)
"""Arguments of the command."""

SIGNALS: Final = (signal.SIGTERM, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)

OFTEN: Final = (
    *("\r", " ", "\x1b", "q", "y", "n", "h", "i", "m", "u", "?", "\t", "\x7f"),
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"),
)
"""Bytes of keys that lead somewhere on most screens."""

OTHER: Final = (
    *"abcdefgijklmoprstvwxzABCDEGIKLMNQSUWXYZ0123456789/~.,;:-+*=!\"#$%&'()<>[]{}|@^_`\\",
    *("ｑ", "Ｙ", "３", "？", "　", "−", "İ"),
    *("é", "日", "🤺", "\u0301", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1b[3~", "\x1b[2~", "\x1b[Z"),
    *("\x1bOP", "\x1bOQ", "\x1b[21~", "\x1b[1;5D", "\x1b[1;2C", "\x1ba", "\x1bq"),
    *(chr(code) for code in range(1, 27) if chr(code) not in "\x03\x11"),
)
"""Bytes of all kinds of other keys, without those that always end the program."""

REPORTS: Final = (
    *("\x1b[97;1:3u", "\x1b[1;1:3A", "\x1b[1114112u", "\x1b[97;5u", "\x1b[13u", "\x1b[27u", "\x1b[57441;2u"),
    *("\x1b[113;65;81u", "\x1b[121;193;89u", "\x1b[51;129;51u", "\x1b[57358u"),
    *("\x1b[?1;2c", "\x1b[1;1R", "\x1b[?2026;2$y", "\x1b[?1u", "\x1b[I", "\x1b[O", "\x1b[48;24;80;480;640t"),
    *(
        "\x1b]11;rgb:0000/0000/0000\x1b\\",
        "\x1bP>|xterm\x1b\\",
        "\x1b[M !!",
        "\x1b[<0;0;0M",
        "\x1b[<999;1;1M",
    ),
)
"""What terminals say by themselves, or were told to say by another program."""

STRAY: Final = (
    "\x1b[",
    "\x1bO",
    "\x1b[1;",
    "\x1b[<",
    "\x1b[99999999999999999999u",
    "\x1b[;;;u",
    "\x1b]",
    "\x00",
)

PASTES: Final = (
    "q",
    "y",
    "dy",
    "\r",
    "Bruno",
    "/daydreamer\r",
    "~/daisy.engarde\r",
    "日本\t\x1b[A" * 40,
    "x" * 3000,
)

ENDING: Final = ("\x03", "\x11", "\x1c")
"""ctrl+c, ctrl+q and ctrl+backslash; before the program has begun, the first and the last are signals."""


class Quiet(Terminal):
    """A terminal that draws nothing: it only keeps what the program has written."""

    def hear(self, shown: bytes) -> None:
        """Keep it."""
        self.output += shown

    def listen(self, seconds: float) -> None:
        """Read for a time."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not self._read(left):
                # It has ended, or nothing has come.
                return

    def type(self, data: bytes, seconds: float) -> None:
        """Type bytes, and read meanwhile; leave out what the program does not take in time."""
        os.set_blocking(self._master, False)
        until = time.monotonic() + seconds
        while data and time.monotonic() < until:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                self.listen(0.05)
            except OSError:
                return

    @property
    def discipline(self) -> list[object]:
        """How the terminal handles lines."""
        return termios.tcgetattr(self._master)

    def change_size(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        termios.tcsetwinsize(self._master, (rows, columns))


@dataclass
class Typed:
    """One thing that arrives from the terminal: bytes, or another size."""

    burst: list[str] = field(default_factory=list)
    size: tuple[int, int] | None = None
    pause: float = 0.0
    """Seconds after it."""

    def __repr__(self) -> str:
        done = f"size {self.size}" if self.size else repr("".join(self.burst))
        return f"({done}, {self.pause:.2f} s)"


@dataclass
class Outcome:
    """How a run has ended."""

    command: tuple[str, ...]
    typed: list[Typed]
    ended_by: str
    seconds: float
    """From the signal, if one was sent, to the end."""
    processor: float
    """Seconds of processor that this took; the rest is waiting, on a busy machine for the processor."""
    errors: list[str]
    tail: str = ""
    """What the crash log says, or the end of the output."""

    @property
    def keys(self) -> int:
        """How many strokes were typed."""
        return sum(len(each.burst) or 1 for each in self.typed)


def planned(source: random.Random, seconds: float, *, keys_only: bool = False) -> list[Typed]:
    """Return what to type in that time: keys and clicks only, or also what a terminal says by itself."""
    plan, left = [], seconds
    while left > 0:
        pause = source.choice((0.0, source.uniform(0, LONGEST_PAUSE), source.uniform(0, LONGEST_PAUSE)))
        if source.random() < 0.08:
            size = source.choice((*SIZES, (80, 24), (80, 24), (120, 40), (120, 40)))
            plan.append(Typed(size=size, pause=pause))
        else:
            plan.append(
                Typed([_stroke(source, keys_only) for _ in range(source.randint(1, BURST))], pause=pause)
            )
        left -= pause + 0.005
    return plan


def _stroke(source: random.Random, keys_only: bool) -> str:
    chance = source.random() * (0.95 if keys_only else 1)
    if chance < 0.55:
        return source.choice(OFTEN)
    if chance < 0.8:
        return source.choice(OTHER)
    if chance < 0.92:
        return _mouse(source)
    if chance < 0.95:
        return f"\x1b[200~{source.choice(PASTES)}\x1b[201~"
    if chance < 0.985:
        return source.choice(REPORTS)
    return source.choice(STRAY if chance < 0.998 else ENDING)


def _mouse(source: random.Random) -> str:
    x, y = (
        source.randint(1, source.choice((80, MOST_COLUMNS))),
        source.randint(1, source.choice((24, MOST_ROWS))),
    )
    button = source.choice((0, 0, 0, 0, 2, 32, 35, 64, 65))
    down = f"\x1b[<{button};{x};{y}M"
    return down if button >= 32 else f"{down}\x1b[<{button};{x};{y}m"


def run(
    seed: str,
    template: Path,
    seconds: float,
    *,
    keys_only: bool = False,
    soon: float = SOON,
    patience: float = 30.0,
) -> Outcome:
    """Run the program with a copy of the matches in `template`; type, send a signal, and look at the end.

    The seed chooses the command, what is typed, and the signal. A program that takes more than `soon` seconds
    to end is late; one that takes `patience` is killed.
    """
    source = random.Random(seed)
    command, plan = source.choice(COMMANDS), planned(source, seconds, keys_only=keys_only)
    number, starts_at_once = source.choice(SIGNALS), source.random() < 0.15
    with tempfile.TemporaryDirectory(prefix="engarde-monkey-") as root:
        data = Path(root) / "data"
        shutil.copytree(template, data)
        return _run(command, plan, number, starts_at_once, data, soon, patience)


def _run(
    command: tuple[str, ...],
    plan: list[Typed],
    number: signal.Signals,
    starts_at_once: bool,
    data: Path,
    soon: float,
    patience: float,
) -> Outcome:
    before, errors = stored(Store(data)), []
    environment = {
        "HOME": str(data.parent),
        "ENGARDE_DATA": str(data),
        "NO_MOTION": "",
        "PYTHONFAULTHANDLER": "1",
    }
    shell = ("sh", "-c", 'cd "$HOME"; exec "$@"', "sh")
    with Quiet((*shell, *ENGARDE, *command), environment=environment) as terminal:
        discipline = terminal.discipline
        if not starts_at_once:
            while terminal.process.poll() is None and b"\x1b[?1049h" not in terminal.output:
                terminal._read(0.1)
        done = []
        for each in plan:
            if terminal.process.poll() is not None:
                break
            done.append(each)
            if each.size is not None:
                terminal.change_size(*each.size)
            else:
                terminal.type("".join(each.burst).encode(), seconds=2)
            terminal.listen(each.pause)
        ended_by, began, before_end, used = "keys", time.monotonic(), 0.0, 0.0
        if terminal.process.poll() is None:
            ended_by, before_end = number.name, seconds_of_processor(terminal.process.pid)
            # A program that has been stopped ends when it goes on.
            for each_signal in (number, signal.SIGCONT):
                os.kill(terminal.process.pid, each_signal)
        while terminal.process.poll() is None and time.monotonic() - began < patience:
            used = seconds_of_processor(terminal.process.pid) - before_end
            terminal._read(0.02)
        took = time.monotonic() - began
        status = terminal.process.poll()
        if status is None:
            errors.append(f"does not end within {patience:.0f} s of {ended_by}")
            # Says where each of its threads is.
            terminal.process.send_signal(signal.SIGABRT)
            terminal.process.wait()
        while terminal._read(0.2):
            pass
        if status is not None:
            if ended_by != "keys" and took > soon:
                errors.append(f"ends late after {ended_by}")
            errors += _wrong_status(status, ended_by, number, done)
            errors += _not_restored(terminal, discipline)
        log = data / "engarde.log"
        if b"Traceback" in terminal.output:
            errors.append("a traceback on the terminal")
        tail = ""
        if log.exists():
            tail = re.split(r"\n(?=\d{4}-\d\d-\d\dT)", log.read_text())[0].strip()
            errors.insert(0, f"crash: {_crash(tail)}")
        elif errors:
            tail = terminal.output.decode(errors="replace")
            # After an end that did not come, where each thread is, else the last that was drawn.
            tail = tail[tail.rfind("Fatal Python error") :] if status is None else tail[-1500:]
        errors += _lost(before, data, done)
        return Outcome(command, done, ended_by, took, used, errors, tail)


def _wrong_status(status: int, ended_by: str, number: signal.Signals, typed: list[Typed]) -> list[str]:
    allowed = {0}
    if ended_by != "keys":
        allowed |= {128 + number, -number}
    keys = "".join("".join(each.burst) for each in typed)
    if "\x03" in keys:
        allowed |= {128 + signal.SIGINT, -signal.SIGINT}
    if "\x1c" in keys:
        allowed |= {128 + signal.SIGQUIT, -signal.SIGQUIT}
    return [] if status in allowed else [f"status {status} after {ended_by}"]


def _not_restored(terminal: Quiet, discipline: list[object]) -> list[str]:
    try:
        assert_modes_restored(terminal.output)
    except AssertionError as error:
        return [f"{error}".split("\n")[0]]
    return [] if terminal.discipline == discipline else ["the line discipline is another one"]


def _crash(trace: str) -> str:
    """Return the last line of a traceback, and where it arose."""
    frames = re.findall(r'File "([^"]+)", line \d+, in (\w+)', trace)
    own = [frame for frame in frames if "engarde_tui" in frame[0] or "/engine/" in frame[0]]
    place = " → ".join(
        f"{Path(file).name}:{where}" for file, where in dict.fromkeys([*own[-1:], *frames[-1:]])
    )
    return f"{trace.splitlines()[-1][:90]} ({place})"


def _lost(before: dict[int, Match], data: Path, typed: list[Typed]) -> list[str]:
    try:
        after = stored(Store(data))
    except Exception as error:
        return [f"the store cannot be read: {type(error).__name__}: {error}"]
    gone = before.keys() - after.keys()
    if gone and not _may_have_deleted(typed):
        return [f"{len(gone)} matches are gone"]
    for id in before.keys() & after.keys():
        if before[id].winner is not None and before[id] != after[id]:
            return ["a finished match has changed"]
    return []


def _may_have_deleted(typed: list[Typed]) -> bool:
    """Return whether a `d` came in one burst, and what may confirm it in a later one."""
    asked = False
    for each in typed:
        if asked and (any(key in ("y", "\r") or key.startswith("\x1b[<") for key in each.burst)):
            return True
        asked = asked or any("d" in key for key in each.burst)
    return False


def stored(store: Store) -> dict[int, Match]:
    """Return the matches of a store by number, and close it."""
    with closing(store):
        return {id: store.record(id).match for id in store.ids()}


def template(folder: Path) -> Path:
    """Return a folder with some matches, to be copied for each run."""
    stock(folder).close()
    return folder

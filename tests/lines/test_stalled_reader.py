"""A pipe that nobody reads for a while, or any more."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from settling import LONGEST

from engarde_tui.storage.store import Store

pytestmark = pytest.mark.wire

SMALL = 4096
"""Bytes that a pipe holds."""

ASKED = 300
"""Times that the score is asked for; the answers do not fit into the pipe."""

SCORE = b"Anna 0 : 0 Novice.\n"


class Stalled:
    """The program in lines, in a match that has begun, waiting for a reader; a context manager."""

    def __init__(self, folder: Path) -> None:
        given = folder / "given"
        options = ("--right", "bot:novice", "--seed", "3", "--plain", "--say", f"tee {given}")
        self.program = subprocess.Popen(
            [sys.executable, "-m", "engarde_tui", "play", *options],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"ENGARDE_DATA": str(folder), "ENGARDE_CONFIG": str(folder)},
        )
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        fcntl.fcntl(self.program.stdout, fcntl.F_SETPIPE_SZ, SMALL)
        self.program.stdin.write(b"+1\n")
        self.read = b""
        while self.read.count(b" to play. Distance") < 2:
            self.read += os.read(self.program.stdout.fileno(), SMALL)
        self.program.stdin.write(b"score\n" * ASKED)
        deadline = time.monotonic() + LONGEST
        # What it lets another program say, it tries to write next.
        while len(given.read_bytes()) <= len(self.read) + self._unread or self._unread + len(SCORE) <= SMALL:
            assert time.monotonic() < deadline

    def __enter__(self) -> "subprocess.Popen[bytes]":
        return self.program.__enter__()

    def __exit__(self, *_: object) -> None:
        self.program.kill()
        self.program.__exit__(None, None, None)

    @property
    def _unread(self) -> int:
        assert self.program.stdout is not None
        return int.from_bytes(fcntl.ioctl(self.program.stdout, termios.FIONREAD, bytes(4)), sys.byteorder)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_program_at_once_with_the_match_saved_though_nobody_reads(
    number: signal.Signals, tmp_path: Path
) -> None:
    with Stalled(tmp_path) as program:
        program.send_signal(number)
        assert program.wait(LONGEST) == 128 + number
        assert program.stderr is not None
        assert program.stderr.read() == b""
    store = Store(tmp_path)
    [match] = store.unfinished()
    assert len(store.record(match.id).match.round.plays) == 2


def test_whoever_reads_slowly_gets_all_of_it(tmp_path: Path) -> None:
    with Stalled(tmp_path) as program:
        said, _ = program.communicate(timeout=LONGEST)
        assert said.count(SCORE) == ASKED
        assert program.returncode == 0

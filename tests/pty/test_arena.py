"""However the arena is ended, none of its processes survives."""

import os
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from settling import LONGEST

pytestmark = pytest.mark.wire


def _hear_signals() -> None:
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize("processes", ["1", "3"])
@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 129),
        (signal.SIGKILL, -9),
    ],
    ids=lambda value: value.name if isinstance(value, signal.Signals) else "",
)
def test_ending_the_arena_ends_all_its_processes_and_programs_silently(
    number: signal.Signals, status: int, processes: str, tmp_path: Path
) -> None:
    """All hold the write end of a pipe, which reads to its end only when they are gone."""
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    held = os.open(fifo, os.O_WRONLY)
    bot = shlex.join(["sh", "-c", f"exec 3>{shlex.quote(str(fifo))}; echo >&3; sleep 60"])
    arguments = ["arena", "novice", bot, "--rounds", "1000000000", "--processes", processes]
    run = subprocess.Popen(
        [sys.executable, "-m", "engarde_tui", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[held],
        start_new_session=True,
        # Tests that run in the background have them ignored, and hand that on.
        preexec_fn=_hear_signals,
    )
    os.close(held)
    try:
        for _ in range(int(processes)):
            assert read(alive) == b"\n"
        if number is signal.SIGINT:
            # ctrl+c goes to all that run in the terminal.
            os.killpg(run.pid, number)
        else:
            run.send_signal(number)
        told, complaints = run.communicate(timeout=LONGEST)
        assert read(alive) == b""
        assert (run.returncode, told, complaints) == (status, b"", b"")
    finally:
        os.close(alive)
        run.kill()


def read(pipe: int) -> bytes:
    """Return what is written to the pipe; b"" once all have ended."""
    ready, _, _ = select.select([pipe], [], [], LONGEST)
    assert ready, "nobody writes, but some process is still alive"
    return os.read(pipe, 1)

"""However the arena is ended, none of its processes survives, and what it has measured is not lost."""

import json
import os
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

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


PLAYS_TWENTY_ROUNDS_AND_WAITS = """
import json, os, sys
marks = sys.argv[1]
begun = len(os.listdir(marks))
open(os.path.join(marks, str(begun)), "w").close()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "hello"}', flush=True)
    elif message["type"] == "view":
        while begun == 2 and sys.stdin.readline():
            pass
        print(json.dumps({"type": "action", "action": message["legal"][-1]}), flush=True)
"""
"""It is restarted every twenty rounds, and waits the third time."""


@pytest.mark.parametrize("form", ["plain", "json"])
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["SIGINT", "SIGTERM"]
)
def test_an_interrupted_arena_prints_what_it_has_measured_and_continues_there(
    number: signal.Signals, status: int, form: str, tmp_path: Path
) -> None:
    marks, bot, saved = tmp_path / "marks", tmp_path / "bot.py", tmp_path / "saved"
    marks.mkdir()
    bot.write_text(PLAYS_TWENTY_ROUNDS_AND_WAITS, encoding="utf-8")
    # Relative, as a command has a greatest length.
    command = shlex.join([sys.executable, "-IS", bot.name, marks.name])
    arguments = ["arena", "novice", command, "--rounds", "70", "--processes", "1"]

    def run(*more: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "engarde_tui", *arguments, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_hear_signals,
            cwd=tmp_path,
        )

    interrupted = run("--save", str(saved), *(["--json"] if form == "json" else []))
    end = time.monotonic() + LONGEST
    while not (len(list(marks.iterdir())) == 3 and saved.read_bytes().count(b"\n") == 3):
        assert time.monotonic() < end
        time.sleep(0.01)
    interrupted.send_signal(number)
    told, complaints = interrupted.communicate(timeout=LONGEST)
    assert (interrupted.returncode, complaints) == (status, "")
    if form == "json":
        part = json.loads(told)
        assert (part["rounds"], part["planned"], part["interrupted"]) == (40, 70, True)
        assert part["won"] + part["drawn"] + part["lost"] == 40
    else:
        assert "ferti-advanced, interrupted after 40 of 70 rounds, seed 1\n" in told
        assert "  novice won " in told

    def finished(*more: str) -> dict[str, Any]:
        last = run("--json", *more)
        told, complaints = last.communicate(timeout=LONGEST)
        assert (last.returncode, complaints) == (0, "")
        figures: dict[str, Any] = json.loads(told)
        for figure in figures["bots"]:
            for timed in ("decisions_per_second", "median_ms", "p99_ms", "longest_ms"):
                del figure[timed]
        return figures

    continued = finished("--save", str(saved))
    assert (continued["rounds"], continued["interrupted"]) == (70, False)
    assert finished() == continued


INTERRUPTED_AT_THE_END = """
import os, signal, sys
from engarde_tui.cli import main
from engarde_tui.commands import arena

figures_of = arena.figures_of

def interrupted(*arguments):
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), number)
    return figures_of(*arguments)

arena.figures_of = interrupted
sys.exit(main(["arena", "novice", "daydreamer", "--rounds", "20", "--processes", "1"]))
"""


def test_an_interruption_does_not_keep_the_results_from_being_printed() -> None:
    """Such as the second of two in a row."""
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT_THE_END],
        capture_output=True,
        text=True,
        preexec_fn=_hear_signals,
        timeout=LONGEST,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "novice against daydreamer, ferti-advanced, 20 rounds, seed 1\n" in run.stdout


def read(pipe: int) -> bytes:
    """Return what is written to the pipe; b"" once all have ended."""
    ready, _, _ = select.select([pipe], [], [], LONGEST)
    assert ready, "nobody writes, but some process is still alive"
    return os.read(pipe, 1)

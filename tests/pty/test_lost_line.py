"""When the terminal is lost, the program ends soon and its match can be resumed."""

import os
import resource
import shlex
import signal
import sys
from pathlib import Path

import pytest
from processes import seconds_of_processor
from pty_table import COMMAND, assert_resumes, new_match, stall, stored
from pty_terminal import Terminal, wait_until
from settling import LONGEST

pytestmark = pytest.mark.wire

WOKEN = Path(__file__).with_name("play_woken.py")

PLAY = (*COMMAND, "play", "--seed", "7", "--data")


def seconds_of_ended_processes() -> float:
    """Return the processor seconds used by all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def assert_ends(table: Terminal) -> None:
    """Check for the exit status of a hangup, and that no busy loop took more time than the startup."""
    used = seconds_of_processor(table.process.pid)
    others = seconds_of_ended_processes()
    table.hang_up()
    assert table.process.wait(LONGEST) == 128 + signal.SIGHUP
    assert seconds_of_ended_processes() - others < 2 * used


@pytest.mark.parametrize("key", ["space", "q", "\x10"], ids=["hand", "question", "palette"])
def test_a_lost_line_ends_the_program(table: Terminal, data: Path, key: str) -> None:
    table.press(key)
    table.settle()
    assert_ends(table)
    assert stored(data) == [new_match()]


def test_a_line_lost_while_nobody_reads_ends_the_program(table: Terminal, data: Path) -> None:
    match = stall(table, data)
    assert_ends(table)
    assert_resumes(match, data)


@pytest.mark.parametrize("end", [signal.SIGHUP, signal.SIGTERM])
def test_a_program_woken_while_it_starts_and_ends_still_ends(data: Path, end: signal.Signals) -> None:
    """A closing terminal may do that, and `fg` after an early ctrl+z."""
    with Terminal((sys.executable, str(WOKEN), "play", "--seed", "7", "--data", str(data))) as table:
        table.wait_for("space lifts")
        os.kill(table.process.pid, end)
        assert table.process.wait(LONGEST) == 128 + end


@pytest.mark.parametrize("stalls", [False, True], ids=["idle", "stalled"])
def test_a_line_lost_without_a_signal_ends_the_program(data: Path, stalls: bool) -> None:
    """As below a shell that survives its terminal."""
    ended = data.parent / "status"
    play = shlex.join((*PLAY, str(data)))
    shell = f"trap '' HUP; {play}; echo $? > {shlex.quote(str(ended))}; exec sleep 100"
    with Terminal(("sh", "-c", shell)) as table:
        table.wait_for("space lifts")
        table.settle()
        match = stall(table, data) if stalls else new_match()
        table.hang_up()
        wait_until(lambda: ended.exists() and ended.read_text().endswith("\n"))
    assert int(ended.read_text()) == 128 + signal.SIGHUP
    assert_resumes(match, data)


@pytest.mark.parametrize("way", ["line", "signal"])
def test_a_line_lost_while_an_external_bot_thinks_ends_both(data: Path, way: str) -> None:
    number = data.parent / "pid"
    command = f"bot:sh -c 'echo $$ > {number}; exec cat > {os.devnull}'"
    with Terminal((*PLAY, str(data), "--right", command, "--first", "right")) as table:
        table.wait_for("is thinking.")
        table.wait_for(lambda _: number.exists() and number.read_text().endswith("\n"))
        if way == "signal":
            os.kill(table.process.pid, signal.SIGHUP)
        else:
            table.hang_up()
        assert table.process.wait(LONGEST) == 128 + signal.SIGHUP
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
    (match,) = stored(data)
    assert match.round.actions == ()

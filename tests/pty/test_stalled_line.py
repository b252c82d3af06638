"""While a terminal is stalled, the program keeps running; afterwards it shows the current state."""

import os
import signal
from pathlib import Path

import pytest
from processes import status
from pty_table import HELP, assert_resumes, engarde, first_turn, shows, stall
from pty_terminal import Terminal, seen
from settling import LONGEST
from table_seen import CARD

pytestmark = pytest.mark.wire

REDRAW = "\x0c"


def test_after_a_stall_the_screen_shows_the_current_match(table: Terminal, data: Path) -> None:
    """The same as a terminal that was read all the time, without the frames in between."""
    with engarde("play", "--seed", "7", data=data.parent / "beside") as beside:
        beside.wait_for("space lifts")
        beside.settle()
        before, before_beside = len(table.output), len(beside.output)
        match = stall(table, data)
        keys, _ = first_turn()
        for key in (*HELP, *keys):
            beside.press(key)
            beside.settle()
        beside.wait_for(lambda _: shows(beside, match))
        beside.settle()
        assert status(table.process.pid, "VmRSS") < status(beside.process.pid, "VmRSS") + 8000
        table.wait_for(lambda _: shows(table, match))
        table.settle()
        late, drawn = table.output[before:], len(beside.output) - before_beside
        assert len(late) < drawn / 2
        assert CARD.search(beside.output[before_beside:].decode())
        assert not CARD.search(late.decode())
        assert seen(table.screen) == seen(beside.screen)


def test_after_a_stall_behind_a_dialog_all_of_the_dialog_is_shown(table: Terminal, data: Path) -> None:
    stall(table, data)
    table.press("space", "q")
    table.wait_for("Leave this match?")
    table.settle()
    shown = table.text
    table.press(REDRAW)
    table.settle()
    assert table.text == shown
    table.press("n")
    table.wait_for("Bruno to play")


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_ends_the_program_while_nobody_reads(table: Terminal, data: Path, number: int) -> None:
    """The terminal is restored if it continues."""
    match = stall(table, data)
    before = len(table.output)
    os.kill(table.process.pid, number)
    assert table.process.wait(LONGEST) == 128 + number
    table.read_to_end()
    late = table.output[before:]
    for mode in (
        b"\x1b[0m",
        b"\x1b[?1049l",
        b"\x1b[?1000l",
        b"\x1b[?1002l",
        b"\x1b[?2004l",
        b"\x1b[?25h",
        b"\x1b[?7h",
    ):
        assert mode in late
    assert_resumes(match, data)

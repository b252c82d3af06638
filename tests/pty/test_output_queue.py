"""The output queue for a stalled terminal: bounded, and without outdated frames."""

import fcntl
import os
import pty
import resource
import select
import termios
import threading
import tty
from collections.abc import Iterator

import pytest
from settling import LONGEST

from engarde_tui.terminal.layer.output_queue import MOST_WAITING, OutputQueue

PICTURE = b"\x1b[1;1H" + b"x" * 1994
TAKEN_BY_THE_SYSTEM = 40_000
"""More bytes than an unread pseudo-terminal buffers."""


class Reader:
    """A line to a pseudo-terminal that is read only on request."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.flows_again, self.lost = threading.Event(), threading.Event()
        self.line = OutputQueue(self.slave, self.flows_again.set, self.lost.set)

    def read(self, end: bytes) -> bytes:
        """Return everything up to `end`."""
        read = b""
        while not read.endswith(end):
            assert select.select([self.master], [], [], LONGEST)[0], f"{end!r} has not come"
            read += os.read(self.master, 65536)
        return read

    def draw(self, *pictures: bytes) -> None:
        """Write frames."""
        for picture in pictures:
            self.line.write(picture, is_frame=True)

    def stall(self) -> None:
        """Write a frame too large for the system's buffer, and wait until that is full."""
        self.draw(PICTURE * (TAKEN_BY_THE_SYSTEM // len(PICTURE)))
        self.wait_until_full()

    def wait_until_full(self) -> None:
        """Wait until the system's buffer is full, or the terminal stopped, and stays so."""
        while select.select([], [self.slave], [], 0.2)[1]:
            pass

    def hang_up(self) -> None:
        """Close the reading end."""
        os.close(self.master)
        self.master = -1


@pytest.fixture
def reader() -> Iterator[Reader]:
    """An unread line."""
    reader = Reader()
    yield reader
    if reader.master >= 0:
        reader.hang_up()
    reader.line.end()
    os.close(reader.slave)


def test_output_is_written_in_order(reader: Reader) -> None:
    pictures = [b"\x1b[H%d." % number for number in range(500)]
    reader.draw(*pictures)
    assert reader.read(b"499.") == b"".join(pictures)


def test_the_queue_is_bounded_and_the_next_frame_is_complete(reader: Reader) -> None:
    reader.stall()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(25_000):
        reader.draw(PICTURE + b"%d" % number)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000
    assert not reader.flows_again.is_set()
    reader.line.write(b"end of the old", is_frame=False)
    old = reader.read(b"end of the old")
    assert len(old) < TAKEN_BY_THE_SYSTEM
    assert reader.flows_again.wait(LONGEST)
    reader.draw(b"too early: it would be drawn over what is not there")
    reader.line.resume_frames()
    reader.draw(b"everything anew")
    assert reader.read(b"anew") == b"everything anew"


def test_output_that_fits_the_queue_is_not_dropped(reader: Reader) -> None:
    pictures = [PICTURE] * (MOST_WAITING // len(PICTURE))
    reader.draw(*pictures, b"the last")
    assert reader.read(b"the last") == b"".join(pictures) + b"the last"


def test_a_single_frame_of_any_size_is_written(reader: Reader) -> None:
    picture = PICTURE * 100
    reader.draw(picture, b"and the next")
    assert reader.read(b"and the next") == picture + b"and the next"


def test_a_frame_is_cut_only_between_escape_sequences(reader: Reader) -> None:
    """Otherwise the next frame would be read as the rest of a sequence."""
    cells = [f"\x1b[38;2;{number % 256};9;9m─".encode() for number in range(10_000)]
    reader.draw(b"".join(cells))
    reader.wait_until_full()
    reader.draw(*[PICTURE] * 50)
    reader.line.write(b"end", is_frame=False)
    read = reader.read(b"end")
    assert len(read) < TAKEN_BY_THE_SYSTEM
    assert b"".join(cells).startswith(read.removesuffix(b"end"))
    assert read.decode().endswith("m─end")


def test_terminal_settings_are_never_dropped(reader: Reader) -> None:
    reader.stall()
    reader.line.write(b"setting", is_frame=False)
    reader.draw(*[PICTURE] * 100)
    reader.line.write(b"another", is_frame=False)
    assert reader.read(b"another").endswith(b"settinganother")


def test_at_exit_restoring_the_terminal_comes_before_old_frames(reader: Reader) -> None:
    reader.stall()
    reader.draw(*[PICTURE] * 20)
    reader.line.drop_frames()
    reader.line.write(b"\x1b[?1049l", is_frame=False)
    reader.line.end()
    assert "engarde-output" not in {thread.name for thread in threading.enumerate()}
    assert len(reader.read(b"\x1b[?1049l")) < TAKEN_BY_THE_SYSTEM


def test_a_lost_line_is_reported_and_not_waited_for(reader: Reader) -> None:
    reader.stall()
    reader.hang_up()
    assert reader.lost.wait(LONGEST)
    reader.line.end()


def test_a_non_blocking_terminal_is_waited_for(reader: Reader) -> None:
    """Another program may have left it so."""
    fcntl.fcntl(reader.slave, fcntl.F_SETFL, os.O_NONBLOCK)
    pictures = [PICTURE] * (MOST_WAITING // len(PICTURE))
    reader.draw(*pictures)
    reader.line.write(b"end", is_frame=False)
    assert reader.read(b"end") == b"".join(pictures) + b"end"


def test_output_that_ctrl_s_has_stopped_is_written_at_the_end(reader: Reader) -> None:
    """It may be typed once the shell's discipline is back, before what restores the screen is written."""
    modes = termios.tcgetattr(reader.slave)
    modes[0] |= termios.IXON
    termios.tcsetattr(reader.slave, termios.TCSANOW, modes)
    os.write(reader.master, b"\x13")
    reader.wait_until_full()
    reader.line.write(b"restored", is_frame=False)
    reader.line.end()
    assert reader.read(b"restored") == b"restored"

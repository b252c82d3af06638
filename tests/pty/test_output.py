"""Output to a terminal that may stall: nothing waits for it, and no late frame is shown."""

import asyncio
import fcntl
import os
import pty
import select
import termios
import tty
from collections.abc import AsyncIterator

import pytest
from settling import LONGEST

from engarde_tui.terminal.driver import Output

PICTURE = b"\x1b[1;1H" + b"x" * 1994
TAKEN_BY_THE_SYSTEM = 40_000
"""More bytes than an unread pseudo-terminal buffers."""


class Reader:
    """A line to a pseudo-terminal that is read only on request."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.flows_again, self.lost = asyncio.Event(), asyncio.Event()
        self.has_ended = False
        self.line = Output(self.slave, self.flows_again.set, self.lost.set)

    async def read(self, end: bytes) -> bytes:
        """Return everything up to `end`."""
        read = b""
        async with asyncio.timeout(LONGEST):
            while not read.endswith(end):
                if select.select([self.master], [], [], 0)[0]:
                    read += os.read(self.master, 65536)
                await asyncio.sleep(0)
        return read

    def draw(self, *pictures: bytes) -> None:
        """Write frames."""
        for picture in pictures:
            self.line.write(picture, is_frame=True)

    def set(self, data: bytes) -> None:
        """Write settings of the terminal."""
        self.line.write(data, is_frame=False)

    def stall(self) -> None:
        """Write a frame too large for the system's buffer."""
        self.draw(PICTURE * (TAKEN_BY_THE_SYSTEM // len(PICTURE)))
        assert self.line.is_stalled

    def end(self) -> None:
        """End the output, once."""
        if not self.has_ended:
            self.has_ended = True
            self.line.end()

    def hang_up(self) -> None:
        """Close the reading end."""
        os.close(self.master)
        self.master = -1


@pytest.fixture
async def reader() -> AsyncIterator[Reader]:
    """An unread line."""
    reader = Reader()
    yield reader
    if reader.master >= 0:
        reader.hang_up()
    reader.end()
    os.close(reader.slave)


async def test_output_is_written_in_order(reader: Reader) -> None:
    pictures = [b"\x1b[H%d." % number for number in range(500)]
    reader.draw(*pictures)
    assert await reader.read(b"499.") == b"".join(pictures)
    assert not reader.line.is_stalled


async def test_a_frame_of_any_size_is_written(reader: Reader) -> None:
    picture = PICTURE * 100
    reader.draw(picture, b"and the next")
    assert await reader.read(b"and the next") == picture + b"and the next"


async def test_once_the_line_takes_all_that_waited_the_program_hears_of_it(reader: Reader) -> None:
    reader.draw(PICTURE)
    reader.stall()
    assert not reader.flows_again.is_set()
    reader.set(b"end")
    await reader.read(b"end")
    async with asyncio.timeout(LONGEST):
        await reader.flows_again.wait()
    assert not reader.line.is_stalled


async def test_a_frame_is_dropped_only_between_escape_sequences(reader: Reader) -> None:
    """Otherwise the next frame would be read as the rest of a sequence."""
    cells = b"".join(f"\x1b[38;2;{number % 256};9;9m─".encode() for number in range(10_000))
    reader.draw(cells)
    reader.line.drop_frame()
    reader.set(b"end")
    read = (await reader.read(b"end")).removesuffix(b"end")
    assert len(read) < TAKEN_BY_THE_SYSTEM
    assert cells.startswith(read)
    assert read.decode().endswith("m─")


async def test_terminal_settings_are_never_dropped(reader: Reader) -> None:
    reader.stall()
    reader.set(b"\x1b[setting")
    reader.draw(*[PICTURE] * 100)
    reader.line.drop_frame()
    reader.set(b"\x1b[another")
    assert (await reader.read(b"another")).endswith(b"x\x1b[setting\x1b[another")


async def test_at_exit_restoring_the_terminal_comes_before_old_frames(reader: Reader) -> None:
    reader.stall()
    reader.line.drop_frame()
    reader.set(b"\x1b[?1049l")
    reader.end()
    assert len(await reader.read(b"\x1b[?1049l")) < TAKEN_BY_THE_SYSTEM


async def test_a_lost_line_is_reported_and_not_waited_for(reader: Reader) -> None:
    reader.stall()
    reader.hang_up()
    async with asyncio.timeout(LONGEST):
        await reader.lost.wait()


async def test_a_non_blocking_terminal_is_waited_for(reader: Reader) -> None:
    """Another program may have left it so."""
    fcntl.fcntl(reader.slave, fcntl.F_SETFL, os.O_NONBLOCK)
    pictures = [PICTURE] * 30
    reader.draw(*pictures)
    reader.set(b"end")
    assert await reader.read(b"end") == b"".join(pictures) + b"end"


async def test_output_that_ctrl_s_has_stopped_is_written_at_the_end(reader: Reader) -> None:
    """It may be typed once the shell's discipline is back, before what restores the screen is written."""
    modes = termios.tcgetattr(reader.slave)
    modes[0] |= termios.IXON
    termios.tcsetattr(reader.slave, termios.TCSANOW, modes)
    os.write(reader.master, b"\x13")
    while select.select([], [reader.slave], [], 0)[1]:
        await asyncio.sleep(0)
    reader.set(b"restored")
    reader.end()
    assert await reader.read(b"restored") == b"restored"

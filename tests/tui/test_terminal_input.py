"""What the terminal sends reaches the program whole, wherever it is cut; an error is a crash as any other."""

import array
import asyncio
import fcntl
import os
import termios
from typing import cast

import pytest
from hypothesis import given
from settling import LONGEST
from textual import constants
from textual.message import Message
from tui.test_input_parser import CUT, END, described, meaning

from engarde_tui.terminal import input as input_module
from engarde_tui.terminal.driver import TerminalDriver


class Program:
    """An app that notes what it gets."""

    is_flooded = False

    def __init__(self) -> None:
        self.got: list[str] = []
        self.crashes: list[str] = []
        self.hung_up = asyncio.Event()

    def post_message(self, message: Message) -> None:
        self.got.append(described(message))

    def crash(self, error: Exception) -> None:
        self.crashes.append(str(error))

    def exit(self, *_: object) -> None:
        self.got.append("hang up")
        self.hung_up.set()


class Driver(TerminalDriver):
    """A driver that only reads; its terminal is a pipe."""

    def __init__(self, program: Program, fileno: int) -> None:
        self.fileno, self._program = fileno, program
        self._event_loop, self._parser = asyncio.get_running_loop(), input_module.InputParser()

    def process_message(self, message: Message) -> None:
        self.send_message(message)


class Failing(Driver):
    """A driver that fails at every key."""

    def process_message(self, message: Message) -> None:
        raise RuntimeError(described(message))


async def typed(*parts: bytes, kind: type[Driver] = Driver) -> Program:
    """Return the program after a terminal has sent some bytes, each part of which is read on its own."""
    program = Program()
    read, write = os.pipe()
    kind(program, read).listen()
    async with asyncio.timeout(LONGEST):
        for part in parts:
            os.write(write, part)
            while _unread(read):
                await asyncio.sleep(0)
        os.close(write)
        await program.hung_up.wait()
    os.close(read)
    return program


async def keys_of(*parts: bytes) -> list[str]:
    """Return the keys that a terminal is taken to send."""
    return (await typed(*parts)).got


def _unread(pipe: int) -> int:
    """Return the bytes in a pipe."""
    number = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, number)
    return cast(int, number[0])


async def test_a_character_may_come_in_halves() -> None:
    assert await keys_of(b"a", b"\xc3", b"\xa9", b"b") == ["a", "é", "b", "hang up"]


async def test_a_sequence_that_is_cut_is_one_key_if_its_end_can_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even if the program had to wait before it could look."""
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.0)
    # 4096 bytes are read at once.
    assert await keys_of(b"x" * 4095 + b"\x1b[A") == ["x"] * 4095 + ["up", "hang up"]


@given(parts=CUT)
def test_any_bytes_are_keys_or_nothing_and_the_next_key_counts(parts: list[bytes]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        # The machine may be too busy to send the parts one soon after the other.
        monkeypatch.setattr(constants, "ESCAPE_DELAY", LONGEST)
        monkeypatch.setattr(input_module, "PASTE_SECONDS", LONGEST)
        program = asyncio.run(typed(*parts, END, b"x"))
    assert program.got[-2:] == ["x", "hang up"]
    assert program.got[:-1] == meaning(*parts, END, b"x")
    assert program.crashes == []


@pytest.mark.parametrize("report", ["97;1:3u", "1;1:3A", "1114112u"])
async def test_keys_around_a_report_of_no_key_count(report: str) -> None:
    assert await keys_of(f"a\x1b[{report}b".encode()) == ["a", "b", "hang up"]


async def test_an_error_while_reading_is_a_crash() -> None:
    program = await typed(b"a", kind=Failing)
    assert program.crashes == ["a"]

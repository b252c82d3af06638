"""What the terminal sends reaches the program whole, wherever it is cut."""

import array
import asyncio
import fcntl
import os
import termios
from collections.abc import Callable
from threading import Event
from types import SimpleNamespace

import pytest
from settling import LONGEST
from textual import constants
from textual.events import Key

from engarde_tui.terminal.driver import TerminalDriver


async def keys_of(*parts: bytes) -> list[str]:
    """Return the keys that a terminal is taken to send, each part of whose input is read on its own."""
    keys: list[str] = []
    read, write = os.pipe()

    def hang_up() -> None:
        keys.append("hang up")

    def call(act: Callable[[], None]) -> None:
        act()

    def note(key: Key) -> None:
        keys.append(key.key)

    driver = SimpleNamespace(
        fileno=read, exit_event=Event(), process_message=note, _call_soon=call, _hang_up=hang_up
    )
    reading = asyncio.create_task(asyncio.to_thread(TerminalDriver.run_input_thread, driver))  # type: ignore[arg-type]
    async with asyncio.timeout(LONGEST):
        for part in parts:
            os.write(write, part)
            while _unread(read) and not reading.done():
                await asyncio.sleep(0.001)
        os.close(write)
        await reading
    os.close(read)
    return keys


def _unread(pipe: int) -> int:
    """Return the bytes in a pipe."""
    number = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, number)
    return number[0]


async def test_a_character_may_come_in_halves() -> None:
    assert await keys_of(b"a", b"\xc3", b"\xa9", b"b") == ["a", "é", "b", "hang up"]


async def test_a_sequence_that_is_cut_is_one_key_if_its_end_can_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even if the program had to wait before it could look."""
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.0)
    # 4096 bytes are read at once.
    assert await keys_of(b"x" * 4095 + b"\x1b[A") == ["x"] * 4095 + ["up", "hang up"]

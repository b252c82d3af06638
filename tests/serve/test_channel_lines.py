"""Lines over a channel, by themselves: echo, the end, what waits, and what is dropped."""

import asyncio
from typing import Any, cast

import pytest

from engarde_tui.serve.ssh.lines import ChannelLines
from engarde_tui.serve.ssh.turns import Lane


class Channel:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent = b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Patient:
    """A lane whose turns begin when told."""

    def __init__(self) -> None:
        self.may_begin = asyncio.Event()
        self.may_begin.set()
        self.ended = 0

    async def turn(self) -> Any:
        await self.may_begin.wait()
        return self._end

    def _end(self) -> None:
        self.ended += 1


def lines_of(
    channel: Channel, lane: Patient, *, has_terminal: bool = True, encoding: str = "utf-8"
) -> ChannelLines:
    size = (50, 24) if has_terminal else None
    return ChannelLines(channel, cast(Lane, lane), str.encode, size=size, encoding=encoding)


async def test_what_is_typed_is_echoed_taken_back_and_read() -> None:
    channel, lane = Channel(), Patient()
    lines = lines_of(channel, lane)
    lines.feed(b"hanx\x7fd\r\n+2\r")
    assert [await lines.read(), await lines.read()] == ["hand", "+2"]
    assert channel.sent == b"hanx\b \bd\r\n+2\r\n"


async def test_what_takes_no_cell_is_typed_too_and_taken_back_without_a_move() -> None:
    """Controls that could write elsewhere are not."""
    channel, lane = Channel(), Patient()
    lines = lines_of(channel, lane)
    lines.feed("a\u200c\u202e\x7fb\r".encode())
    assert await lines.read() == "ab"
    assert channel.sent == "a\u200cb\r\n".encode()


async def test_without_a_terminal_nothing_is_echoed_and_the_end_comes_after_the_last_line() -> None:
    channel, lane = Channel(), Patient()
    lines = lines_of(channel, lane, has_terminal=False)
    lines.feed(b"hand\n")
    lines.end_input()
    assert [await lines.read(), await lines.read()] == ["hand", None]
    assert channel.sent == b""


async def test_lines_are_read_in_the_clients_encoding_byte_by_byte() -> None:
    lines = lines_of(Channel(), Patient(), encoding="euc_jp")
    for byte in "日本x\x7f\r\n".encode("euc_jp"):
        lines.feed(bytes([byte]))
    assert await lines.read() == "日本"


async def test_a_line_that_is_dropped_while_it_waits_for_its_turn_is_not_read() -> None:
    channel, lane = Channel(), Patient()
    lines = lines_of(channel, lane)
    lane.may_begin.clear()
    lines.feed(b"y\r")
    reading = asyncio.create_task(lines.read())
    for _ in range(3):
        await asyncio.sleep(0)
    lines.forget_typed()
    lane.may_begin.set()
    for _ in range(3):
        await asyncio.sleep(0)
    lines.feed(b"hand\r")
    assert await reading == "hand"


async def test_a_client_that_takes_nothing_is_sent_the_last_lines_later_and_no_echo() -> None:
    channel, lane = Channel(), Patient()
    lines = lines_of(channel, lane)
    lines.stall()
    lines.feed(b"a\x7f" * 1000)
    for number in range(1000):
        lines.say(f"{number}")
    assert channel.sent == b""
    lines.flow()
    assert channel.sent.startswith(b"500\r\n")
    assert channel.sent.endswith(b"999\r\n")


async def test_a_wide_space_is_a_space() -> None:
    channel, lane = Channel(), Patient()
    lines = lines_of(channel, lane)
    lines.feed("hint\u30003\r".encode())
    assert await lines.read() == "hint 3"
    assert channel.sent == b"hint 3\r\n"


@pytest.mark.parametrize("has_terminal", [True, False])
async def test_words_are_broken_only_where_a_terminal_needs_it(has_terminal: bool) -> None:
    channel = Channel()
    lines = lines_of(channel, Patient(), has_terminal=has_terminal)
    told = "To play with a friend, open a table, or join by code: type join."
    lines.say(told)
    if has_terminal:
        lines.resize(200, 24)
    lines.say(told)
    broken = told.replace("by code", "by\r\ncode")
    assert channel.sent.decode() == (f"{broken}\r\n{told}\r\n" if has_terminal else f"{told}\n" * 2)

"""What a terminal sends waits until the app can handle it, and stays whole."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from serve.channels import Channel
from serve.hall.visitors import Clock
from settling import LONGEST
from textual import constants
from textual.events import Key, Paste
from textual.message import Message

from engarde_tui.serve.ssh.driver import SSHDriver
from engarde_tui.serve.ssh.share import Share


class Program:
    """An app that is never busy, and counts how often it is asked."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        """What it has got: keys by name, pastes by their text."""
        self.asked = 0
        self.screen_stack: list[object] = []
        self.focused = None
        self.is_running = True

    @property
    def message_queue_size(self) -> int:
        self.asked += 1
        return 0

    def post_message(self, message: Message) -> None:
        assert isinstance(message, Key | Paste)
        self.keys.append(message.key if isinstance(message, Key) else message.text)


@pytest.fixture
def program() -> Program:
    return Program()


def driver(program: Any, channel: Channel | None = None, share: Share | None = None) -> SSHDriver:
    return SSHDriver(program, channel=channel or Channel(), share=share or Share(1), size=(80, 24))


async def test_keys_wait_for_the_share(program: Program) -> None:
    clock = Clock()
    share = Share(0.25, clock)
    share.charge(0.5 + 0.001)
    typing = driver(program, share=share)
    typing.feed(b"ab")
    async with asyncio.timeout(LONGEST):
        while program.asked < 3:
            await asyncio.sleep(0)
        assert not program.keys
        clock.now += 1
        while len(program.keys) < 2:
            await asyncio.sleep(0)
    typing.disable_input()


@pytest.mark.parametrize("before", range(16))
async def test_a_sequence_is_one_key_however_long_its_end_waits(
    program: Program, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even longer than an escape waits for what may follow."""
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.0)
    typing = driver(program)
    typing.feed(b"x" * before + b"\x1b[A\x1b[200~paste\x1b[201~\x1b[B\x1b")
    async with asyncio.timeout(LONGEST):
        while "escape" not in program.keys:
            await asyncio.sleep(0)
    assert program.keys == ["x"] * before + ["up", "paste", "down", "escape"]
    typing.disable_input()


async def test_a_sequence_is_one_key_even_if_its_end_waits_in_the_connection(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That holds it back while the share is used up."""
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.0)
    clock, asked = Clock(), 0

    def counted() -> float:
        nonlocal asked
        asked += 1
        return clock()

    share = Share(1000, counted)
    typing = driver(program, share=share)
    typing.feed(b"\x1b")
    share.charge(2000 + 0.1)
    asked = 0
    async with asyncio.timeout(LONGEST):
        while asked < 50:
            await asyncio.sleep(0)
        assert not program.keys
        typing.feed(b"[A")
        clock.now += 1
        while not program.keys:
            await asyncio.sleep(0)
    assert program.keys == ["up"]
    typing.disable_input()


async def test_an_escape_is_a_key_even_if_half_a_character_follows(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.0)
    typing = driver(program)
    typing.feed(b"x" * 15 + b"\x1b" + "é".encode()[:1])
    async with asyncio.timeout(LONGEST):
        while "escape" not in program.keys:
            await asyncio.sleep(0)
    typing.disable_input()


class FullChannel(Channel):
    """A channel that has received more, which it delivers as soon as reading resumes."""

    def __init__(self, *received: bytes) -> None:
        self.received = list(received)
        self.session: SSHDriver

    def resume_reading(self) -> None:
        while self.received:
            self.session.feed(self.received.pop(0))


async def test_each_key_waits_for_the_one_before(program: Program) -> None:
    """Also if more arrives as soon as reading resumes."""
    channel = FullChannel(b"cd", b"ef")
    channel.session = driver(program, channel)
    channel.session.feed(b"ab")
    assert program.keys == ["a"]
    async with asyncio.timeout(LONGEST):
        while len(program.keys) < 6:
            await asyncio.sleep(0)
    assert program.keys == ["a", "b", "c", "d", "e", "f"]
    channel.session.disable_input()

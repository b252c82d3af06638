"""What a terminal sends waits until the app can handle it, and stays whole."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from serve.channels import Channel
from settling import ASK, LONGEST
from textual import constants
from textual.events import Key, Paste
from textual.message import Message
from tui.test_input_parser import CUT, END, described, meaning

from engarde_tui.serve.ssh.driver import SSHDriver
from engarde_tui.serve.ssh.turns import Burden, End, Lane, Turns
from engarde_tui.terminal import input as input_module


class Program:
    """An app that is never busy."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        """What it has got: keys by name, pastes by their text."""
        self.is_running = True
        self.takes_input = True

    def post_message(self, message: Message) -> None:
        assert isinstance(message, Key | Paste)
        self.keys.append(message.key if isinstance(message, Key) else message.text)

    def when_done(self, call: Callable[[], None]) -> None:
        call()


class AnyProgram(Program):
    """It takes messages of every kind."""

    def post_message(self, message: Message) -> None:
        self.keys.append(described(message))


@pytest.fixture
def program() -> Program:
    return Program()


def driver(program: Any, channel: Channel | None = None, turns: Turns | None = None) -> SSHDriver:
    return SSHDriver(
        program, channel=channel or Channel(), lane=Lane(turns or Turns(), Burden()), size=(80, 24)
    )


async def test_keys_wait_for_their_turn(program: Program) -> None:
    turns = Turns()
    end = await Lane(turns, Burden()).turn()
    typing = driver(program, turns=turns)
    typing.feed(b"ab")
    for _ in range(10):
        await asyncio.sleep(0)
    assert not program.keys
    end()
    async with asyncio.timeout(LONGEST):
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
    """That has asked for its turn before the escape does to be a key."""
    monkeypatch.setattr(constants, "ESCAPE_DELAY", LONGEST)
    turns = Turns()
    typing = driver(program, turns=turns)
    typing.feed(b"\x1b")
    async with asyncio.timeout(LONGEST):
        end = await Lane(turns, Burden()).turn()

        def deliver(end: End) -> None:
            typing.feed(b"[A")
            end()

        typing._lane.ask(deliver)
        typing._ask_to_tick()
        assert not program.keys
        end()
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


async def test_each_key_waits_for_the_one_before(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if more arrives as soon as reading resumes."""
    done: list[Callable[[], None]] = []
    monkeypatch.setattr(program, "when_done", done.append)
    channel = FullChannel(b"cd", b"ef")
    channel.session = driver(program, channel)
    channel.session.feed(b"ab")
    async with asyncio.timeout(LONGEST):
        for number in range(1, 7):
            while len(done) < number:
                await asyncio.sleep(0)
            assert program.keys == [*"abcdef"[:number]]
            done[-1]()
    channel.session.disable_input()


async def test_each_key_came_when_its_bytes_did() -> None:
    """A question that has come between two keys of one burst is not answered by the second."""
    got: list[Message] = []

    class Keeper(Program):
        def post_message(self, message: Message) -> None:
            got.append(message)

    before = time.monotonic()
    typing = driver(Keeper())
    typing.feed(b"d" + b"z" * 40 + b"y")
    after = time.monotonic()
    async with asyncio.timeout(LONGEST):
        while len(got) < 42:
            await asyncio.sleep(0)
    assert all(before <= each.time <= after for each in got)
    typing.disable_input()


@given(parts=CUT)
def test_any_bytes_are_keys_or_nothing_and_the_next_key_counts(parts: list[bytes]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        # The machine may be too busy to send the parts one soon after the other.
        monkeypatch.setattr(constants, "ESCAPE_DELAY", LONGEST)
        monkeypatch.setattr(input_module, "PASTE_SECONDS", LONGEST)
        got = asyncio.run(_got(*parts, END, ASK.encode()))
    assert without_releases(got) == without_releases(meaning(*parts, END, ASK.encode()))


def without_releases(got: list[str]) -> list[str]:
    """Return what is left without buttons let go: Textual adds those that it has missed."""
    return [each for each in got if each != "MouseUp"]


async def _got(*parts: bytes) -> list[str]:
    """Return what a program gets when these parts come, the last of which is `ASK`."""
    program, channel = AnyProgram(), CountingChannel()
    typing = driver(program, channel)
    async with asyncio.timeout(LONGEST):
        for part in parts:
            typing.feed(part)
            while not channel.is_read:
                await asyncio.sleep(0)
        while program.keys[-1:] != ["f35"]:
            await asyncio.sleep(0)
    typing.disable_input()
    return program.keys


class CountingChannel(Channel):
    """A channel that knows whether all it has delivered has been parsed."""

    is_read = True

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


@pytest.mark.parametrize("report", ["97;1:3u", "1;1:3A", "1114112u"])
async def test_keys_around_a_report_of_no_key_count(program: Program, report: str) -> None:
    typing = driver(program)
    typing.feed(f"a\x1b[{report}b".encode())
    async with asyncio.timeout(LONGEST):
        while len(program.keys) < 2:
            await asyncio.sleep(0)
    assert program.keys == ["a", "b"]
    typing.disable_input()

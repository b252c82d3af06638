"""What a client meets before it has logged in: PuTTY and Dropbear get in, the log says why others do not."""

import asyncio
import logging
import shutil
import socket
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from pty_terminal import Terminal
from serve.clients import connect
from serve.conftest import OpenHall
from serve.hall_here import HallHere, hall_here
from settling import LONGEST

pytestmark = pytest.mark.wire

VERSION = b"SSH-2.0-x\r\n"
LEFT = "left before the login"
LISTS = 10
"""Lists of names in the first packet (RFC 4253, 7.1)."""


def name_list(names: bytes) -> bytes:
    """A list of names as a packet has it."""
    return struct.pack(">I", len(names)) + names


def packet(payload: bytes) -> bytes:
    """Wrap a payload as it is sent before anything is encrypted."""
    padding = 8 - (len(payload) + 5) % 8 + 8
    return struct.pack(">IB", len(payload) + padding + 1, padding) + payload + bytes(padding)


REFUSED_KEY = b"\x01" + struct.pack(">I", 9) + name_list(b"Host key is not trusted") + name_list(b"en")
"""Why a client hangs up (RFC 4253, 11.1)."""
NOTHING_IN_COMMON = packet(b"\x14" + bytes(16) + name_list(b"none@here") * LISTS + bytes(5))


async def say(port: int, said: bytes, *, and_leave: bool) -> None:
    """Say something after the hall has said its version; leave, or wait until the hall hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await reader.readline()
    writer.write(said)
    if and_leave:
        writer.write_eof()
    await reader.read()
    writer.close()


async def refused(server: HallHere, reason: str, times: int = 1) -> None:
    """Wait until something was refused so often for this reason."""
    async with asyncio.timeout(LONGEST):
        while server.door.refusal_counts[reason] < times:
            await asyncio.sleep(0.01)


async def all_gone(server: HallHere) -> None:
    """Wait until nobody is connected."""
    async with asyncio.timeout(LONGEST):
        while server.door.connections:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        pytest.param(b"", LEFT, id="nothing"),
        pytest.param(VERSION, LEFT, id="its version"),
        pytest.param(b"SSH-1.0-x\r\n", "not SSH 2", id="another version"),
        pytest.param(VERSION + NOTHING_IN_COMMON, "no common algorithm", id="unknown algorithms"),
        pytest.param(VERSION + packet(b"\x1e" * 40), "broken SSH", id="a key exchange out of turn"),
        pytest.param(VERSION + packet(REFUSED_KEY), "host key refused", id="another host key expected"),
    ],
)
async def test_the_log_says_why_a_connection_ended_before_the_login(
    tmp_path: Path, said: bytes, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "engarde.hall"):
        async with hall_here(tmp_path) as server:
            for _ in range(3):
                await say(server.port, said, and_leave=reason == LEFT)
            await refused(server, reason, 3)
            assert server.door.refusal_counts == {reason: 3}
        server.door.refusals.sum_up()
    at_once, summed_up = caplog.messages
    assert at_once == f"event=refused address=127.0.0.1 reason={reason!r}"
    assert summed_up == f"event=refused network=127.0.0.1 times=2 reasons='{reason} 2'"


async def test_the_log_says_that_a_client_took_too_long_to_log_in(tmp_path: Path) -> None:
    async with hall_here(tmp_path, login_seconds=0.1) as server:
        with socket.create_connection(("127.0.0.1", server.port)):
            await refused(server, "no login in time")
        assert server.door.refusal_counts == {"no login in time": 1}


async def test_a_refused_connection_is_not_told_twice(tmp_path: Path) -> None:
    async with hall_here(tmp_path) as server:
        server.hall.register.bans.add("127.0.0.1")
        async with asyncio.timeout(LONGEST):
            while server.door.refusal("127.0.0.1") != "banned":
                await asyncio.sleep(0.01)
        with socket.create_connection(("127.0.0.1", server.port)):
            await refused(server, "banned")
        await all_gone(server)
        assert server.door.refusal_counts == {"banned": 1}


async def test_who_logs_in_and_leaves_is_not_in_the_log_of_refusals(tmp_path: Path) -> None:
    async with hall_here(tmp_path) as server:
        async with await connect(server.port):
            pass
        await all_gone(server)
        assert not server.door.refusal_counts


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("dbclient", "-y", "-y", "-p", "{port}", "dora@127.0.0.1"), id="Dropbear"),
        pytest.param(
            ("plink", "-no-antispoof", "-P", "{port}", "-hostkey", "{key}", "dora@127.0.0.1"), id="PuTTY"
        ),
    ],
)
def test_other_clients_than_openssh_get_in(open_hall: OpenHall, command: Sequence[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    hall = open_hall()
    key = hall.wait_for_log(r"event=open .*\bkey=(\S+)")[1]
    line = [part.format(port=hall.port, key=key) for part in command]
    with Terminal(line) as terminal:
        terminal.wait_for("Here now")
        terminal.press("q")
        assert terminal.wait_for_exit() == 0

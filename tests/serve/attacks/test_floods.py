"""Floods, giant windows and clients that read nothing hold nobody up.

How long the others wait then is measured by tests/benchmarks/attacks.py.
"""

import asyncio
import fcntl
import sys
import termios
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from serve.conftest import OpenHall
from serve.halls import HallProcess
from settling import LONGEST

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import LOBBY, MOST_GROWTH, check_others_are_served, player
from serve.clients import Player, narrow
from serve.floods import FLOODS

pytestmark = pytest.mark.wire


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_holds_nobody_up(hall: HallProcess, flood: str) -> None:
    async with player(hall) as mallory:
        before = hall.memory
        FLOODS[flood](mallory)
        await check_others_are_served(hall)
        assert hall.memory - before < MOST_GROWTH


@pytest.mark.slow
async def test_many_who_come_and_go_need_no_memory(open_hall: OpenHall) -> None:
    """However quickly; each has come to have a table, which takes a few megabytes."""
    hall = open_hall()

    async def visit(name: str) -> None:
        async with player(hall, name) as visitor:
            visitor.press("n")
            await visitor.wait_for("Press enter to open the table")
            visitor.press("enter")
            await visitor.wait_for("Waiting for an opponent")

    for number in range(12):
        await visit(f"first{number}")
    before = hall.memory
    for number in range(15):
        await visit(f"second{number}")
    assert hall.memory - before < 2 * MOST_GROWTH


async def test_the_picture_is_right_after_a_giant_window(hall: HallProcess) -> None:
    async with player(hall) as mallory:
        await mallory.settle()
        shown, before = mallory.text, hall.memory
        for columns, rows in ((65535, 65535), (0, 0), (2**32 - 1, 2**32 - 1), (1, 1), (80, 24)):
            mallory.channel.change_terminal_size(columns, rows)
            await mallory.settle()
        mallory.press("\x0c")
        await mallory.wait_for(shown.__eq__)
        mallory.press("\x1b[48;99999;99999;1;1t", "\x0c")
        await mallory.settle()
        await mallory.wait_for(shown.__eq__)
        assert hall.memory - before < MOST_GROWTH


@pytest.mark.parametrize("size", [(65535, 65535), (0, 0), (1, 1)])
async def test_a_terminal_can_have_any_size_from_the_start(hall: HallProcess, size: tuple[int, int]) -> None:
    before = hall.memory
    mallory = await Player.enter(hall.port, size=size)
    await mallory.settle()
    assert hall.memory - before < MOST_GROWTH
    mallory.picture.screen.resize(24, 80)
    mallory.channel.change_terminal_size(80, 24)
    await mallory.wait_for(LOBBY)
    await mallory.leave()


async def stop_line(mallory: Player) -> Callable[[], None]:
    """The client reads nothing that comes, answers included; a picture of 30 kB fills the line.

    Were it filled with many small packets, the kernel would drop what arrives after them, the
    acknowledgements of the client's own keys too, and neither side would get on.
    """
    transport = mallory.connection._transport
    transport.pause_reading()
    mallory.press("\x0c")
    async with asyncio.timeout(LONGEST):
        while not unread(transport.get_extra_info("socket").fileno()):
            await asyncio.sleep(0.01)
    return transport.resume_reading


def unread(descriptor: int) -> int:
    """The bytes that have arrived and wait to be read."""
    return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)


async def stop_channel(mallory: Player) -> Callable[[], None]:
    """The client reads, but lets the terminal get nothing."""
    mallory.channel.pause_reading()
    return mallory.channel.resume_reading


@pytest.mark.parametrize("stop", [stop_line, stop_channel])
async def test_who_does_not_read_costs_nothing_and_sees_the_right_picture_later(
    hall: HallProcess, stop: Callable[[Player], Awaitable[Callable[[], None]]]
) -> None:
    window = 2**30 if stop is stop_line else 2**16
    async with player(hall, window=window, sock=narrow(hall.port), local_addr=None) as mallory:
        mallory.channel.change_terminal_size(300, 100)
        mallory.picture.screen.resize(100, 300)
        await mallory.settle()
        memory = hall.memory
        go_on = await stop(mallory)
        # Each of them is a picture of 30 kB.
        mallory.press(*["\x0c"] * 15)
        await check_others_are_served(hall)
        assert hall.memory - memory < MOST_GROWTH
        mallory.press("down")
        mallory.channel.change_terminal_size(80, 24)
        go_on()
        await mallory.settle()
        mallory.picture.screen.resize(24, 80)
        # The new size waits for its turn, as the keys before it do.
        # So does the lobby's news that the others have left.
        await mallory.wait_for(lambda text: "►Quick match" in text and "· 1 here" in text)
        await mallory.settle()
        shown = mallory.text
        mallory.press("\x0c")
        await mallory.settle()
        assert mallory.text == shown


@pytest.mark.parametrize(("said", "addresses"), [(b"", 1), (b"", 10), (b"SSH-2.0-stop\r\n", 10)])
async def test_connections_that_stop_half_way_hold_nobody_up(
    open_hall: OpenHall, said: bytes, addresses: int
) -> None:
    """200 of them, from one address or from several; in the end all are closed."""
    hall = open_hall(login_seconds=5, comings=1000)
    streams = []
    for number in range(200):
        source = f"127.0.0.{3 + number % addresses}"
        reader, writer = await asyncio.open_connection("127.0.0.1", hall.port, local_addr=(source, 0))
        writer.write(said)
        streams.append((reader, writer))
    await check_others_are_served(hall)
    for reader, writer in streams:
        with suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), LONGEST)
        writer.close()
    async with player(hall, source="127.0.0.3"):
        pass

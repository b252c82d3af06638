"""The gate: how often strangers may come, whether they stay or not."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from serve.clients import SECOND_ADDRESS, Player
from serve.hall_here import hall_here
from serve.servers import NEIGHBOUR, SITE

from engarde_tui.serve.door.gate import Gate
from engarde_tui.serve.door.limits import Limits

pytestmark = pytest.mark.painted


def of(limits: Limits) -> Gate:
    """Return a gate with limits, at which no time passes."""
    return Gate(limits, lambda: 0.0, lambda *_: None)


def test_an_address_comes_so_often_in_ten_seconds_and_then_again() -> None:
    now = [0.0]
    refused: list[tuple[str, str]] = []
    gate = Gate(Limits(comings=3), lambda: now[0], lambda *why: refused.append(why))
    for second in range(3):
        now[0] = second
        assert gate.lets_in("192.0.2.1")
    assert not gate.lets_in("192.0.2.1")
    assert gate.lets_in("192.0.2.2")
    assert refused == [("192.0.2.1", "too often")]
    now[0] = 10
    assert gate.lets_in("192.0.2.1"), "the first has been forgotten, and who was refused does not count"
    assert not gate.lets_in("192.0.2.1")


def test_the_networks_of_a_site_come_as_often_as_two() -> None:
    gate = of(Limits(comings=2))
    addresses = [network.replace("::/64", "::1") for network in SITE]
    assert [gate.lets_in(address) for address in (*addresses[:3] * 2,)] == [True] * 4 + [False] * 2
    assert gate.lets_in(NEIGHBOUR.replace("::/64", "::1"))


def test_who_shares_an_address_with_many_comes_more_often() -> None:
    gate = of(Limits(comings=2, per_address=40))
    assert [gate.lets_in("192.0.2.1") for _ in range(5)] == [True] * 4 + [False]


async def test_who_comes_too_often_is_hung_up_on_without_a_word_and_others_come_in(tmp_path: Path) -> None:
    async with hall_here(tmp_path, comings=3) as hall:
        for said in (b"SSH-2.0-", b"SSH-2.0-", b"SSH-2.0-", b"", b""):
            reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
            try:
                assert await reader.read(8) == said
            except ConnectionResetError:
                assert not said
            writer.close()
        player = await Player.enter(hall.port, "anna", source=SECOND_ADDRESS)
        await player.wait_for("the fencing hall")
        await player.leave()

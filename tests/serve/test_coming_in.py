"""Many who come in at once all come in, also while processes of the hall die."""

import asyncio
import os
import signal

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from pty_terminal import wait_until  # noqa: E402
from serve.attacks.attackers import LOBBY, player  # noqa: E402
from serve.clients import Player  # noqa: E402
from serve.conftest import OpenHall  # noqa: E402
from serve.halls import HallProcess  # noqa: E402

pytestmark = pytest.mark.wire


async def come_in(hall: HallProcess, number: int) -> list[Player]:
    """So many guests, who see the lobby."""
    coming = [Player.enter(hall.port, f"guest{each}") for each in range(number)]
    players = [*await asyncio.gather(*coming)]
    for each in players:
        await each.wait_for(LOBBY)
    return players


async def test_who_comes_in_with_many_others_comes_in(open_hall: OpenHall) -> None:
    hall = open_hall("--max-per-address", "100")
    players = await come_in(hall, 20)
    for each in players:
        await each.leave()


async def test_who_comes_while_there_is_no_nursery_comes_in_soon(open_hall: OpenHall) -> None:
    hall = open_hall("--max-per-address", "100")
    async with player(hall, "vera") as vera:
        for _ in range(2):
            (nursery,) = hall.nurseries
            os.kill(nursery, signal.SIGKILL)
            for each in await come_in(hall, 5):
                each.press("q")
                assert await each.wait_for_end() == 0
            vera.press("down")
            await vera.settle()


async def test_who_was_born_by_a_nursery_that_has_died_leaves_at_once_with_the_right_status(
    open_hall: OpenHall,
) -> None:
    hall = open_hall()
    async with player(hall, "vera") as vera:
        os.kill(hall.nurseries[0], signal.SIGKILL)
        hall.wait_for_log("event=nursery-lost")
        vera.press("q")
        assert await vera.wait_for_end(5) == 0


async def test_a_keeper_follows_also_one_that_dies_at_its_start_or_without_a_nursery(
    open_hall: OpenHall,
) -> None:
    hall = open_hall()

    def keeper() -> int:
        wait_until(lambda: bool(hall.nurseries) and len(hall.pids) > len(hall.nurseries))
        return hall.pids[len(hall.nurseries)]

    for _ in range(3):
        os.kill(keeper(), signal.SIGKILL)
    last = keeper()
    os.kill(hall.nurseries[0], signal.SIGKILL)
    hall.wait_for_log("event=nursery-lost")
    os.kill(last, signal.SIGKILL)
    wait_until(lambda: keeper() != last)
    hall.wait_for_log("event=keeper-lost")
    async with player(hall, "vera"):
        pass
    assert hall.terminate() == 0


async def test_whoever_is_killed_without_a_keeper_is_gone_once_there_is_one(open_hall: OpenHall) -> None:
    hall = open_hall()
    async with player(hall, "vera") as vera:
        (anna,) = await come_in(hall, 1)
        await vera.wait_for("· 2 here")
        _, keeper, _, visit = hall.pids
        os.kill(keeper, signal.SIGKILL)
        os.kill(visit, signal.SIGKILL)
        assert await anna.wait_for_end() == 128 + signal.SIGKILL
        await vera.wait_for("· 1 here")

"""How much one visitor, one address and all together may have of the hall."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from serve.conftest import OpenHall
from settling import LONGEST

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import LOBBY, player  # noqa: E402
from serve.clients import SECOND_ADDRESS, Player, connect  # noqa: E402
from serve.halls import HallProcess  # noqa: E402

pytestmark = pytest.mark.wire


async def test_one_address_has_so_many_connections_and_others_have_theirs(open_hall: OpenHall) -> None:
    hall = open_hall("--max-per-address", "2")
    async with AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(player(hall))
        with pytest.raises((asyncssh.Error, OSError)):
            await connect(hall.port)
        hall.wait_for_log("event=refused address=127.0.0.1 reason=address")
        async with player(hall, source=SECOND_ADDRESS):
            pass
    async with player(hall):
        pass


FULL = "The hall is full at the moment. Try again later."


async def test_a_full_hall_says_so(open_hall: OpenHall) -> None:
    hall = open_hall("--max-players", "1")
    async with player(hall):
        late = await Player.enter(hall.port, "late")
        assert await late.wait_for_end() == 1
        assert FULL in late.text
    # Of several processes the other ones hear a little later that somebody has left.
    while FULL in (await _seen_on_entering(hall)):
        pass


async def _seen_on_entering(hall: HallProcess) -> str:
    newcomer = await Player.enter(hall.port, "newcomer")
    seen = await newcomer.wait_for(lambda text: LOBBY in text or FULL in text)
    await newcomer.leave()
    return seen


async def test_in_a_full_hall_who_has_been_idle_for_longest_gives_way(open_hall: OpenHall) -> None:
    """Guests before members, though the member here has been idle for longer."""
    hall = open_hall("--max-players", "2", gives_way_minutes=0)
    anna = await Player.enter(hall.port, "anna", asyncssh.generate_private_key("ssh-ed25519"))
    await anna.wait_for(LOBBY)
    idle = await Player.enter(hall.port, "idle")
    await idle.wait_for(LOBBY)
    async with player(hall, "late"):
        assert await idle.wait_for_end() == 0
        assert "The hall is full, and you pressed no key for a while." in idle.text
        assert not anna.gone.is_set()
    await anna.leave()


async def test_nobody_gives_way_who_has_just_pressed_a_key(open_hall: OpenHall) -> None:
    hall = open_hall("--max-players", "1", gives_way_minutes=60)
    async with player(hall) as present:
        late = await Player.enter(hall.port, "late", asyncssh.generate_private_key("ssh-ed25519"))
        assert await late.wait_for_end() == 1
        assert not present.gone.is_set()


async def test_some_places_are_kept_for_members(open_hall: OpenHall) -> None:
    hall = open_hall("--max-players", "4")
    async with AsyncExitStack() as stack:
        for number in range(3):
            await stack.enter_async_context(player(hall, f"guest{number}"))
        late = await Player.enter(hall.port, "late")
        assert await late.wait_for_end() == 1
        assert "The hall is full" in late.text
        key = asyncssh.generate_private_key("ssh-ed25519")
        await stack.enter_async_context(player(hall, "anna", key=key))


async def test_silent_connections_give_way_to_players(open_hall: OpenHall) -> None:
    """More of them than the hall takes at all, from many addresses."""
    hall = open_hall("--max-players", "1", login_seconds=3600)
    async with AsyncExitStack() as stack:
        for number in range(60):
            address = f"127.0.0.{3 + number % 4}"
            _, writer = await asyncio.open_connection("127.0.0.1", hall.port, local_addr=(address, 0))
            stack.callback(writer.close)
        async with player(hall):
            hall.wait_for_log("event=refused address=127.0.0.3 reason='gave way'")
            assert "reason=full" not in hall.log


async def test_who_does_not_log_in_is_sent_away(open_hall: OpenHall) -> None:
    hall = open_hall(login_seconds=0.5)
    reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
    assert (await reader.readline()).startswith(b"SSH-2.0-")
    await asyncio.wait_for(reader.read(), LONGEST)
    writer.close()


async def test_who_logs_in_and_asks_for_nothing_is_sent_away(open_hall: OpenHall) -> None:
    # The time must do for a player to come, however busy the machine is.
    hall = open_hall(login_seconds=5)
    async with player(hall) as waiting:
        connection = await connect(hall.port)
        await asyncio.wait_for(connection.wait_closed(), LONGEST)
        hall.wait_for_log("reason='nothing asked for'")
        waiting.press("down")
        assert not waiting.gone.is_set()


async def test_who_presses_no_key_for_long_is_sent_away_and_told(open_hall: OpenHall) -> None:
    hall = open_hall(idle_minutes=1 / 60)
    idle = await Player.enter(hall.port)
    assert await idle.wait_for_end() == 0
    assert "Disconnected after a long time without a key." in idle.text

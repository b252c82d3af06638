"""Tables that are opened to fill the list, and codes that are tried out."""

from contextlib import AsyncExitStack

import pytest
from serve.conftest import OpenHall

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import LOBBY, player  # noqa: E402
from serve.clients import SECOND_ADDRESS, Player  # noqa: E402

pytestmark = pytest.mark.wire


async def open_table(host: Player) -> None:
    """From the lobby, and back to it."""
    host.press("n")
    await host.wait_for("Press enter to open the table")
    host.press("enter")
    await host.wait_for("Waiting for an opponent")
    host.press("m")
    await host.wait_for(LOBBY)


async def test_an_honest_table_is_listed_whatever_one_network_has_opened(open_hall: OpenHall) -> None:
    """With new keys and names all the time, of which some stay; and after a restart."""
    hall = open_hall("--max-per-address", "6")
    for number in range(3):
        async with player(hall, f"gone{number}", key=asyncssh.generate_private_key("ssh-ed25519")) as mallory:
            for _ in range(3):
                await open_table(mallory)
    vera_key = asyncssh.generate_private_key("ssh-ed25519")
    async with AsyncExitStack() as stack:
        for number in range(2):
            key = asyncssh.generate_private_key("ssh-ed25519")
            mallory = await stack.enter_async_context(player(hall, f"here{number}", key=key))
            for _ in range(3):
                await open_table(mallory)
        mallory.press("n")
        await mallory.wait_for("Press enter to open the table")
        mallory.press("enter")
        await mallory.wait_for("6 tables of your network are waiting")
        async with player(hall, "vera", key=vera_key, source=SECOND_ADDRESS) as vera:
            await open_table(vera)
            async with player(hall, "wanda", source="127.0.0.3") as wanda:
                text = await wanda.wait_for("Join vera")
                assert text.index("Join vera") < text.index("Join here0", text.index("Join here0") + 1)
                assert "Join gone" not in text
    hall.kill()
    async with player(open_hall("--max-per-address", "6"), "wanda", source="127.0.0.3") as wanda:
        await wanda.wait_for("Join vera")


async def test_codes_are_counted_by_network_and_not_by_visit(open_hall: OpenHall) -> None:
    hall = open_hall()
    for visit in range(4):
        async with player(hall, f"mallory{visit}") as mallory:
            mallory.press("j")
            await mallory.wait_for("Code of a table")
            for number in range(5):
                mallory.press(f"zz{visit}zz{number}", "enter")
                await mallory.wait_for(f"'zz{visit}zz{number}'")
    hall.wait_for_log("event=refused address=127.0.0.1 reason='wrong codes'")
    async with player(hall, "trudy") as trudy:
        trudy.press("j")
        await trudy.wait_for("Code of a table")
        trudy.press("zzzzzz", "enter")
        await trudy.wait_for("Too many wrong codes")
    async with player(hall, "vera", source=SECOND_ADDRESS) as vera:
        vera.press("j")
        await vera.wait_for("Code of a table")
        vera.press("zzzzzz", "enter")
        await vera.wait_for("No table has the code")

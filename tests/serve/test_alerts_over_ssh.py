"""Alerts as players and operators get them: from a real hall, over SSH and by the operator's program."""

import asyncio
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from serve.conftest import OpenHall
from serve.halls import HallProcess
from settling import LONGEST

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import LOBBY  # noqa: E402
from serve.clients import Player  # noqa: E402

pytestmark = pytest.mark.wire


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(LONGEST):
        while not holds():
            await asyncio.sleep(0.02)


async def two_members(hall: HallProcess) -> tuple[Player, Player]:
    """Return anna, who has ticked all alerts, and bruno, both in the lobby."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    anna, bruno = [
        await Player.enter(hall.port, name, key) for name, key in zip(("anna", "bruno"), keys, strict=True)
    ]
    for player in (anna, bruno):
        await player.wait_for(LOBBY)
    anna.press("s", "\t", "\t", "enter")
    await anna.wait_for("Alert this terminal when")
    anna.press(*["space", "\t"] * 5, "enter")
    await anna.wait_for("on · choose alerts")
    anna.press("enter")
    return anna, bruno


async def challenge(bruno: Player) -> None:
    """Let bruno challenge anna from the lobby."""
    bruno.press("n", "\t", "\t", "right", "right", "enter", "anna", "enter")
    await bruno.wait_for("Waiting for anna")


async def test_a_challenge_reaches_the_terminal_and_the_operators_program(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    hall = open_hall("--notify-command", shlex.join(["sh", "-c", f"cat >> '{heard}'; exit 7"]))
    anna, bruno = await two_members(hall)
    await challenge(bruno)
    await anna.wait_for("bruno challenges you")
    await anna.settle()
    assert anna.output.count(b"\x1b]9;") == 1
    assert b"\x1b]9;bruno challenges you.\x07" in anna.output
    assert b"\x1b]9;" not in bruno.output
    hall.wait_for_log(r"event=notify-trouble times=1 reasons='status 7 1'")
    told = json.loads(heard.read_text())
    assert (told["kind"], told["name"], told["opponent"]) == ("challenge", "anna", "bruno")
    assert told["command"] == f"ssh anna@127.0.0.1 -p {hall.port}"
    await anna.leave()
    bruno.press("x")
    await bruno.wait_for("The table has been withdrawn")
    await challenge(bruno)
    await until(lambda: heard.read_text().count("\n") == 2)
    await bruno.leave()
    assert hall.terminate() == 0


async def test_a_program_that_hangs_holds_up_neither_players_nor_the_end_of_the_hall(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    pid = tmp_path / "pid"
    hangs = f"echo $$ > '{pid}.new'; mv '{pid}.new' '{pid}'; exec sleep 1000"
    hall = open_hall("--notify-command", shlex.join(["sh", "-c", hangs]))
    anna, bruno = await two_members(hall)
    await challenge(bruno)
    await until(pid.exists)
    for player in (anna, bruno):
        await player.settle()
    hall.process.terminate()
    for player in (anna, bruno):
        assert await player.wait_for_end() == 0
    assert hall.process.wait(LONGEST) == 0
    await until(lambda: not Path(f"/proc/{pid.read_text().strip()}").exists())

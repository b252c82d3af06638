"""Visitors who attack a hall, and a player who is served meanwhile."""

import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from serve.clients import SECOND_ADDRESS, Player
from serve.halls import HallProcess
from settling import LONGEST

LOBBY = "Leave the hall"

MOST_GROWTH = 12.0
"""Megabytes by which one client may make the server grow: a picture of the largest size takes some."""


@asynccontextmanager
async def player(hall: HallProcess, name: str = "mallory", **options: object) -> AsyncIterator[Player]:
    """Somebody in the lobby, who hangs up at the end; waits until the hall, if it still runs, has noticed."""
    before = len(hall.log)
    player = await Player.enter(hall.port, name, **options)
    try:
        await player.wait_for(LOBBY)
        entered = hall.wait_for_log(r"event=enter player=(\S+) ", after=before)
        yield player
    finally:
        await player.leave()
    if hall.process.poll() is None:
        hall.wait_for_log(f"event=leave player={entered[1]} ", after=entered.end())


async def check_others_are_served(hall: HallProcess) -> None:
    """A player from another address comes, sees what each key does, and goes."""
    async with player(hall, "vera", source=SECOND_ADDRESS) as vera:
        for key in ("down", "up") * 5:
            before = pointed_at(vera.text)
            vera.press(key)
            await vera.wait_for(lambda text, before=before: pointed_at(text) != before)


def pointed_at(text: str) -> list[str]:
    """The line of the lobby that is marked."""
    return [line for line in text.splitlines() if "►" in line]


def run(*command: str, seconds: float = LONGEST) -> "subprocess.CompletedProcess[str]":
    """Run a real client that is given nothing to read."""
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
    )

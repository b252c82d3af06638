"""What it takes until everybody is back after a restart, and how long somebody who plays meanwhile waits.

    python tests/benchmarks/reconnects.py [--players N] [--at-once N] [--clients N]

Members with keys come as fast as the hall lets them in, each from an address of their own, and stay in the
lobby. The hall runs on the first processor core, all clients in their own processes on the others.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import asyncssh
from benchmarks.soak import (
    hall_on_the_first_core,
    line_of,
    milliseconds,
    resume,
    sit_down,
)
from processes import seconds_of_processor
from serve.clients import Player
from serve.halls import HallProcess

_PATIENCE = 600.0
"""Seconds after which a player who is not in is an error."""

_PAUSE = 0.3
"""Seconds between two keys of the one who plays."""


async def come_back(port: int, first: int, players: int, at_once: int) -> None:
    """Print "ready"; on a line of input, come in; print the seconds that it took; leave on another line."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(players)]
    print("ready", flush=True)
    sys.stdin.readline()
    places = asyncio.Semaphore(at_once)
    began = time.monotonic()

    async def enter(number: int) -> Player:
        source = f"127.1.{number // 250}.{number % 250 + 1}"
        async with places:
            player = await Player.enter(
                port, f"player{number}", keys[number - first], source=source, login_timeout=_PATIENCE
            )
            await player.wait_for("the fencing hall", _PATIENCE)
        return player

    everybody = await asyncio.gather(*(enter(first + number) for number in range(players)))
    print(f"{time.monotonic() - began}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for player in everybody:
        player.connection.abort()


async def _to_move(player: Player) -> Player:
    """Wait until a player is to move."""
    await player.wait_for("enter play")
    return player


async def lines_of(clients: "list[subprocess.Popen[str]]") -> list[str]:
    """Wait for the next line of each client."""
    loop = asyncio.get_running_loop()
    return await asyncio.gather(*(loop.run_in_executor(None, line_of, client) for client in clients))


async def time_keys(player: Player, comers: "list[subprocess.Popen[str]]") -> tuple[list[float], float]:
    """Press keys until all have come; return the seconds to each answer, and those until all were in."""
    waiting = asyncio.ensure_future(lines_of(comers))
    delays: list[float] = []
    while not waiting.done():
        delays.append(await player.time_to_repaint("up" if len(delays) % 2 else "down", _PATIENCE))
        await asyncio.sleep(_PAUSE)
    return delays, max(map(float, await waiting))


async def measure(players: int, at_once: int, clients: int, hall: HallProcess) -> None:
    """Let one pair play, then all others come; print what it took."""
    port, pid = hall.port, hall.process.pid
    pair = await sit_down(port, 0)
    seats = [asyncio.ensure_future(_to_move(fencer.player)) for fencer in pair]
    done, others = await asyncio.wait(seats, return_when=asyncio.FIRST_COMPLETED)
    player = done.pop().result()
    for seat in others:
        seat.cancel()
    quiet = []
    for number in range(20):
        quiet.append(await player.time_to_repaint("up" if number % 2 else "down"))
        await asyncio.sleep(_PAUSE / 3)
    comers = []
    for number in range(clients):
        first, last = players * number // clients, players * (number + 1) // clients
        given = (port, first, last - first, max(at_once // clients, 1))
        command = [sys.executable, __file__, "--client", *map(str, given)]
        comers.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    await lines_of(comers)
    used = seconds_of_processor(pid)
    for client in comers:
        resume(client)
    delays, took = await time_keys(player, comers)
    used, memory = seconds_of_processor(pid) - used, hall.memory
    for client in comers:
        resume(client)
        client.wait()
    for name, value in {
        "players, at once": f"{players}, {at_once}",
        "until all are in": f"{took:.1f} s, {1000 * took / players:.1f} ms each",
        "server's processor time": f"{used:.1f} s, {1000 * used / players:.1f} ms each",
        "memory of the hall": f"{memory:.0f} MB",
        "refusals in the log": f"{hall.log.count('event=refused')}",
        "key of one who plays in a quiet hall": milliseconds(quiet),
        "key of one who plays meanwhile": milliseconds(delays),
    }.items():
        print(f"{name:<38}{value}")


def reconnect(players: int, at_once: int, clients: int) -> None:
    """Open a hall, and let players come."""
    limit = str(players + 20)
    options = ("--max-players", limit, "--max-per-address", "20")
    with tempfile.TemporaryDirectory() as folder, hall_on_the_first_core(Path(folder), *options) as hall:
        asyncio.run(measure(players, at_once, clients, hall))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--client"]:
        asyncio.run(come_back(*map(int, sys.argv[2:6])))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--players", type=int, default=200)
        parser.add_argument("--at-once", type=int, default=50, help="how many try to come in at a time")
        parser.add_argument("--clients", type=int, default=1, help="processes that run the players")
        options = parser.parse_args()
        reconnect(options.players, options.at_once, options.clients)

"""How long others wait while somebody pours over the hall what no player would send.

    python tests/benchmarks/attacks.py [--seconds N]

For each attack: what a player from another address waits for the answer to a key, in a calm hall and then
under the attack, and the ratio of the two medians. The tests see to it that everybody is served at all.
"""

import argparse
import asyncio
import logging
import statistics
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

import asyncssh

sys.path.insert(0, str(Path(__file__).parents[1]))
from serve.clients import SECOND_ADDRESS, Player
from serve.floods import FLOODS
from serve.halls import HallProcess

LOBBY = "Leave the hall"
STALLED = 200
"""Connections that say nothing."""


async def delays(hall: HallProcess, seconds: float) -> list[float]:
    """How long a player waits for the answer to each key, for some seconds."""
    vera = await Player.enter(hall.port, "vera", source=SECOND_ADDRESS)
    await vera.wait_for(LOBBY)
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end or len(found) < 10:
        found.append(await vera.time_to_repaint("up" if len(found) % 2 else "down"))
        await asyncio.sleep(0.02)
    await vera.leave()
    return found


async def flood(hall: HallProcess, name: str, seconds: float) -> list[float]:
    """The delays while a player does what the flood is."""
    mallory = await Player.enter(hall.port, "mallory")
    await mallory.wait_for(LOBBY)
    FLOODS[name](mallory)
    found = await delays(hall, seconds)
    await mallory.leave()
    return found


async def stall(hall: HallProcess, seconds: float) -> list[float]:
    """The delays while many connections stop half way."""
    streams = []
    for number in range(STALLED):
        source = (f"127.0.0.{3 + number % 10}", 0)
        streams.append(await asyncio.open_connection("127.0.0.1", hall.port, local_addr=source))
    found = await delays(hall, seconds)
    for _, writer in streams:
        writer.close()
    return found


async def squat(mallory: Player) -> None:
    """Open tables as fast as possible, up to the limit and on."""
    while True:
        mallory.press("n", "enter", "m")
        await mallory.settle()


async def guess(mallory: Player) -> None:
    """Try codes out as fast as possible."""
    for number in count():
        mallory.press("j", f"{number:06}", "enter")
        await mallory.settle()


PLOTS = {"tables of five keys": squat, "guesses of five keys": guess}
"""What visitors with keys of their own do as fast as they are answered."""


async def plot(hall: HallProcess, name: str, seconds: float) -> list[float]:
    """The delays while five visitors from one address do what the plot is."""
    async with asyncio.TaskGroup() as group:
        crowd = []
        for number in range(5):
            key = asyncssh.generate_private_key("ssh-ed25519")
            mallory = await Player.enter(hall.port, f"mallory{number}", key)
            await mallory.wait_for(LOBBY)
            crowd.append((mallory, group.create_task(PLOTS[name](mallory))))
        found = await delays(hall, seconds)
        for mallory, task in crowd:
            task.cancel()
            await mallory.leave()
    return found


def show(name: str, calm: list[float], found: list[float]) -> None:
    """A line of the table."""
    median = statistics.median(found)
    ratio = median / statistics.median(calm)
    print(f"{name:<30}{1000 * median:>8.1f} ms{ratio:>8.1f}{1000 * max(found):>8.0f} ms", flush=True)


async def main(seconds: float) -> None:
    """Print the table."""
    print(f"{'':<30}{'median':>11}{'ratio':>8}{'longest':>11}")
    with tempfile.TemporaryDirectory() as folder, HallProcess(Path(folder)) as hall:
        await delays(hall, 1)
        for name in FLOODS:
            calm = await delays(hall, seconds)
            show(name, calm, await flood(hall, name, seconds))
        for name in PLOTS:
            calm = await delays(hall, seconds)
            show(name, calm, await plot(hall, name, seconds))
        calm = await delays(hall, seconds)
        show(f"{STALLED} silent connections", calm, await stall(hall, seconds))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3, help="for each attack (default: 3)")
    # The hall cuts the lines of those who overdo it.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    asyncio.run(main(parser.parse_args().seconds))

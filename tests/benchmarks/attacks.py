"""How long others wait while somebody pours over the hall what no player would send.

    python tests/benchmarks/attacks.py [--seconds N] [ATTACK ...]

For each attack, by one or more connections from one address in a process of their own: what a player from
another address waits for the answer to a key, in a calm hall and then under the attack, the ratio of the
medians, and the processor time that the hall uses, in cores. The tests see to it that everybody is served.
"""

import argparse
import asyncio
import logging
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import asyncssh

sys.path.insert(0, str(Path(__file__).parents[1]))
from processes import seconds_of_processor
from serve.clients import SECOND_ADDRESS, Player
from serve.floods import FLOODS
from serve.halls import HallProcess

LOBBY = "Leave the hall"
STALLED = 200
"""Connections that say nothing."""

FULL = 1024 * 1024
"""Unsent bytes at which a flood waits until the hall has taken some."""


async def pour(name: str, port: int) -> None:
    """Flood the hall, and come back if it hangs up."""
    while True:
        with suppress(OSError, asyncssh.Error, AssertionError):
            mallory = await Player.enter(port, "mallory")
            await mallory.wait_for(LOBBY)
            while (transport := mallory.connection._transport) is not None:
                if transport.get_write_buffer_size() < FULL:
                    FLOODS[name](mallory)
                await asyncio.sleep(0.05)


async def rekey(port: int) -> None:
    """Ask for new keys with each packet."""
    while True:
        with suppress(OSError, asyncssh.Error, AssertionError):
            mallory = await Player.enter(port, "mallory", rekey_bytes=1)
            while not mallory.gone.is_set():
                mallory.press("up")
                await asyncio.sleep(0.002)


async def visit(port: int) -> None:
    """Come to the lobby, and leave it at once, again and again."""
    while True:
        with suppress(OSError, asyncssh.Error, AssertionError):
            mallory = await Player.enter(port, "mallory")
            await mallory.wait_for(LOBBY)
            await mallory.leave()


async def as_member(port: int, act: Callable[[Player], Awaitable[None]]) -> None:
    """Come with a key of one's own, and do something as fast as it is answered."""
    while True:
        with suppress(OSError, asyncssh.Error, AssertionError):
            name = f"mallory{random.randrange(10**6)}"
            mallory = await Player.enter(port, name, asyncssh.generate_private_key("ssh-ed25519"))
            await mallory.wait_for(LOBBY)
            while not mallory.gone.is_set():
                await act(mallory)
                await mallory.settle()


async def squat(mallory: Player) -> None:
    """Open a table, up to the limit and on."""
    mallory.press("n", "enter", "m")


async def guess(mallory: Player) -> None:
    """Try a code out."""
    mallory.press("j", f"{random.randrange(10**6):06}", "enter")


async def stall(port: int) -> None:
    """Keep connections that stop half way."""
    for number in range(STALLED // 10):
        with suppress(OSError):
            await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{3 + number % 10}", 0))
    await asyncio.Event().wait()


ATTACKS: dict[str, tuple[int, Callable[[int], Awaitable[None]]]] = {
    **{flood: (1, lambda port, flood=flood: pour(flood, port)) for flood in FLOODS},
    **{
        f"10 × {flood}": (10, lambda port, flood=flood: pour(flood, port))
        for flood in ("forms", "arrows", "windows", "ignored packets", "redraws")
    },
    "tables of 5 keys": (5, lambda port: as_member(port, squat)),
    "guesses of 5 keys": (5, lambda port: as_member(port, guess)),
    "new keys": (1, rekey),
    "5 × new keys": (5, rekey),
    "6 × visits": (6, visit),
    "18 × visits": (18, visit),
    f"{STALLED} silent connections": (10, stall),
}
"""By name: the number of attackers, and what each does until cancelled."""


async def attack(name: str, port: int) -> None:
    """Attack until killed."""
    number, act = ATTACKS[name]
    await asyncio.gather(*(act(port) for _ in range(number)))


async def delays(hall: HallProcess, seconds: float) -> tuple[list[float], float]:
    """Return how long a player waits for the answer to each key, and the cores that the hall uses."""
    vera = await Player.enter(hall.port, "vera", source=SECOND_ADDRESS)
    await vera.wait_for(LOBBY)
    found: list[float] = []
    used, began = seconds_of_processor(hall.process.pid), time.monotonic()
    while time.monotonic() < began + seconds or len(found) < 10:
        found.append(await vera.time_to_repaint("up" if len(found) % 2 else "down"))
        await asyncio.sleep(0.02)
    cores = (seconds_of_processor(hall.process.pid) - used) / (time.monotonic() - began)
    await vera.leave()
    return found, cores


async def measure(name: str, hall: HallProcess, seconds: float) -> None:
    """Print the line of an attack."""
    calm, _ = await delays(hall, seconds)
    attacker = subprocess.Popen([sys.executable, __file__, "--attack", name, "--port", str(hall.port)])
    try:
        await asyncio.sleep(2)
        found, cores = await delays(hall, seconds)
    finally:
        attacker.kill()
        attacker.wait()
    median = statistics.median(found)
    ratio = median / statistics.median(calm)
    print(
        f"{name:<30}{1000 * median:>8.1f} ms{ratio:>8.1f}{1000 * max(found):>8.0f} ms{cores:>8.2f}",
        flush=True,
    )


async def main(names: list[str], seconds: float) -> None:
    """Print the table."""
    print(f"{'':<30}{'median':>11}{'ratio':>8}{'longest':>11}{'cores':>8}")
    for name in names:
        with tempfile.TemporaryDirectory() as folder, HallProcess(Path(folder)) as hall:
            await delays(hall, 1)
            await measure(name, hall, seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="ATTACK", default=list(ATTACKS), help="default: all")
    parser.add_argument("--seconds", type=float, default=3, help="for each attack (default: 3)")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    # The hall cuts the lines of those who overdo it.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    asyncssh.set_log_level(logging.ERROR)
    asyncio.run(
        attack(options.attack, options.port) if options.attack else main(options.names, options.seconds)
    )

"""How long others wait while somebody pours over the hall what no player would send.

    python tests/benchmarks/attacks.py [--seconds N] [--before N] [ATTACK ...]
    python tests/benchmarks/attacks.py --memory 600 [ATTACK ...]

For each attack, by connections from one address or from several, in a process of their own: what a player
from another address waits for the answer to a key, in a calm hall and then under the attack, the ratio of
the medians, and the processor time that the hall uses, in cores. The hall runs on the first core, all others
on the rest. The tests see to it that everybody is served.

With `--memory` it prints every 30 seconds, for so many seconds, the memory of the hall and the length of its
log, while one visitor is inside all the time: so there is no full garbage collection.
"""

import argparse
import asyncio
import logging
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle
from pathlib import Path

import asyncssh

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.soak import hall_on_the_first_core
from processes import seconds_of_processor
from serve.attacks.attackers import LOBBY, pointed_at
from serve.clients import SECOND_ADDRESS, Player, connect
from serve.floods import FLOODS
from serve.halls import HallProcess

LARGEST = (300, 100)
"""The largest window that a hall draws."""
STALLED = 200
"""Connections that say nothing."""

INTERVAL = 30
"""Seconds between two looks at the memory."""

PAUSE = 0.1
"""Seconds from an answer to the player's next key; whoever presses 30 a second may be a burden, too."""

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


ALL_ARE_IN = "all are in"
"""What the process of an attack by many prints once they have come, and begin."""

SECOND_GAME = ("a", "up", "right", "enter")
"""The keys that lead from the lobby to a match of the second game against the computer."""


async def pour_from_all(port: int, addresses: int, data: bytes, first: Sequence[str] = ()) -> None:
    """From each of so many addresses, do the same costly thing in a large window as fast as it goes.

    `first` are the keys that lead there.
    """

    async def pour_from(address: str) -> None:
        mallory = await Player.enter(port, "mallory", source=address, size=LARGEST)
        await mallory.wait_for(LOBBY)
        mallory.press(*first)
        await mallory.settle()
        while not mallory.gone.is_set():
            mallory.channel.write(data * 20)
            await asyncio.sleep(0.02)

    await asyncio.gather(*(pour_from(f"127.0.0.{10 + number}") for number in range(addresses)))


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


def is_running(lobby: str) -> bool:
    """Return whether there is a match to watch."""
    return "None" not in lobby.partition("Matches to watch")[2]


async def fidget(mallory: Player) -> None:
    """Press keys, and change the size of the window as often as the hall follows it."""
    for size in cycle((LARGEST, (80, 24))):
        with suppress(BrokenPipeError):
            mallory.channel.change_terminal_size(*size)
            for _ in range(4):
                mallory.channel.write(b"v\x1b\x0c")
                await asyncio.sleep(0.05)
        if mallory.gone.is_set():
            return


async def play_before_watchers(
    port: int, addresses: int, watchers: int, *, are_restless: bool = False
) -> None:
    """From so many addresses, play at one table as fast as it goes, and let others watch.

    If they are restless, they press keys and change the size of their windows.
    """
    sources = cycle(f"127.0.0.{10 + number}" for number in range(addresses))

    async def come(name: str, keys: tuple[str, ...], is_listed: Callable[[str], bool]) -> Player:
        mallory = await Player.enter(port, name, source=next(sources))
        await mallory.wait_for(LOBBY)
        await mallory.wait_for(is_listed)
        mallory.press(*keys)
        await mallory.settle()
        return mallory

    first = ("\x1b[H", "enter")
    left = await come("left", ("n", "enter"), lambda text: True)
    right = await come("right", first, lambda text: "Join ~left" in text)
    seated = [await come(f"watcher{number}", first, is_running) for number in range(watchers)]
    print(ALL_ARE_IN, flush=True)
    restless = [asyncio.ensure_future(fidget(each)) for each in seated if are_restless]
    while not any(each.done() for each in restless):
        for player in (left, right):
            # Some of it can be played, a round goes on with space, and a match with another one.
            player.press("r", "space", *(key for number in "12345" for key in (number, "right", "enter")))
            await player.settle()


async def squat_before_many(port: int) -> None:
    """Open and close tables with 5 keys, while 150 people from other addresses are in the lobby."""
    for number in range(150):
        visitor = await Player.enter(port, f"visitor{number}", source=f"127.0.0.{10 + number % 15}")
        await visitor.wait_for(LOBBY)
    print(ALL_ARE_IN, flush=True)
    await asyncio.gather(*(as_member(port, squat) for _ in range(5)))


async def leave_early(port: int, said: bytes) -> None:
    """Connect, say something and hang up, again and again."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            writer.close()
            await writer.wait_closed()


async def come_in_for_nothing(port: int) -> None:
    """Log in and hang up, again and again."""
    while True:
        with suppress(OSError, asyncssh.Error):
            async with await connect(port):
                pass


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
    **{
        f"{addresses} addresses, {watchers} {which}": (
            1,
            partial(
                play_before_watchers, addresses=addresses, watchers=watchers, are_restless=which != "watchers"
            ),
        )
        for addresses, watchers in ((2, 18), (4, 54))
        for which in ("watchers", "restless watchers")
    },
    "tables of 5 keys, 150 in the lobby": (1, squat_before_many),
    "tables of 5 keys": (5, lambda port: as_member(port, squat)),
    "guesses of 5 keys": (5, lambda port: as_member(port, guess)),
    **{
        f"{addresses} addresses × {what}": (1, partial(pour_from_all, addresses=addresses, data=data))
        for addresses in (4, 8)
        for what, data in {"redraws": b"\x0c", "forms": b"n\x1b\x1b", "puzzles": b"p\x1b[A\x1b[Bq"}.items()
    },
    **{
        f"{addresses} addresses × second game": (
            1,
            partial(pour_from_all, addresses=addresses, data=b"\x1b[B\x1b[B\r r", first=SECOND_GAME),
        )
        for addresses in (4, 8)
    },
    "new keys": (1, rekey),
    "5 × new keys": (5, rekey),
    "6 × visits": (6, visit),
    "18 × visits": (18, visit),
    "leaving after the version": (1, lambda port: leave_early(port, b"SSH-2.0-x\r\n")),
    "leaving without a byte": (1, lambda port: leave_early(port, b"")),
    "leaving after garbage": (1, lambda port: leave_early(port, b"SSH-2.0-x\r\n" + bytes(2000))),
    "leaving after the login": (1, come_in_for_nothing),
    f"{STALLED} silent connections": (10, stall),
}
"""By name: the number of attackers, and what each does until cancelled."""


async def attack(name: str, port: int) -> None:
    """Attack until killed."""
    # On machines of their own they would not hold up the player who is measured.
    os.nice(10)
    number, act = ATTACKS[name]
    await asyncio.gather(*(act(port) for _ in range(number)))


async def delays(hall: HallProcess, seconds: float) -> tuple[list[float], float]:
    """Return how long a player waits for the answer to each key, and the cores that the hall uses."""
    vera = await Player.enter(hall.port, "vera", source=SECOND_ADDRESS)
    await vera.wait_for(LOBBY)
    found: list[float] = []
    used, began = seconds_of_processor(hall.process.pid), time.monotonic()
    while time.monotonic() < began + seconds or len(found) < 10:
        before, pressed = pointed_at(vera.text), time.perf_counter()
        vera.press("up" if len(found) % 2 else "down")
        await vera.wait_for(lambda text, before=before: pointed_at(text) != before)
        found.append(time.perf_counter() - pressed)
        await asyncio.sleep(PAUSE)
    cores = (seconds_of_processor(hall.process.pid) - used) / (time.monotonic() - began)
    await vera.leave()
    return found, cores


@contextmanager
def attacked(name: str, hall: HallProcess) -> Iterator[None]:
    """Attack a hall, from another process; an attack by many begins once all are in."""
    command = [sys.executable, __file__, "--attack", name, "--port", str(hall.port)]
    attacker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert attacker.stdout is not None
    try:
        if name.endswith(("watchers", "in the lobby")) and not attacker.stdout.readline():
            raise SystemExit(f"{name}: they cannot get in")
        yield
        if attacker.poll() is not None:
            raise SystemExit(f"{name}: the attack has ended")
    finally:
        attacker.kill()
        attacker.wait()


async def measure(name: str, hall: HallProcess, seconds: float, before: float) -> None:
    """Print the line of an attack that goes on for some seconds `before` it is measured."""
    calm, _ = await delays(hall, seconds)
    with attacked(name, hall):
        await asyncio.sleep(before)
        found, cores = await delays(hall, seconds)
    median = statistics.median(found)
    ratio = median / statistics.median(calm)
    print(
        f"{name:<30}{1000 * median:>8.1f} ms{ratio:>8.1f}{1000 * max(found):>8.0f} ms{cores:>8.2f}",
        flush=True,
    )


async def watch_memory(names: list[str], seconds: float) -> None:
    """Print the memory of a hall under each attack, and how long its log is."""
    for name in names:
        print(name)
        with tempfile.TemporaryDirectory() as folder, HallProcess(Path(folder)) as hall:
            vera = await Player.enter(hall.port, "vera", source=SECOND_ADDRESS)
            await vera.wait_for(LOBBY)
            began = time.monotonic()
            with attacked(name, hall):
                while (passed := time.monotonic() - began) < seconds + 1:
                    used = seconds_of_processor(hall.process.pid)
                    print(
                        f"{passed:>6.0f} s{hall.memory:>8.1f} MB{len(hall.log) / 1024:>8.1f} kB of log"
                        f"{used:>8.1f} s of processor",
                        flush=True,
                    )
                    await asyncio.sleep(min(INTERVAL, seconds))
            await vera.leave()


async def main(names: list[str], seconds: float, before: float) -> None:
    """Print the table."""
    print(f"{'':<30}{'median':>11}{'ratio':>8}{'longest':>11}{'cores':>8}")
    for name in names:
        with (
            tempfile.TemporaryDirectory() as folder,
            hall_on_the_first_core(Path(folder), "--max-players", "400") as hall,
        ):
            await delays(hall, 1)
            await measure(name, hall, seconds, before)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="ATTACK", default=list(ATTACKS), help="default: all")
    parser.add_argument("--seconds", type=float, default=3, help="for each attack (default: 3)")
    parser.add_argument(
        "--memory", type=float, metavar="SECONDS", help="print the memory instead, for so long"
    )
    parser.add_argument(
        "--before", type=float, default=2, help="seconds for many attackers to come in (default: 2)"
    )
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    # The hall cuts the lines of those who overdo it.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    asyncssh.set_log_level(logging.ERROR)
    if options.attack:
        asyncio.run(attack(options.attack, options.port))
    elif options.memory:
        asyncio.run(watch_memory(options.names, options.memory))
    else:
        asyncio.run(main(options.names, options.seconds, options.before))

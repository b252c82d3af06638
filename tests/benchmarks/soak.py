"""The cost of a full hall, and how long its players wait: scripted clients play at human pace.

    python tests/benchmarks/soak.py [--players N] [--minutes N] [--pace SECONDS] [--clients N]

The hall runs on the first processor core, the clients in their own processes on the others. The first two
players show what a key takes in a quiet hall, on the same machine in the same run. The delays include those
of the clients' event loops, so they are upper bounds. After all have left, as many others sit down, to see
whether they reuse the memory of the first.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import asyncssh
from processes import seconds_of_processor
from serve.clients import Player
from serve.halls import HallProcess

from engarde_tui.serve.hall.register import Register

LONGEST_WAIT = 5.0
"""Seconds before a key counts as unanswered."""


class Fencer:
    """One of two players at a table, with measurements."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.opponent: Fencer | None = None
        self.keys = self.repaints = self.unanswered = 0
        self.delays: list[float] = []
        """Seconds from a key to the first byte of the answer."""
        self.opponent_delays: list[float] = []
        """Seconds from a key of the opponent that plays an action to the first byte here."""
        self.pressed: float | None = None
        """When this player pressed a key that is not answered yet."""
        self.played: float | None = None
        """When the opponent pressed a key that plays an action, until its first byte is here."""
        self._hear = player.hear
        player.hear = self.hear  # type: ignore[method-assign]

    def hear(self, data: bytes) -> None:
        """Take the time of a frame, or part of one, that arrived."""
        now = time.perf_counter()
        self.repaints += 1
        if self.pressed is not None:
            self.delays.append(now - self.pressed)
            self.pressed = None
        if self.played is not None:
            self.opponent_delays.append(now - self.played)
            self.played = None
        self._hear(data)

    async def play(self, end: float, pace: float) -> None:
        """Press a key about every `pace` seconds, if there is one to press, until the clock reaches `end`."""
        chosen = False
        while time.monotonic() < end and not self.player.gone.is_set():
            await asyncio.sleep(pace * random.uniform(0.67, 1.33))
            if self.pressed is not None and time.perf_counter() - self.pressed > LONGEST_WAIT:
                self.unanswered += 1
                self.pressed = None
            text = self.player.text
            if "r rematch" in text:
                if "Waiting for" not in text:
                    self.press("r")
            elif "space continue" in text:
                self.press("space")
            elif "enter play" in text:
                self.press("enter" if chosen else "down")
                chosen = not chosen
            else:
                chosen = False

    def press(self, key: str) -> None:
        """Press a key that changes this player's screen; "enter" also changes the opponent's."""
        self.keys += 1
        self.pressed = time.perf_counter()
        if key == "enter" and self.opponent is not None:
            self.opponent.played = self.pressed
        with suppress(BrokenPipeError):
            # Lost sessions are counted at the end.
            self.player.press(key)


async def sit_down(port: int, number: int) -> tuple[Fencer, Fencer]:
    """Open a table as one player, and join it as another with the code on the screen."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    host = await Player.enter(port, f"host{number}", keys[0])
    await host.wait_for("the fencing hall", 120)
    host.press("n")
    await host.wait_for("Press enter to open the table", 120)
    host.press("enter")
    shown = await host.wait_for("Waiting for an opponent", 120)
    code = re.search(r"join ([a-z0-9]{6})\b", shown)
    assert code is not None
    guest = await Player.enter(port, f"guest{number}", keys[1], f"join {code[1]}")
    await guest.wait_for("round 1", 120)
    one, other = Fencer(host), Fencer(guest)
    one.opponent, other.opponent = other, one
    return one, other


async def run_clients(port: int, first: int, tables: int, seconds: float, pace: float) -> None:
    """Fill the tables and print "seated"; on a line of input play, then print the measurements."""
    pairs = [await sit_down(port, first + number) for number in range(tables)]
    fencers = [fencer for pair in pairs for fencer in pair]
    print("seated", flush=True)
    sys.stdin.readline()
    before = sum(len(fencer.player.output) for fencer in fencers)
    end = time.monotonic() + seconds
    await asyncio.gather(*(fencer.play(end, pace) for fencer in fencers))
    measured = {
        "keys": sum(fencer.keys for fencer in fencers),
        "repaints": sum(fencer.repaints for fencer in fencers),
        "bytes": sum(len(fencer.player.output) for fencer in fencers) - before,
        "unanswered": sum(fencer.unanswered for fencer in fencers),
        "lost": sum(fencer.player.gone.is_set() for fencer in fencers),
        "delays": [delay for fencer in fencers for delay in fencer.delays],
        "opponent_delays": [delay for fencer in fencers for delay in fencer.opponent_delays],
    }
    print(json.dumps(measured), flush=True)
    sys.stdin.readline()
    await asyncio.gather(*(fencer.player.leave() for fencer in fencers))


def start_client(*arguments: object) -> "subprocess.Popen[str]":
    """Start a process with some of the players."""
    command = [sys.executable, __file__, "--client", *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line_of(client: "subprocess.Popen[str]") -> str:
    """Return the next line of a client, which then waits for `resume`; raises SystemExit if it failed."""
    assert client.stdout is not None
    line = client.stdout.readline()
    if not line:
        raise SystemExit("a client failed")
    return line


def resume(client: "subprocess.Popen[str]") -> None:
    """Let a client go on to its next step."""
    assert client.stdin is not None
    client.stdin.write("\n")
    client.stdin.flush()


def wait_until_empty(hall: HallProcess) -> None:
    """Wait until every player has left and the garbage is collected."""
    while hall.log.count("event=enter") > hall.log.count("event=leave"):
        time.sleep(0.2)
    # The hall collects garbage when they have left, and again when the last of their connections have ended.
    time.sleep(20)


def visit(hall: HallProcess, first: int, tables: int, seconds: float) -> tuple[float, list[float]]:
    """Let players come, play and leave; return the hall's memory with all, in MB, and the delays of keys."""
    client = start_client(hall.port, first, tables, seconds, 1)
    line_of(client)
    resume(client)
    measured = json.loads(line_of(client))
    memory = hall.memory
    resume(client)
    client.wait()
    wait_until_empty(hall)
    return memory, measured["delays"]


@contextmanager
def hall_on_the_first_core(folder: Path, *options: str) -> Iterator[HallProcess]:
    """Run a hall on one core, and this process and its clients on the others, if there are any."""
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {first})
    with HallProcess(folder, *options) as hall:
        os.sched_setaffinity(0, set(others) or {first})
        yield hall
    os.sched_setaffinity(0, {first, *others})


def garbage_collections(log: str, *generations: int) -> list[float]:
    """Return the seconds that each garbage collection of these generations took."""
    found = re.findall(r"event=collect generation=(\d) seconds=([\d.]+)", log)
    return [float(took) for generation, took in found if int(generation) in generations]


def collections_in_words(log: str, *generations: int) -> str:
    """Return how many collections of these generations there were, and how long they took."""
    took = garbage_collections(log, *generations)
    return f"{len(took)}, {sum(took):.2f} s in all, at most {1000 * max(took, default=0):.0f} ms"


def milliseconds(delays: list[float]) -> str:
    """Return the median, the 99th percentile and the maximum as text."""
    if len(delays) < 2:
        return "none"
    ordered = sorted(delays)
    worst = ordered[int(len(ordered) * 0.99)]
    parts = (statistics.median(ordered), worst, ordered[-1])
    return "{:.1f} / {:.1f} / {:.0f} ms".format(*(1000 * part for part in parts)) + f"  (of {len(ordered)})"


def soak(players: int, minutes: float, pace: float, clients: int) -> None:
    """Fill a hall, let all play and leave, and print the costs."""
    tables, limit = players // 2, str(players + 20)
    options = ("--max-players", limit, "--max-per-address", limit, "--log-level", "debug")
    with tempfile.TemporaryDirectory() as folder, hall_on_the_first_core(Path(folder), *options) as hall:
        started = hall.memory
        _, quiet = visit(hall, 1000, 1, 30)
        empty = hall.memory
        shares = [tables * (number + 1) // clients - tables * number // clients for number in range(clients)]
        processes = [
            start_client(hall.port, sum(shares[:number]), share, minutes * 60, pace)
            for number, share in enumerate(shares)
        ]
        for process in processes:
            line_of(process)
        seated, used, began = hall.memory, seconds_of_processor(hall.process.pid), time.monotonic()
        log_before = len(hall.log)
        for process in processes:
            resume(process)
        peak, end = seated, began + minutes * 60 - 1
        while time.monotonic() < end:
            time.sleep(1)
            peak = max(peak, hall.memory)
        playing, used, took = (
            hall.memory,
            seconds_of_processor(hall.process.pid) - used,
            time.monotonic() - began,
        )
        load = os.getloadavg()
        played = hall.log[log_before:]
        measured = [json.loads(line_of(process)) for process in processes]
        for process in processes:
            resume(process)
            process.wait()
        wait_until_empty(hall)
        after = hall.memory
        again, _ = visit(hall, 2000, tables, 20)
        log, status = hall.log, hall.terminate()
        with closing(Register(Path(folder) / "hall")) as register:
            matches = len(register.store.ids())
            finished = matches - len(register.store.ids(unfinished_only=True))

    def total(figure: str) -> int:
        return sum(one[figure] for one in measured)

    keys = max(total("keys"), 1)
    for name, value in {
        "players, tables, minutes": f"{2 * tables}, {tables}, {minutes:g}, a key about every {pace:g} s",
        "memory after the start": f"{started:.1f} MB",
        "memory after the first two have left": f"{empty:.1f} MB",
        "memory with all seated": f"{seated:.1f} MB",
        "memory while they play": f"{playing:.1f} MB, at most {peak:.1f} MB",
        "  per player": f"{(playing - empty) / (2 * tables):.2f} MB",
        "memory after all have left": f"{after:.1f} MB",
        "memory with as many other players": f"{again:.1f} MB",
        "load of the machine": "{:.1f}, {:.1f}, {:.1f} in 1, 5, 15 minutes".format(*load),
        "own key to repaint in a quiet hall": milliseconds(quiet),
        "own key to repaint": milliseconds([delay for one in measured for delay in one["delays"]]),
        "action to the opponent's repaint": milliseconds(
            [delay for one in measured for delay in one["opponent_delays"]]
        ),
        "keys": f"{keys}, {keys / took:.1f} per second",
        "repaints": f"{total('repaints')}, {total('repaints') / took:.1f} per second",
        "bytes per key": f"{total('bytes') / keys:.0f}",
        "server's processor time": f"{100 * used / took:.1f}% of a core",
        "collections of young objects": collections_in_words(played, 0, 1),
        "collections of all objects": collections_in_words(played, 2),
        "matches finished": f"{finished} of {matches} begun",
        "unanswered keys": f"{total('unanswered')}",
        "sessions lost": f"{total('lost')}",
        "crashes in the log": f"{log.count('event=crash')}",
        "lines in the log without an event": f"{sum('event=' not in line for line in log.splitlines())}",
        "exit status": f"{status}",
    }.items():
        print(f"{name:<38}{value}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--client"]:
        port, first, tables = map(int, sys.argv[2:5])
        asyncio.run(run_clients(port, first, tables, *map(float, sys.argv[5:7])))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--players", type=int, default=100)
        parser.add_argument("--minutes", type=float, default=20)
        parser.add_argument("--pace", type=float, default=3, help="seconds between keys of a player")
        parser.add_argument("--clients", type=int, default=2, help="processes that run the players")
        options = parser.parse_args()
        soak(options.players, options.minutes, options.pace, options.clients)

"""What a full hall costs, and how long its players wait: tables of scripted clients that play at human pace.

    python tests/benchmarks/soak.py [--players N] [--minutes N] [--pace SECONDS] [--clients N]

A hall is started with limits that allow it; the clients are processes of their own on the same machine. The
delays include what their event loops are late, so they are upper bounds. When all have left, as many others
come and sit down: what memory the first ones have left behind, the next ones use again.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import asyncssh
from processes import seconds_of_processor
from serve.clients import Player
from serve.halls import HallProcess

from engarde_tui.storage.store import Store

LONGEST_WAIT = 5.0
"""Seconds after which a key counts as unanswered."""


class Fencer:
    """One of two at a table, and what has been measured there."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.opponent: Fencer | None = None
        self.keys = self.repaints = self.unanswered = 0
        self.delays: list[float] = []
        """From the own key to the first byte that comes."""
        self.opponent_delays: list[float] = []
        """From a key that plays an action to the first byte that comes at the opponent."""
        self.pressed: float | None = None
        self.played: float | None = None
        """When the opponent has pressed the key that plays an action."""
        self._hear = player.hear
        player.hear = self.hear  # type: ignore[method-assign]

    def hear(self, data: bytes) -> None:
        """A picture has come, or a part of one."""
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
        """Press a key every `pace` seconds or so whenever there is one to press, until it is time to end."""
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
            elif "space go on" in text:
                self.press("space")
            elif "enter play" in text:
                self.press("enter" if chosen else "down")
                chosen = not chosen
            else:
                chosen = False

    def press(self, key: str) -> None:
        """A key that changes the own picture; one that plays changes the other one's."""
        self.keys += 1
        self.pressed = time.perf_counter()
        if key == "enter" and self.opponent is not None:
            self.opponent.played = self.pressed
        with suppress(BrokenPipeError):
            # A session that is lost is counted in the end.
            self.player.press(key)


async def sit_down(port: int, number: int) -> tuple[Fencer, Fencer]:
    """Open a table, read its code off the screen, and let the other one join by it."""
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
    """Fill the tables, say so, play, and tell what was measured."""
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
    """A process with some of the tables' players in it."""
    command = [sys.executable, __file__, "--client", *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def said_by(client: "subprocess.Popen[str]") -> str:
    """The next line of a client, which then waits for `go_on`."""
    assert client.stdout is not None
    line = client.stdout.readline()
    if not line:
        raise SystemExit("a client has failed")
    return line


def go_on(client: "subprocess.Popen[str]") -> None:
    """Let a client do what comes next."""
    assert client.stdin is not None
    client.stdin.write("\n")
    client.stdin.flush()


def wait_until_empty(hall: HallProcess) -> None:
    """Wait until everybody who has come has gone, and what they leave behind too."""
    while hall.log.count("event=enter") > hall.log.count("event=leave"):
        time.sleep(0.2)
    # It looks for garbage once they have.
    time.sleep(5)


def visit(hall: HallProcess, first: int, tables: int, seconds: float) -> float:
    """Let others come, play for a while and leave again; answers the memory with all of them there."""
    client = start_client(hall.port, first, tables, seconds, 1)
    said_by(client)
    go_on(client)
    said_by(client)
    memory = hall.memory
    go_on(client)
    client.wait()
    wait_until_empty(hall)
    return memory


def looks(log: str) -> list[tuple[int, float]]:
    """Each time the hall has looked for garbage: the objects that were left, and the seconds it took."""
    return [(int(left), float(took)) for left, took in re.findall(r"objects=(\d+) seconds=([\d.]+)", log)]


def milliseconds(delays: list[float]) -> str:
    """Median, the worst of a hundred, the worst of all."""
    if len(delays) < 2:
        return "none"
    ordered = sorted(delays)
    worst = ordered[int(len(ordered) * 0.99)]
    parts = (statistics.median(ordered), worst, ordered[-1])
    return "{:.1f} / {:.1f} / {:.0f} ms".format(*(1000 * part for part in parts)) + f"  (of {len(ordered)})"


def soak(players: int, minutes: float, pace: float, clients: int) -> None:
    """Fill a hall, let all play, let all leave, and print what that has cost."""
    tables, most = players // 2, str(players + 20)
    options = ("--max-players", most, "--max-per-address", most, "--log-level", "debug")
    with tempfile.TemporaryDirectory() as folder, HallProcess(Path(folder), *options) as hall:
        started = hall.memory
        visit(hall, 1000, 1, 30)
        empty, left_by_two = hall.memory, looks(hall.log)[-1][0]
        shares = [tables * (number + 1) // clients - tables * number // clients for number in range(clients)]
        processes = [
            start_client(hall.port, sum(shares[:number]), share, minutes * 60, pace)
            for number, share in enumerate(shares)
        ]
        for process in processes:
            said_by(process)
        seated, used, began = hall.memory, seconds_of_processor(hall.process.pid), time.monotonic()
        log_before = len(hall.log)
        for process in processes:
            go_on(process)
        most_memory, end = seated, began + minutes * 60 - 1
        while time.monotonic() < end:
            time.sleep(1)
            most_memory = max(most_memory, hall.memory)
        playing, used, took = (
            hall.memory,
            seconds_of_processor(hall.process.pid) - used,
            time.monotonic() - began,
        )
        looked = [took for _, took in looks(hall.log[log_before:])]
        measured = [json.loads(said_by(process)) for process in processes]
        for process in processes:
            go_on(process)
            process.wait()
        wait_until_empty(hall)
        after, left_by_all = hall.memory, looks(hall.log)[-1][0]
        again = visit(hall, 2000, tables, 20)
        log, status = hall.log, hall.terminate()
        with closing(Store(Path(folder) / "hall")) as store:
            matches = len(store.ids())
            finished = matches - len(store.ids(unfinished_only=True))

    def total(what: str) -> int:
        return sum(one[what] for one in measured)

    keys = max(total("keys"), 1)
    for name, value in {
        "players, tables, minutes": f"{2 * tables}, {tables}, {minutes:g}, a key every {pace:g} s or so",
        "memory after the start": f"{started:.1f} MB",
        "memory after the first two have left": f"{empty:.1f} MB, {left_by_two} objects",
        "memory with all seated": f"{seated:.1f} MB",
        "memory while they play": f"{playing:.1f} MB, at most {most_memory:.1f} MB",
        "  for each player": f"{(playing - empty) / (2 * tables):.2f} MB",
        "memory after all have left": f"{after:.1f} MB, {left_by_all} objects",
        "memory with as many others seated": f"{again:.1f} MB",
        "own key to repaint": milliseconds([delay for one in measured for delay in one["delays"]]),
        "action to the other's repaint": milliseconds(
            [delay for one in measured for delay in one["opponent_delays"]]
        ),
        "keys": f"{keys}, {keys / took:.1f} a second",
        "repaints": f"{total('repaints')}, {total('repaints') / took:.1f} a second",
        "bytes for each key": f"{total('bytes') / keys:.0f}",
        "processor of the server": f"{100 * used / took:.1f} % of a core",
        "looks for garbage while they play": f"{len(looked)}, at most {max(looked, default=0):.1f} s",
        "matches finished": f"{finished} of {matches} begun",
        "keys without an answer": f"{total('unanswered')}",
        "sessions lost": f"{total('lost')}",
        "crashes in the log": f"{log.count('event=crash')}",
        "lines in the log that are no event": f"{sum('event=' not in line for line in log.splitlines())}",
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
        parser.add_argument("--pace", type=float, default=3, help="seconds between two keys of a player")
        parser.add_argument("--clients", type=int, default=2, help="processes that the players are in")
        given = parser.parse_args()
        soak(given.players, given.minutes, given.pace, given.clients)

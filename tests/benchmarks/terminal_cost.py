"""The cost of the program in a real terminal: start, memory, bytes written, processor time of a key.

    python tests/benchmarks/terminal_cost.py [--repeats N] [--turns N] [--keys N] [--terminals]

It is compared with a bare Textual app in the same run; runs alternate between the two, since machines are
noisy. The bytes are those of the same random turns of the same match. The hall's figures need asyncssh.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.key_cost import BARE, local_key_costs
from benchmarks.turn_cost import play
from processes import status
from pty_terminal import ENGARDE, Terminal


class Budget(NamedTuple):
    """A figure and its limit."""

    name: str
    figure: float
    limit: float | None
    unit: str


def start(command: tuple[str, ...], ready: str, data: str) -> tuple[float, float, int]:
    """Return the seconds to the first frame, the resident megabytes then, and the bytes written for it."""
    began = time.perf_counter()
    with Terminal(command, environment={"ENGARDE_DATA": data}) as terminal:
        terminal.wait_for(ready)
        seconds = terminal.heard_at - began
        terminal.rest(0.15)
        memory, written = status(terminal.process.pid, "VmRSS") / 1024, len(terminal.output)
        # A killed program would leave its database to be repaired at the next start.
        terminal.process.terminate()
        terminal.wait_for_exit()
        return seconds, memory, written


def compare_starts(repeats: int) -> Iterator[Budget]:
    """Print the medians of each program; yield their ratios to the bare app started just before.

    Each keeps its data folder, which a first start has filled: making the database waits for the disk.
    """
    programs = {
        "bare textual app": (BARE, "ready"),
        "engarde (menu)": (ENGARDE, "New match"),
        "engarde play": ((*ENGARDE, "play", "--seed", "7"), "Anna begins round 1"),
    }
    with tempfile.TemporaryDirectory() as folder:
        runs = [
            {name: start(*program, f"{folder}/{name}") for name, program in programs.items()}
            for _ in range(repeats + 1)
        ][1:]
    print(f"{'start':<18}{'first frame':>12}{'memory':>12}{'first paint':>13}")
    for name in programs:
        seconds, memory, written = (statistics.median(run[name][i] for run in runs) for i in range(3))
        print(f"{name:<18}{seconds:>10.3f} s{memory:>9.1f} MB{written:>11.0f} B")
    for name in list(programs)[1:]:
        for figure, (what, limit) in enumerate((("start", 1.4), ("memory", 1.25))):
            ratios = [run[name][figure] / run["bare textual app"][figure] for run in runs]
            yield Budget(f"{name}: {what}", statistics.median(ratios), limit, "× bare app")


TERMINALS = {
    "true": {},
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "xterm-16color", "COLORTERM": ""},
    "none": {"NO_COLOR": "1"},
}
"""Environments, by the number of colours they make the program use."""


def compare_terminals(turns: int) -> None:
    """Print the bytes that the same turns of En Garde cost in each terminal."""
    print(f"\n{'window':<9}{'colours':<9}{'start':>8}{'key':>8}{'largest':>9}{'turn':>8}{'largest':>9}")
    for size in ((80, 24), (120, 40)):
        for colours, environment in TERMINALS.items():
            costs = play("en-garde", turns, size, environment)
            window = "×".join(map(str, size))
            print(
                f"{window:<9}{colours:<9}{costs.start:>6} B{costs.key:>6.0f} B{max(costs.keys):>7} B"
                f"{costs.turn:>6.0f} B{max(costs.turns):>7} B",
                flush=True,
            )


def count_bytes(turns: int) -> Iterator[Budget]:
    """Yield the bytes of keys, actions, turns and movements in the smallest window, in true colours."""
    for game in ("en-garde", "swords-and-shields"):
        still, moving = play(game, turns), play(game, turns, moves=True)
        more = [after - before for before, after in zip(still.actions, moving.actions, strict=True)]
        yield Budget(f"{game}: key that composes", still.key, 1000, "B")
        yield Budget(f"{game}: action, with the curtain", still.action, None, "B")
        yield Budget(f"{game}: its movement", statistics.median(more), 4000, "B")
        if game == "en-garde":
            yield Budget(f"{game}: turn", still.turn, 6000, "B")


def measure_keys(keys: int) -> Iterator[Budget]:
    """Yield the processor time of a key, here and in the hall, and a session's memory."""
    bare, *tables = local_key_costs(keys)
    yield Budget("bare app: key that changes a line", bare.milliseconds, None, "ms")
    for cost in tables:
        yield Budget(f"{cost.name}: key to repaint", cost.milliseconds, None, "ms")
        yield Budget("", cost.milliseconds / bare.milliseconds, cost.limit, "× bare app")
    if find_spec("asyncssh") is None:
        return
    from benchmarks.hall_cost import hall_costs

    hall = hall_costs(keys)
    yield Budget("hall: key to repaint", hall.milliseconds, None, "ms")
    yield Budget("", hall.milliseconds / bare.milliseconds, hall.limit, "× bare app")
    yield Budget("hall: memory of a session", hall.megabytes, 2.4, "MB")


def print_budgets(budgets: list[Budget]) -> None:
    """Print each figure with its limit."""
    print(f"\n{'budget':<42}{'figure':>10}{'limit':>8}")
    for name, figure, limit, unit in budgets:
        digits = 0 if unit == "B" else 2
        most = "" if limit is None else f"{limit:.{digits}f}"
        over = "  OVER" if limit is not None and figure > limit else ""
        print(f"{name:<42}{figure:>10.{digits}f}{most:>8} {unit}{over}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=7, help="starts of each program (default: 7)")
    parser.add_argument("--turns", type=int, default=30, help="turns to play in each terminal (default: 30)")
    parser.add_argument("--keys", type=int, default=100, help="keys to measure at each table (default: 100)")
    parser.add_argument("--terminals", action="store_true", help="count the bytes in every kind of terminal")
    options = parser.parse_args()
    budgets = [
        *compare_starts(options.repeats),
        *count_bytes(options.turns),
        *measure_keys(options.keys),
    ]
    print_budgets(budgets)
    if options.terminals:
        compare_terminals(options.turns)


if __name__ == "__main__":
    main()

"""The cost of the program in a real terminal: time to the first frame, memory, bytes written.

    python tests/benchmarks/terminal_cost.py [--repeats N] [--turns N]

It is compared with a bare Textual app; runs alternate between the two, since machines are noisy. The bytes
are those of the same random turns of the same match in every terminal.
"""

import argparse
import random
import statistics
import sys
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from processes import status
from pty_table import COMMAND
from pty_terminal import ENGARDE, Terminal
from table_seen import hand_seen

from engine.en_garde import PRESETS, Action, Kind, Match, Seat

BARE = (
    sys.executable,
    "-c",
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Bare(App):\n"
    "    def compose(self): yield Static('ready')\n"
    "Bare().run()",
)


def start(command: tuple[str, ...], ready: str) -> tuple[float, float, int]:
    """Return the seconds to the first frame, the resident megabytes then, and the bytes written for it."""
    began = time.perf_counter()
    with Terminal(command) as terminal:
        terminal.wait_for(ready)
        seconds = time.perf_counter() - began
        terminal.rest(0.15)
        memory = status(terminal.process.pid, "VmRSS") / 1024
        return seconds, memory, len(terminal.output)


def compare_starts(repeats: int) -> None:
    """Print the medians of each program, and their ratio to the bare app started just before."""
    programs = {
        "bare textual app": (BARE, "ready"),
        "engarde (menu)": (ENGARDE, "New match"),
        "engarde play": ((*ENGARDE, "play", "--seed", "7"), "Anna begins round 1"),
    }
    runs = [{name: start(*program) for name, program in programs.items()} for _ in range(repeats)]
    print(f"{'start':<18}{'first frame':>12}{'ratio':>8}{'memory':>10}{'ratio':>8}{'first paint':>13}")
    for name in programs:
        seconds, memory, written = (statistics.median(run[name][i] for run in runs) for i in range(3))
        ratios = [
            statistics.median(run[name][i] / run["bare textual app"][i] for run in runs) for i in range(2)
        ]
        costs = f"{seconds:>10.3f} s{ratios[0]:>8.2f}{memory:>7.1f} MB{ratios[1]:>8.2f}{written:>11.0f} B"
        print(f"{name:<18}{costs}")


def keys_for(action: Action, seat: Seat) -> list[str]:
    """Return the keys that compose an action: its cards, then the arrow for the direction."""
    keys = [str(card) for card in action.cards]
    if action.kind in (Kind.ADVANCE_AND_ATTACK, Kind.TAKE_HIT, Kind.NO_ATTACK):
        return keys or ["up"]
    forward = action.kind in (Kind.ADVANCE, Kind.ATTACK, Kind.PARRY)
    return [*keys, "right" if forward == (seat is Seat.LEFT) else "left"]


TERMINALS = {
    "true": {},
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "xterm-16color", "COLORTERM": ""},
    "none": {"NO_COLOR": "1"},
}
"""Environments, by the number of colours they make the program use."""


class Costs(NamedTuple):
    """Bytes that the program writes."""

    start: int
    """Up to the first curtain."""
    keys: list[int]
    """For each key that composes an action."""
    turns: list[int]
    """From curtain to curtain: it lifts, cards are played, it falls."""


def play(size: tuple[int, int], environment: dict[str, str], turns: int) -> Costs:
    """Play random turns of a seeded match; return their costs."""
    choose = random.Random(5).choice
    match = Match.new(PRESETS["ferti-advanced"], target=99, seed=7)
    per_key: list[int] = []
    per_turn: list[int] = []
    with Terminal((*COMMAND, "play", "--seed", "7", "--target", "99"), *size, environment) as terminal:

        def cost(key: str) -> int:
            before = len(terminal.output)
            terminal.press(key)
            terminal.rest(0.06)
            return len(terminal.output) - before

        terminal.wait_for("space lifts")
        terminal.rest(0.15)
        start = len(terminal.output)
        while len(per_turn) < turns:
            seat = match.round.turn
            assert seat is not None
            before = len(terminal.output)
            terminal.press("space")
            terminal.wait_for(hand_seen)
            terminal.rest(0.06)
            while match.round.turn is seat:
                action = choose(match.round.legal_actions())
                per_key += [cost(key) for key in keys_for(action, seat)]
                cost("enter")
                match = match.play(action)
            if match.round.result is None:
                terminal.wait_for("space lifts")
                terminal.rest(0.06)
                per_turn.append(len(terminal.output) - before)
            else:
                terminal.press("space")
                match = match.next_round()
                terminal.wait_for("space lifts")
                terminal.rest(0.06)
    return Costs(start, per_key, per_turn)


def compare_terminals(turns: int) -> None:
    """Print the bytes that the same turns cost in each terminal."""
    print(f"\n{'window':<9}{'colours':<9}{'start':>8}{'key':>8}{'largest':>9}{'turn':>8}{'largest':>9}")
    for size in ((80, 24), (120, 40)):
        for colours, environment in TERMINALS.items():
            costs = play(size, environment, turns)
            keys, whole = statistics.median(costs.keys), statistics.median(costs.turns)
            window = "×".join(map(str, size))
            print(
                f"{window:<9}{colours:<9}{costs.start:>6} B{keys:>6.0f} B{max(costs.keys):>7} B"
                f"{whole:>6.0f} B{max(costs.turns):>7} B",
                flush=True,
            )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=7, help="starts of each program (default: 7)")
    parser.add_argument("--turns", type=int, default=30, help="turns to play in each terminal (default: 30)")
    options = parser.parse_args()
    compare_starts(options.repeats)
    compare_terminals(options.turns)


if __name__ == "__main__":
    main()

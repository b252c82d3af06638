"""What the program costs in a real terminal: time to the first frame, memory, bytes written.

    python tests/benchmarks/terminal_cost.py [--repeats N]

The bare Textual app that it is held against runs in turn with it, since machines are noisy.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from pty_terminal import ENGARDE, Terminal

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
    """Seconds to the first frame, resident megabytes then, bytes written for it."""
    began = time.perf_counter()
    with Terminal(command) as terminal:
        terminal.wait_for(ready)
        seconds = time.perf_counter() - began
        terminal.settle()
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
        memory = int(status.split("VmRSS:")[1].split()[0]) / 1024
        return seconds, memory, len(terminal.output)


def compare_starts(repeats: int) -> None:
    """Each program in turn; medians, and the ratio to the bare app of the same turn."""
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
    """The keys that compose an action: its cards, then the arrow that says which way."""
    keys = [str(card) for card in action.cards]
    if action.kind in (Kind.ADVANCE_AND_ATTACK, Kind.TAKE_HIT, Kind.NO_ATTACK):
        return keys or ["up"]
    forward = action.kind in (Kind.ADVANCE, Kind.ATTACK, Kind.PARRY)
    return [*keys, "right" if forward == (seat is Seat.LEFT) else "left"]


def measure_play(turns: int) -> None:
    """Random turns of a seeded match: bytes per composing key, and per turn from curtain to curtain."""
    choose = random.Random(5).choice
    match = Match.new(PRESETS["ferti-advanced"], target=99, seed=7)
    per_key: list[int] = []
    per_turn: list[int] = []
    with Terminal((*ENGARDE, "play", "--seed", "7", "--target", "99")) as terminal:

        def cost(act: Callable[[], None]) -> int:
            before = len(terminal.output)
            act()
            terminal.settle(0.06)
            return len(terminal.output) - before

        terminal.wait_for("space lifts")
        while len(per_turn) < turns:
            seat = match.round.turn
            assert seat is not None
            before = len(terminal.output)
            terminal.press("space")
            terminal.wait_for("'s hand")
            terminal.settle(0.06)
            while match.round.turn is seat:
                action = choose(match.round.legal_actions())
                per_key += [cost(lambda key=key: terminal.press(key)) for key in keys_for(action, seat)]
                cost(lambda: terminal.press("enter"))
                match = match.play(action)
            if match.round.result is None:
                terminal.wait_for("space lifts")
                terminal.settle(0.06)
                per_turn.append(len(terminal.output) - before)
            else:
                terminal.press("space")
                match = match.next_round()
                terminal.wait_for("space lifts")
    print(f"\n{'at 80×24, true colour':<25}{'median':>9}{'largest':>9}{'number':>8}")
    for what, costs in (("composing key", per_key), ("turn, curtain to curtain", per_turn)):
        print(f"{what:<25}{statistics.median(costs):>7.0f} B{max(costs):>7} B{len(costs):>8}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=7, help="starts of each program (default: 7)")
    parser.add_argument("--turns", type=int, default=30, help="turns to play (default: 30)")
    options = parser.parse_args()
    compare_starts(options.repeats)
    measure_play(options.turns)


if __name__ == "__main__":
    main()

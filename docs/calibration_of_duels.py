"""Compare the chances that hints show in A Game of Swords and Shields with how duels end.

    python docs/calibration_of_duels.py [--duels N] [--seed S] [--rules PRESET]

Plays duels of the master against itself. The chance that a hint shows at the beginning of each turn is
compared with how often whoever was shown it won; margins are standard errors, a duel being one sample. A
plan is carried out until a card is drawn or opened, which is quicker than planning before each action.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

from engine.game import Seat
from engine.swords_and_shields import PRESETS, Action, Duel, EventKind, Options
from engine.swords_and_shields.bots.master import hint

BINS: Final = 10

NEWS: Final = {EventKind.DREW, EventKind.OPENED, EventKind.TOOK, EventKind.SHUFFLED, EventKind.BEGAN}
"""After these the master plans again."""


class Shown(NamedTuple):
    """A chance that a hint showed at the beginning of a turn."""

    duel: int
    chance: float
    won: float
    """1 if that player won, 0.5 after a draw, else 0."""


def shown_in(number: int, rules: Options) -> Iterator[Shown]:
    """Yield the chances shown in a duel of the master against itself."""
    duel, plan, turn = Duel.deal(rules, number, Seat(number % 2)), list[Action](), 0
    chances: list[tuple[Seat, float]] = []
    while (seat := duel.turn) is not None:
        if not plan or plan[0] not in duel.legal_actions():
            found = hint(duel.view(seat))
            plan = list(found.plan)
            if duel.number > turn:
                turn = duel.number
                chances.append((seat, found.chance))
        duel = duel.play(plan.pop(0))
        if any(event.kind in NEWS for event in duel.plays[-1].events):
            plan.clear()
    assert duel.result is not None
    winner = duel.result.winner
    for seat, chance in chances:
        yield Shown(number, chance, 0.5 if winner is None else float(seat is winner))


def line(words: str, rows: list[Shown]) -> str:
    """Return a line of the table; decisions of one duel depend on each other."""
    chance = sum(row.chance for row in rows) / len(rows)
    won = sum(row.won for row in rows) / len(rows)
    off: dict[int, float] = defaultdict(float)
    for row in rows:
        off[row.duel] += row.won - won
    margin = sqrt(sum(value**2 for value in off.values())) / len(rows)
    return f"| {words} | {len(rows)} | {chance:.0%} | {won:.0%} ± {margin:.0%} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--duels", type=int, default=100, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first duel (default: %(default)s)")
    parser.add_argument("--rules", choices=PRESETS, default="full-duel", help="(default: %(default)s)")
    options = parser.parse_args()
    numbers = range(options.seed, options.seed + options.duels)
    rows = [row for number in numbers for row in shown_in(number, PRESETS[options.rules])]
    print("| shown | turns | mean | won |\n|---|--:|--:|--:|")
    for number in range(BINS):
        inside = [row for row in rows if min(int(row.chance * BINS), BINS - 1) == number]
        if inside:
            print(line(f"{number * 100 // BINS} to {(number + 1) * 100 // BINS}%", inside))
    print(line("all", rows))


if __name__ == "__main__":
    main()

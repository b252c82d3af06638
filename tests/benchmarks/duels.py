"""The speed of the second game's engine: whole random games through its public names.

    python tests/benchmarks/duels.py [--games N] [--seed S] [--repeats R]

Each run plays the same games; the medians of the runs are printed. A game includes its deal. "views" asks
for the view of the player to act before each action too, as bots and screens do.
"""

import argparse
import random
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

if __name__ == "__main__":  # not when pytest looks for doctests here: it has its own paths
    sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.swords_and_shields import Duel, Options, Seat


class Run(NamedTuple):
    """The timing of one run."""

    seconds: float
    actions: int


def run(games: int, seed: int, *, views: bool) -> Run:
    """Play so many games, with alternating starters, choosing at random among the legal actions."""
    options, source, actions = Options(), random.Random(seed), 0
    begin = perf_counter()
    for number in range(games):
        duel = Duel.deal(options, source.getrandbits(128), Seat(number % 2))
        while duel.turn is not None:
            legal = duel.view(duel.turn).legal if views else duel.legal_actions()
            duel = duel.play(legal[int(source.random() * len(legal))])
            actions += 1
    return Run(perf_counter() - begin, actions)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="games per run (default: 100)")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals and choices")
    options = parser.parse_args()
    print(
        f"{options.games} random games, {options.repeats} runs each, medians, Python {sys.version.split()[0]}"
    )
    print(f"{'':<10}{'games/s':>10}{'actions/s':>12}{'actions/game':>14}")
    for name, views in (("engine", False), ("views", True)):
        runs = [run(options.games, options.seed, views=views) for _ in range(options.repeats)]
        seconds, actions = median(each.seconds for each in runs), runs[0].actions
        print(
            f"{name:<10}{options.games / seconds:>10,.0f}{actions / seconds:>12,.0f}"
            f"{actions / options.games:>14,.0f}"
        )


if __name__ == "__main__":
    main()

"""The speed of the engine: random rounds through its public names, next to the plain version of the rules.

    python tests/benchmarks/rounds.py [--rounds N] [--seed S] [--repeats R]

Both play the same rounds: same decks, and same random choices among legal actions in the same order. Runs
alternate between the two, so that a noisy machine disturbs both alike; the table shows medians. A round
includes its deal.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

if __name__ == "__main__":  # not when pytest looks for doctests here: it has its own paths
    ROOT = Path(__file__).parents[2]
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "engine")]

from plain import PlainRound

from engine.en_garde import PRESETS, Round, Rules, Seat

Deck = Sequence[int]
Source = Callable[[], float]


def play_engine(rules: Rules, deck: Deck, first: Seat, source: Source) -> int:
    """Play one round with the engine; return the number of actions."""
    state = Round.deal(rules, deck, first)
    actions = 0
    while state.turn is not None:
        legal = state.legal_actions()
        state = state.play(legal[int(source() * len(legal))])
        actions += 1
    return actions


def play_plain(rules: Rules, deck: Deck, first: Seat, source: Source) -> int:
    """Play one round with the plain version; return the number of actions."""
    plain = PlainRound(rules, deck, first)
    actions = 0
    while plain.turn is not None:
        legal = plain.legal_actions()
        plain.play(legal[int(source() * len(legal))])
        actions += 1
    return actions


class Run(NamedTuple):
    """The timing of one run."""

    seconds: float
    actions: int


def run(play: Callable[[Rules, Deck, Seat, Source], int], rules: Rules, decks: list[Deck], seed: int) -> Run:
    """Play a round with every deck, with alternating starters."""
    source = random.Random(seed).random
    begin = perf_counter()
    actions = sum(play(rules, deck, Seat(number % 2), source) for number, deck in enumerate(decks))
    return Run(perf_counter() - begin, actions)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=2000, help="rounds per run (default: 2000)")
    parser.add_argument("--repeats", type=int, default=7, help="runs of each (default: 7)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the decks and choices")
    options = parser.parse_args()
    source = random.Random(options.seed)
    deck = [1, 2, 3, 4, 5] * 5
    decks: list[Deck] = [source.sample(deck, len(deck)) for _ in range(options.rounds)]

    version = sys.version.split()[0]
    print(f"{options.rounds} random rounds, {options.repeats} runs each, medians, Python {version}")
    print(f"{'':<17}{'engine':>20}{'plain':>24}")
    print(f"{'preset':<17}{'rounds/s':>10}{'actions/s':>12}{'rounds/s':>12}{'actions/s':>12}{'ratio':>8}")
    for name, rules in PRESETS.items():
        run(
            play_engine, rules, decks[:200], options.seed
        )  # the first rounds of a preset fill the engine's tables
        pairs = [
            (run(play_engine, rules, decks, options.seed), run(play_plain, rules, decks, options.seed))
            for _ in range(options.repeats)
        ]
        if any(engine.actions != plain.actions for engine, plain in pairs):
            sys.exit(f"{name}: engine and plain rules played different rounds")
        engine, plain = (median(pair[i].seconds for pair in pairs) for i in (0, 1))
        actions = pairs[0][0].actions
        print(
            f"{name:<17}{options.rounds / engine:>10,.0f}{actions / engine:>12,.0f}"
            f"{options.rounds / plain:>12,.0f}{actions / plain:>12,.0f}{plain / engine:>8.2f}"
        )


if __name__ == "__main__":
    main()

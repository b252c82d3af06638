"""The time to read and write records: of matches of every length, and of megabyte texts.

    python tests/benchmarks/records.py [--repeats R] [--seed S]

The matches are random play with the default rules. The first table shows the median of the runs. The second
shows the longest run for megabyte texts that are not sensible records: how long a bad file can block a user.
"""

import argparse
import random
import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

if __name__ == "__main__":  # not when pytest looks for doctests here: it has its own paths
    ROOT = Path(__file__).parents[2]
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "engine")]

from long_texts import drawn_rounds, megabytes

from engine.en_garde import Match
from engine.en_garde.rules import DEFAULT_PRESET, PRESETS
from engine.record import MAX_ROUNDS, Record, RecordError, read, write


def random_match(target: int, seed: int) -> Record:
    """Return a whole match of random play."""
    source = random.Random(seed)
    match = Match.new(PRESETS[DEFAULT_PRESET], target=target, seed=seed)
    while match.winner is None:
        if match.round.result is not None:
            match = match.next_round()
        while match.round.turn is not None:
            match = match.play(source.choice(match.round.legal_actions()))
    return Record(match, datetime(2024, 5, 31, 20, 15))


def timed(work: Callable[[], object], repeats: int) -> list[float]:
    """Return the milliseconds that each run took."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        work()
        times.append((perf_counter() - begin) * 1000)
    return times


def answer(source: str | bytes) -> str:
    """Return the result of reading `source`: "a record", or the error."""
    try:
        read(source)
    except RecordError as error:
        message = str(error)
        return message if len(message) <= 60 else message[:60] + "…"
    return "a record"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=7, help="runs of each (default: 7)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the matches")
    options = parser.parse_args()

    print(f"{options.repeats} runs each, Python {sys.version.split()[0]}")
    print(f"{'match':<22}{'bytes':>10}{'rounds':>8}{'actions':>9}{'read ms':>10}{'write ms':>10}")
    records = {f"first to {target}": random_match(target, options.seed) for target in (1, 5, 25, 99)}
    records[f"{MAX_ROUNDS} drawn rounds"] = read(drawn_rounds(MAX_ROUNDS))
    for name, record in records.items():
        text = write(record)
        rounds = (*record.match.past, record.match.round)
        print(
            f"{name:<22}{len(text.encode()):>10,}{len(rounds):>8,}"
            f"{sum(len(round.actions) for round in rounds):>9,}"
            f"{median(timed(partial(read, text), options.repeats)):>10.2f}"
            f"{median(timed(partial(write, record), options.repeats)):>10.2f}"
        )

    print()
    print(f"{'a megabyte of':<38}{'longest ms':>12}  answer")
    for name, source in megabytes().items():
        longest = max(timed(partial(answer, source), options.repeats))
        print(f"{name:<38}{longest:>12.1f}  {answer(source).encode('ascii', 'backslashreplace').decode()}")


if __name__ == "__main__":
    main()

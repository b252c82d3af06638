"""A monkey at the keyboard, in this process: random keys, clicks, pastes and sizes, without waiting.

    python tests/benchmarks/monkey_keys.py [--keys N] [--seed N] [--jobs N] [--bursts N] [--start NAME]

Prints the keys per second, and the errors by kind, each with the fewest strokes that lead to it. A run begins
on one of the screens of tests/monkey/starts.py, of the program or of a hall with two visitors.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "engine"), str(TESTS / "tui")]
import hypothesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from monkey.kinds import Found, Tally, kind, shortest, tail
from monkey.hall_starts import HALL_STARTS, HallStart
from monkey.running import Run, Strokes, play
from monkey.starts import STARTS, Start
from monkey.strokes import strokes

ALL_STARTS = (*STARTS, *HALL_STARTS)

BATCH = 20
"""Runs after which the totals are added up."""


def batch(seed: int, starts: list[int], most_bursts: int, known: frozenset[str]) -> Tally:
    """Return what some runs lead to; of kinds not known yet look for the fewest strokes."""
    tally = Tally()

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=BATCH,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.sampled_from([ALL_STARTS[number] for number in starts]),
        strokes(most_bursts // 2, most_bursts, visitors=3),
        st.booleans(),
    )
    def try_out(start: Start | HallStart, typed: Strokes, no_motion: bool) -> None:
        run = Run(start)
        error = failure(run, typed, no_motion)
        tally.runs += 1
        tally.keys += run.keys
        if error is not None:
            what = kind(error)
            if what in known or what in tally.errors:
                tally.note(what, Found("", "", ""))
                return
            fewest = shortest(
                run.typed, lambda fewer: _kind_of(failure(Run(start), fewer, no_motion)) == what
            )
            tally.note(what, Found(str(seed), f"{start}, no_motion={no_motion}: {fewest}", tail(error)))

    began = time.perf_counter()
    try_out()
    tally.seconds = time.perf_counter() - began
    return tally


def failure(run: Run, typed: Strokes, no_motion: bool) -> BaseException | None:
    """Return what ends a run too early, or is wrong after it."""
    try:
        play(run, typed, no_motion=no_motion)
    except Exception as error:
        return error
    return None


def _kind_of(error: BaseException | None) -> str:
    return "" if error is None else kind(error)


def main() -> int:
    """Print what the runs have led to; return 1 if there was an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bursts", type=int, default=40, help="bursts in a run, at most")
    parser.add_argument("--start", default="", help="a part of the names of the screens to begin on")
    options = parser.parse_args()
    starts = [number for number, start in enumerate(ALL_STARTS) if options.start in start.name]
    _fix_terminal()

    total = Tally()
    began = time.perf_counter()

    def batches(pool: ProcessPoolExecutor) -> Iterator[Tally]:
        seed = options.seed * 1_000_000
        running = []
        while running or total.keys < options.keys:
            while len(running) < options.jobs and total.keys < options.keys:
                known = frozenset(total.errors)
                running.append(pool.submit(batch, seed, starts, options.bursts, known))
                seed += 1
            yield running.pop(0).result()

    with ProcessPoolExecutor(options.jobs, get_context("spawn"), initializer=_fix_terminal) as pool:
        for tally in batches(pool):
            for what, found in tally.errors.items():
                if what not in total.errors:
                    print(f"{what}\n    seed {found.seed}: {found.strokes}\n{found.tail}", flush=True)
            total.add(tally)
            total.seconds = time.perf_counter() - began
            rate = total.keys / total.seconds
            print(f"{total.runs} runs, {total.keys} keys, {rate:.0f} keys/s", file=sys.stderr, flush=True)
    print(f"seed {options.seed}\n{total}")
    return 1 if total.errors else 0


def _fix_terminal() -> None:
    """Let nothing depend on the terminal in which the script runs."""
    for name in ("NO_COLOR", "NO_MOTION", "COLUMNS", "LINES", "SSH_CONNECTION"):
        os.environ.pop(name, None)
    os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TZ": "UTC"}


if __name__ == "__main__":
    sys.exit(main())

"""A monkey at the keyboard, in this process: random keys, clicks, pastes and sizes, without waiting.

    python tests/benchmarks/monkey_keys.py [--keys N] [--seed N] [--jobs N] [--bursts N] [--start NAME]
        [--compare]

Prints the keys per second, and the errors by kind, each with the fewest strokes that lead to it. A run begins
on one of the screens of tests/monkey/starts.py, of the program or of a hall with two visitors. With --compare
each run types a burst of keys, and the same keys one by one, and finds where they lead to different screens.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import hypothesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from monkey.hall_starts import HALL_STARTS, HallStart
from monkey.kinds import Found, Tally, kind, shortest, tail
from monkey.running import ALONE, HangError, Run, differences, in_one_burst, one_by_one, play
from monkey.starts import STARTS, Start
from monkey.strokes import Strokes, keys_in_one_burst, strokes
from settling import LONGEST

ALL_STARTS = (*STARTS, *HALL_STARTS)

BATCH = 20
"""Runs after which the totals are added up."""


def batch(seed: int, name: str, most_bursts: int, compares: bool, known: frozenset[str]) -> Tally:
    """Return what some runs lead to; of kinds not known yet look for the fewest strokes.

    They begin where a start has this part of a name.
    """
    tally = Tally()
    starts = st.sampled_from([start for start in (ALONE if compares else ALL_STARTS) if name in start.name])

    def note(error: str, shrink: Callable[[], tuple[object, str]]) -> None:
        if error in known or error in tally.errors:
            tally.note(error, Found("", "", ""))
        elif error:
            tally.note(error, Found(str(seed), *map(str, shrink())))

    def type_at_random(start: Start | HallStart, typed: Strokes, no_motion: bool) -> None:
        run = Run(start)
        error = failure(run, typed, no_motion)
        tally.runs += 1
        tally.keys += run.keys
        what = _kind_of(error)

        def shrink() -> tuple[object, str]:
            fewest = shortest(
                run.typed, lambda fewer: _kind_of(failure(Run(start), fewer, no_motion, 30)) == what
            )
            assert error is not None
            return f"{start}, no_motion={no_motion}: {fewest}", tail(error)

        note(what, shrink)

    def compare(start: Start | HallStart, keys: list[str]) -> None:
        tally.runs += 2
        tally.keys += 2 * len(keys)
        found = different(start, keys)

        def shrink() -> tuple[object, str]:
            fewest = shortest(keys, lambda fewer: different(start, fewer)[:1] == found[:1])
            return f"{start}: {' '.join(fewest)}", "\n".join(different(start, fewest)[1:])

        note(found[0] if found else "", shrink)

    chosen = (starts, keys_in_one_burst)
    if not compares:
        chosen = (starts, strokes(most_bursts // 2, most_bursts, visitors=3), st.booleans())
    began = time.perf_counter()
    EXACTLY(hypothesis.seed(seed)(given(*chosen)(compare if compares else type_at_random)))()
    tally.seconds = time.perf_counter() - began
    return tally


EXACTLY = hypothesis.settings(
    max_examples=BATCH,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
"""Runs a property as often as it says, whatever it finds."""


def failure(run: Run, typed: Strokes, no_motion: bool, seconds: float = LONGEST) -> BaseException | None:
    """Return what ends a run too early, or is wrong after it, or that it does not end in so many seconds."""
    try:
        play(run, typed, no_motion=no_motion, seconds=seconds)
    except (Exception, HangError) as error:
        return error
    return None


def different(start: Start | HallStart, keys: Sequence[str]) -> list[str]:
    """Return the kind of difference between a burst and the same keys one by one, and the details."""
    try:
        slow, counted = one_by_one(start, keys)
        found = differences(in_one_burst(start, counted), slow)
    except (Exception, HangError) as error:
        return [kind(error), tail(error)]
    # What is on a screen is different each time; which screen it is is not.
    is_kind = not found or found[0].startswith("in one burst")
    return found if is_kind else [f"{slow.screens[-1]} looks different", *found]


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
    parser.add_argument("--compare", action="store_true", help="compare bursts with the same keys one by one")
    options = parser.parse_args()
    _fix_terminal()

    total = Tally()
    began = time.perf_counter()

    def batches(pool: ProcessPoolExecutor) -> Iterator[Tally]:
        seed = options.seed * 1_000_000
        running = []
        while running or total.keys < options.keys:
            while len(running) < options.jobs and total.keys < options.keys:
                known = frozenset(total.errors)
                given = (seed, options.start, options.bursts, options.compare, known)
                running.append(pool.submit(batch, *given))
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

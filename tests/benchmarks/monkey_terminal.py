"""A monkey at a real terminal: the program as it is, and what a slow line delivers, until a signal ends it.

    python tests/benchmarks/monkey_terminal.py [--runs N] [--seconds N] [--seed N] [--jobs N]
        [--keys-only] [--hall]

Each run types bursts of keys, clicks, pastes, reports and sizes, with pauses of at most 0.3 seconds, then
sends SIGTERM, SIGHUP or SIGINT. Prints the errors by kind, how long the ends took, and what was typed in each
run that failed. A seed types the same again, as far as the program takes the same time. With --hall two
visitors type over SSH in each run, and the hall is shut down at the end.
"""

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from monkey.kinds import Found, Tally
from monkey.over_ssh import run as in_hall
from monkey.terminals import Outcome, run, template


def main() -> int:
    """Print what the runs have led to; return 1 if there was an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=6.0, help="how long to type in a run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--keys-only", action="store_true", help="type nothing that terminals say by themselves"
    )
    parser.add_argument("--hall", action="store_true", help="let two visitors of a hall type, over SSH")
    options = parser.parse_args()

    tally, failed, ends = Tally(), 0, []
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="engarde-monkey-") as folder,
        ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool,
    ):
        matches = template(Path(folder) / "data")
        seeds = [f"{options.seed}/{number}" for number in range(options.runs)]
        if options.hall:
            running = {pool.submit(in_hall, seed, options.seconds): seed for seed in seeds}
        else:
            ways = {"keys_only": options.keys_only}
            running = {pool.submit(run, seed, matches, options.seconds, **ways): seed for seed in seeds}
        for done in as_completed(running):
            outcome, seed = done.result(), running[done]
            tally.runs += 1
            tally.keys += outcome.keys
            failed += bool(outcome.errors)
            if outcome.ended_by != "keys":
                ends.append(outcome.seconds)
            _report(seed, outcome)
            for error in outcome.errors:
                tally.note(error, Found(seed, " ".join(outcome.command), outcome.tail[-2500:]))
    tally.seconds = time.monotonic() - began
    print(f"\nseed {options.seed}, {failed} of {tally.runs} runs failed\n{tally}")
    if ends:
        ends.sort()
        print(
            f"\n{len(ends)} ends by a signal: median {ends[len(ends) // 2]:.2f} s, longest {ends[-1]:.2f} s"
        )
    return 1 if failed else 0


def _report(seed: str, outcome: Outcome) -> None:
    words = "; ".join(outcome.errors) or "ok"
    command = " ".join(("engarde", *outcome.command))
    end = f"{outcome.ended_by} {outcome.seconds:.2f} s, of processor {outcome.processor:.2f} s"
    print(f"{seed}: {command}, {outcome.keys} keys, {end}: {words}", flush=True)
    if outcome.errors:
        print(f"    {outcome.typed}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

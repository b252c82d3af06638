"""Whether a hall of several processes loses, doubles or betrays anything while all kinds of things fail.

    python tests/benchmarks/histories.py --minutes 10 --tables 20 --faults all --seed 1

People play random actions over SSH; each pair is watched, and somebody is in the lobby. What they did and
what their screens showed is compared with the database's journals: see `serve/histories/checking.py`.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from postgres import cluster
from serve.histories.faults import Faults
from serve.histories.running import hall_over_proxy, run


def main() -> int:
    """Run, and print the table; the exit status is 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--faults", default="all", help=f"all, none, or some of: {', '.join(Faults.KINDS)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pace", type=float, default=3.0, help="mean seconds that players think")
    parser.add_argument("--pause", type=float, default=6.0, help="mean seconds between two faults")
    options = parser.parse_args()
    kinds = {"all": Faults.KINDS, "none": ()}.get(options.faults) or [
        kind for kind in map(str.strip, options.faults.split(",")) if kind in Faults.KINDS
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster() as server,
        hall_over_proxy(Path(folder), server) as (hall, proxy, url),
    ):
        report = asyncio.run(
            run(
                hall,
                server,
                proxy,
                url,
                seconds=options.minutes * 60,
                tables=options.tables,
                faults=kinds,
                seed=options.seed,
                pace=options.pace,
                pause=options.pause,
            )
        )
    print(report)
    for line in (*report.findings, *report.troubles):
        print(line)
    return 1 if report.findings or report.troubles else 0


if __name__ == "__main__":
    sys.exit(main())

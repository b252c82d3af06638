"""Print how a training went, as a table: means of ten iterations, from its log.

python docs/learning.py FOLDER [ITERATION...]
"""

import argparse
import json
from pathlib import Path
from statistics import fmean

COLUMNS = {
    "entropy": "entropy",
    "value_error": "error of the expected result",
    "critic_error": "error of the critic",
    "drift": "change of the odds",
}
SHOWN = (20, 100, 200, 400, 700, 1000, 1500, 2000, 2500, 3000, 3300)


def main() -> None:
    """Print the table of the training that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of a training")
    parser.add_argument("iterations", type=int, nargs="*", default=SHOWN, help="the last of each ten")
    options = parser.parse_args()
    try:
        lines = (options.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SystemExit(f"no log in {options.folder}: {error.strerror}; give a training's folder") from error
    figures = [*map(json.loads, lines)]
    print(f"| iteration | {' | '.join(COLUMNS.values())} |\n|--:|{'--:|' * len(COLUMNS)}")
    for last in options.iterations:
        if ten := figures[max(last - 10, 0) : last] if last <= len(figures) else []:
            means = (f"{fmean(line[name] for line in ten):.3f}" for name in COLUMNS)
            print(f"| {last:,} | {' | '.join(means)} |")
    minutes = sum(line["seconds"] for line in figures) / 60
    print(f"\n{len(figures):,} iterations took {minutes:.0f} minutes of one core.")


if __name__ == "__main__":
    main()

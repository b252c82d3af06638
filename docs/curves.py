"""Draw how far the policies of trainings in miniatures can be exploited, exactly, into docs/curves.svg.

    python docs/curves.py [--output FILE] LABEL=FOLDER[:GAIN]...

A FOLDER is that of `python -m engine.training train FOLDER --miniature …`, which measures every few
iterations. A GAIN is what it logs: "gain" of the network alone, the default, or, of a training with --judged,
"counting_gain" or "searching_gain". Needs matplotlib: pip install matplotlib.
"""

import argparse
import json
from pathlib import Path
from typing import Final

import matplotlib.pyplot as plt

GAINS: Final = ("gain", "counting_gain", "searching_gain")


def curve(folder: Path, gain: str) -> tuple[list[int], list[float]]:
    """Return the iterations of a training after which it was measured, and what a best response then gained.

    Raises SystemExit if there is no training, or none of a miniature.
    """
    log = folder / "log.jsonl"
    if not log.exists():
        raise SystemExit(f"{folder} has no log.jsonl; give the folder of a training")
    lines = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    measured = [line for line in lines if gain in line]
    if not measured:
        raise SystemExit(
            f"{log} has no {gain}; train with --miniature, and --judged for more than the network"
        )
    return [line["iteration"] for line in measured], [line[gain] for line in measured]


def main() -> None:
    """Draw the curves that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curves", nargs="+", metavar="LABEL=FOLDER[:GAIN]")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_name("curves.svg"))
    options = parser.parse_args()
    # Text as text, and the same file from the same figures.
    plt.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "engarde", "font.size": 11}
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for named in options.curves:
        label, separator, folder = named.partition("=")
        if not separator:
            raise SystemExit(f"{named!r} is not LABEL=FOLDER[:GAIN]")
        before, _, gain = folder.rpartition(":")
        if gain not in GAINS:
            before, gain = folder, GAINS[0]
        axes.plot(*curve(Path(before), gain), label=label, marker=".")
    axes.set(xlabel="iterations", ylabel="gain of the best response, a round", ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(options.output, metadata={"Date": None})


if __name__ == "__main__":
    main()

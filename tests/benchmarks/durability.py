"""The cost of durability: time of a durable action, size of a stored match, time to load it.

    python tests/benchmarks/durability.py [--matches N] [--folder DIR]

Compared with the least that durability can cost on the same disk: appending a line to a file, and `fsync`.
Use a folder on a real disk: on a memory disk everything looks fast.
"""

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from engarde_tui.storage.journal import Journal
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match, Seat


def timed(what: Callable[[], object]) -> float:
    """Return the milliseconds that a call takes."""
    began = time.perf_counter()
    what()
    return (time.perf_counter() - began) * 1000


def random_match(seed: int) -> Iterator[Match]:
    """Yield every state of a random match to five that prefers attacks and parries, as people do."""
    chance = random.Random(seed)
    match = Match.new(PRESETS["ferti-advanced"], first=chance.choice(list(Seat)), seed=seed)
    yield match
    while match.winner is None:
        if match.round.result is not None:
            match = match.next_round()
        else:
            blades = [action for action in match.round.legal if action.blades]
            wanted = blades if blades and chance.random() < 0.4 else match.round.legal
            match = match.play(chance.choice(wanted))
        yield match


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=100, help="matches to store (default: 100)")
    parser.add_argument("--folder", help="where to write (default: the usual place for temporary files)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        measure(Path(folder), options.matches)


def measure(folder: Path, matches: int) -> None:
    """Store this many matches, load them again, and print the costs."""
    store = Store(folder / "engarde")
    begins, durable, bare, sizes = [], [], [], []
    with open(folder / "bare", "ab", buffering=0) as file:

        def append() -> None:
            file.write(b"+3A55\n")
            os.fsync(file.fileno())

        for seed in range(matches):
            first, *states = random_match(seed)
            journals: list[Journal] = []
            begins.append(timed(lambda first=first, into=journals: into.append(store.begin(first))))
            for match in states:
                durable.append(timed(lambda match=match, to=journals[0]: to.write(match)))
                bare.append(timed(append))
            sizes.append(1 + len(states))
    store.close()
    size = store.path.stat().st_size
    print(f"{'milliseconds':<34}{'median':>9}{'p99':>9}{'longest':>9}{'number':>9}")
    for name, times in (
        ("durable action or deal", durable),
        ("only a line and fsync", bare),
        ("beginning a match", begins),
    ):
        p99 = statistics.quantiles(times, n=100)[98]
        print(f"{name:<34}{statistics.median(times):>9.3f}{p99:>9.3f}{max(times):>9.3f}{len(times):>9}")
    print(f"ratio of the medians: {statistics.median(durable) / statistics.median(bare):.2f}")

    ids = store.ids()
    entries = statistics.mean(sizes)
    print(f"\n{matches} matches to five: {entries:.0f} entries, {size / matches:.0f} bytes each")
    again = Store(store.folder)
    offer = timed(lambda: list(islice(again.unfinished(), 3)))
    print(f"opening the store and asking for unfinished matches: {offer:.1f} ms")
    print(f"replaying one for a list: {timed(lambda: [again.summary(id) for id in ids]) / matches:.2f} ms")
    print(f"resuming one: {timed(lambda: again.resume(ids[0])):.2f} ms")


if __name__ == "__main__":
    main()

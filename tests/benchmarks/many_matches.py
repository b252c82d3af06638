"""The time that lists and statistics of many matches take, for the first time and once each has its summary.

    python tests/benchmarks/many_matches.py [--matches N]

The store holds a hundred different matches of random play, again and again.
"""

import argparse
import asyncio
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

if __name__ == "__main__":  # not when pytest looks for doctests here: it has its own paths
    ROOT = Path(__file__).parents[2]
    sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "engine")]

from records import random_match
from tui.harness import playing

from engarde_tui.screens.played import statistics_of
from engarde_tui.storage.store import Store

DIFFERENT = 100

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil")


def fill(folder: Path, matches: int) -> None:
    """Fill a store."""
    source = random.Random(1)
    with closing(Store(folder)) as store:
        for seed in range(DIFFERENT):
            names = source.sample(NAMES, 2)
            match = replace(random_match(5, seed).match, names=(names[0], names[1]))
            store.begin(match)
    with closing(sqlite3.connect(folder / "matches.db")) as database, database:
        for number in range(DIFFERENT, matches):
            like = number % DIFFERENT + 1
            database.execute("INSERT INTO match (header) SELECT header FROM match WHERE id = ?", (like,))
            database.execute(
                "INSERT INTO entry SELECT ?, number, at + ?, text FROM entry WHERE match = ?",
                (number + 1, number * 60, like),
            )


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def statistics(folder: Path) -> None:
    """Count everything that the page of statistics shows."""
    with closing(Store(folder)) as store:
        asyncio.run(statistics_of(store))


def export_list(folder: Path) -> None:
    """List all matches, as in a shell."""
    command = (sys.executable, "-m", "engarde_tui", "export", "--data", str(folder), "--list")
    subprocess.run(command, cwd=Path(__file__).parents[2], stdout=subprocess.DEVNULL, check=True)


async def filtered(folder: Path) -> None:
    """Go to the past matches, and wait until those of a player are counted."""
    with closing(Store(folder)) as store:
        headers = store.headers("Left")
        of_anna = sum("Anna" in (lines["Left"], lines["Right"]) for lines in headers.values())
        title = f"{of_anna} of {len(headers)}"
        async with playing(store=store) as player:
            await player.press("m", "slash", *"anna")
            while title not in player.text:
                await player.settle()


def forget(folder: Path) -> None:
    """Forget all summaries."""
    with closing(sqlite3.connect(folder / "matches.db")) as database, database:
        database.execute("DELETE FROM summary")


def run(matches: int) -> None:
    """Print the table."""
    works: dict[str, Callable[[Path], object]] = {
        "statistics": statistics,
        "engarde export --list": export_list,
        "past matches of a player": lambda folder: asyncio.run(filtered(folder)),
    }
    with TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, matches)
        for what, work in works.items():
            forget(folder)
            first, *again = (seconds(lambda work=work: work(folder)) for _ in range(4))  # type: ignore[misc]
            then = min(again)
            print(f"{what:26} first {first:7.2f} s   then {then:6.2f} s   ratio {first / then:.0f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Time lists and statistics of many matches.")
    parser.add_argument("--matches", type=int, default=20_000)
    run(parser.parse_args().matches)

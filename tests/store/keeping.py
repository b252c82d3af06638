"""Helpers for the store's tests: matches, a clock, other processes."""

import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match

BEGUN = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


class Clock:
    """A clock that stands still until `move`."""

    def __init__(self) -> None:
        self.now = BEGUN

    def __call__(self) -> datetime:
        return self.now

    def move(self) -> None:
        """Advance by a minute."""
        self.now += timedelta(minutes=1)


def new_match(seed: int = 1, preset: str = "ferti-advanced", target: int = 5) -> Match:
    """Return a match with a seed."""
    return Match.new(PRESETS[preset], target=target, seed=seed)


def states(first: Match) -> Iterator[Match]:
    """Yield the states of a random match to its end."""
    choose = random.Random(first.seed).choice
    match = first
    yield match
    while match.winner is None:
        legal = match.round.legal_actions()
        match = match.play(choose(legal)) if legal else match.next_round()
        yield match


def state(seed: int, number: int) -> Match:
    """Return the state of a match after `number` deals and actions."""
    return next(islice(states(new_match(seed)), number, None))


def found(folder: Path) -> list[Match]:
    """Return the matches another store reads in `folder`, by number."""
    with closing(Store(folder)) as store:
        return [store.record(id).match for id in sorted(store.ids())]


def mode(path: Path) -> int:
    """Return a file's permission bits."""
    return stat.S_IMODE(path.stat().st_mode)


def tamper(folder: Path, statement: str, values: Sequence[object] = (), before: str = "") -> None:
    """Change the database behind the store's back; `before` is a statement to run first."""
    with closing(sqlite3.connect(folder / "matches.db")) as database, database:
        database.execute(before)
        database.execute(statement, values)


def elsewhere(code: str, folder: Path) -> "subprocess.Popen[str]":
    """Start another process that runs `code` with a `store` in `folder` and a `match`."""
    preamble = (
        "import sys; from pathlib import Path\n"
        "from engarde_tui.storage.journal import *; from engarde_tui.storage.store import *\n"
        "from engine.en_garde import PRESETS\n"
        "folder = Path(sys.argv[1]); store = Store(folder)\n"
        "match = Match.new(PRESETS['ferti-advanced'], seed=1)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", preamble + code, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def line_of(process: "subprocess.Popen[str]") -> str:
    """Return the next line the process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()

"""Errors by kind, and the fewest strokes that still lead to one."""

import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from textual.worker import WorkerFailed

_Stroke = TypeVar("_Stroke")

MOST_TRIES = 80
"""Tries to leave strokes out."""

_FRAMES = 6
"""Lines of a traceback that are shown."""


@dataclass
class Found:
    """Errors of one kind."""

    seed: str
    """Where it was found first."""
    strokes: str
    """The fewest known that lead to it."""
    tail: str
    """The end of its traceback."""
    count: int = 1


@dataclass
class Tally:
    """What some runs have led to."""

    runs: int = 0
    keys: int = 0
    seconds: float = 0.0
    errors: dict[str, Found] = field(default_factory=dict)
    """By kind."""

    def note(self, kind: str, found: Found) -> None:
        """Count an error; of one known already the strokes are kept."""
        if kind in self.errors:
            self.errors[kind].count += found.count
        else:
            self.errors[kind] = found

    def add(self, other: "Tally") -> None:
        """Add what other runs have led to."""
        self.runs += other.runs
        self.keys += other.keys
        self.seconds += other.seconds
        for kind, found in other.errors.items():
            self.note(kind, found)

    def __str__(self) -> str:
        failed = sum(found.count for found in self.errors.values())
        errors = f"{failed} errors of {len(self.errors)} kinds"
        lines = [f"{self.runs} runs, {self.keys} keys in {self.seconds:.0f} s: {errors}"]
        for kind, found in sorted(self.errors.items(), key=lambda item: -item[1].count):
            lines += ["", f"{found.count:5} × {kind}", f"        seed {found.seed}: {found.strokes}"]
            lines += [f"        {line}" for line in found.tail.splitlines()]
        return "\n".join(lines)


def root(error: BaseException) -> BaseException:
    """Return the error that an error is about."""
    while True:
        inner = error.error if isinstance(error, WorkerFailed) else error.__cause__
        if inner is None:
            return error
        error = inner


def kind(error: BaseException) -> str:
    """Return what errors that come of the same fault have in common."""
    error = root(error)
    words = re.sub(r"\d+", "N", " ".join(str(error).split("\n")[0].split())[:70])
    return f"{type(error).__name__}: {words} ({_place(error.__traceback__)})"


def _place(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)
    own = [frame for frame in frames if "engarde_tui" in frame.filename or "engine" in frame.filename]
    shown = [*own[-1:], *frames[-1:]][:2] if own and own[-1] is not frames[-1] else frames[-1:]
    return " → ".join(f"{Path(frame.filename).name}:{frame.name}" for frame in shown)


def tail(error: BaseException) -> str:
    """Return the end of an error's traceback."""
    lines = traceback.format_exception(root(error), chain=False)
    return "".join(line[:400] for line in lines[-_FRAMES:])


def shortest(strokes: Sequence[_Stroke], fails: Callable[[list[_Stroke]], bool]) -> list[_Stroke]:
    """Return as few of the strokes as still fail, with at most `MOST_TRIES` tries."""
    left, size, tries = list(strokes), max(len(strokes) // 2, 1), 0
    while tries < MOST_TRIES:
        start, before = 0, len(left)
        while start < len(left) and tries < MOST_TRIES:
            fewer = left[:start] + left[start + size :]
            tries += 1
            if fewer and fails(fewer):
                left = fewer
            else:
                start += size
        if size == 1 and len(left) == before:
            break
        size = max(size // 2, 1)
    return left

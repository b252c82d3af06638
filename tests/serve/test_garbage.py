"""Garbage: what is new is found soon, what has lain for long with everything else, or when many have gone."""

import asyncio
import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from serve.halls import HallProcess

from engarde_tui.serve import garbage
from engarde_tui.serve.garbage import Garbage, collect

glibc = pytest.mark.skipif(not garbage._GIVES_BACK, reason="only glibc can be asked to")


class Knot:
    """Refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def by_hand() -> Iterator[None]:
    """Python collects nothing by itself, and goes on as before afterwards."""
    threshold = gc.get_threshold()
    gc.disable()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)
    gc.enable()


def test_what_is_new_is_freed_by_every_look() -> None:
    knot = weakref.ref(Knot())
    assert knot() is not None
    collect(everything=False)
    assert knot() is None


def test_what_became_garbage_after_a_look_is_freed_by_a_look_through_everything() -> None:
    old = Knot()
    knot = weakref.ref(old)
    collect(everything=False)
    del old
    collect(everything=False)
    assert knot() is not None
    collect(everything=True)
    assert knot() is None


async def looks(ended: Callable[[Garbage], None], monkeypatch: pytest.MonkeyPatch, number: int) -> list[bool]:
    """Whether each of so many looks was through everything, with `ended` called after the first."""
    seen: list[bool] = []
    rubbish, done = Garbage(), asyncio.Event()

    def look(everything: bool) -> None:
        seen.append(everything)
        if len(seen) == 1:
            ended(rubbish)
        if len(seen) == number:
            done.set()

    monkeypatch.setattr(garbage, "collect", look)
    monkeypatch.setattr(garbage, "_SECONDS", 0.001)
    task = asyncio.create_task(rubbish.keep_collecting())
    await asyncio.wait_for(done.wait(), 10)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return seen[:number]


@glibc
def test_the_system_gets_back_what_lies_scattered() -> None:
    """Of some 90 MB one small piece in 500 is still in use."""
    code = """
import os
from processes import status
from engarde_tui.serve.garbage import collect
me, before = os.getpid(), status(os.getpid(), "VmRSS")
many = [(number,) for number in range(1_000_000)]
full = status(me, "VmRSS")
kept = many[::500]
del many
collect(everything=True)
print(full - before, status(me, "VmRSS") - before)
"""
    paths = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONMALLOC": "malloc"}
    said = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | paths, capture_output=True, text=True, check=True
    ).stdout
    full, left = map(int, said.split())
    assert full > 80_000
    assert left < full / 3


@glibc
def test_the_hall_runs_with_the_allocator_that_gives_back(hall: HallProcess) -> None:
    assert b"\0PYTHONMALLOC=malloc\0" in Path(f"/proc/{hall.process.pid}/environ").read_bytes()


async def test_every_tenth_look_is_through_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await looks(lambda _: None, monkeypatch, 20) == ([False] * 9 + [True]) * 2


@pytest.mark.parametrize(
    ("sessions", "left", "everything"),
    [(1, 0, True), (9, 1, False), (10, 40, True), (24, 100, False), (25, 100, True)],
)
async def test_many_sessions_that_have_ended_are_looked_for_at_once(
    monkeypatch: pytest.MonkeyPatch, sessions: int, left: int, everything: bool
) -> None:
    def end(rubbish: Garbage) -> None:
        for _ in range(sessions):
            rubbish.add_session(left)

    assert await looks(end, monkeypatch, 3) == [False, everything, False]

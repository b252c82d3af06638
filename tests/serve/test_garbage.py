"""Garbage: when everything is looked through, and that the system gets the memory back."""

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
from engarde_tui.serve.garbage import Garbage, collect, collect_new, in_use

glibc = pytest.mark.skipif(not garbage._GIVES_BACK, reason="only glibc can be asked to")


class Knot:
    """Refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def by_hand() -> Iterator[None]:
    """Python collects nothing by itself, and goes on as before afterwards."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def tie(number: int) -> tuple[list[Knot], list["weakref.ref[Knot]"]]:
    """So many knots, and how to tell whether they are still there."""
    knots = [Knot() for _ in range(number)]
    return knots, [weakref.ref(knot) for knot in knots]


def test_everything_that_is_garbage_is_freed_and_what_is_left_is_counted() -> None:
    knots, known = tie(1000)
    collect()
    before = in_use()
    del knots[10:]
    collect()
    assert [knot() is None for knot in known] == [False] * 10 + [True] * 990
    assert before - 2 * 1000 < in_use() < before - 900


def test_only_what_is_new_is_looked_through_until_everything_is() -> None:
    old, known_old = tie(10)
    collect_new()
    del old
    new, known_new = tie(10)
    del new
    collect_new()
    assert all(knot() is None for knot in known_new)
    assert not any(knot() is None for knot in known_old)
    collect()
    assert all(knot() is None for knot in known_old)


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
collect()
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


async def looks(
    happening: Callable[[Garbage], object], monkeypatch: pytest.MonkeyPatch, used: int = 100
) -> int:
    """How often everything is looked through after the start, which leaves 100; `used` are in use then."""
    seen = checked = counted = 0
    rubbish, done = Garbage(), asyncio.Event()

    def look() -> None:
        nonlocal seen
        seen += 1
        if seen == 1:
            happening(rubbish)

    def look_at_new() -> None:
        nonlocal checked
        checked += 1
        if checked == 5:
            done.set()

    def count() -> int:
        nonlocal counted
        counted += 1
        return used if seen == 1 and counted > 1 else 100

    monkeypatch.setattr(garbage, "collect", look)
    monkeypatch.setattr(garbage, "collect_new", look_at_new)
    monkeypatch.setattr(garbage, "in_use", count)
    monkeypatch.setattr(garbage, "_SECONDS", 0.001)
    task = asyncio.create_task(rubbish.keep_collecting())
    await asyncio.wait_for(done.wait(), 10)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return seen - 1


@pytest.mark.parametrize(("used", "number"), [(0, 0), (200, 0), (201, 1)])
async def test_everything_is_looked_through_when_much_has_come(
    monkeypatch: pytest.MonkeyPatch, used: int, number: int
) -> None:
    assert await looks(lambda _: None, monkeypatch, used) == number


@pytest.mark.parametrize(
    ("sessions", "left", "number"),
    [(1, 0, 1), (9, 1, 0), (10, 40, 1), (24, 100, 0), (25, 100, 1)],
)
async def test_and_when_many_sessions_have_ended_or_all(
    monkeypatch: pytest.MonkeyPatch, sessions: int, left: int, number: int
) -> None:
    def end(rubbish: Garbage) -> None:
        for _ in range(sessions):
            rubbish.add_session(left)

    assert await looks(end, monkeypatch) == number

"""When full collections run, and that memory returns to the system."""

import asyncio
import gc
import os
import re
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

import pytest
from serve.halls import HallProcess
from settling import LONGEST

from engarde_tui.serve.ssh import garbage
from engarde_tui.serve.ssh.garbage import Garbage, collect

glibc = pytest.mark.skipif(not garbage._IS_GLIBC, reason="needs glibc's malloc_trim")


class Knot:
    """A reference cycle, which only the collector frees."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def without_automatic_collection() -> Iterator[None]:
    """Turn automatic collection off during a test."""
    threshold = gc.get_threshold()
    gc.disable()
    yield
    gc.set_threshold(*threshold)
    gc.enable()


def test_collect_frees_all_garbage_and_counts_the_survivors() -> None:
    knots = [Knot() for _ in range(1000)]
    known = [weakref.ref(knot) for knot in knots]
    before = collect()
    del knots[10:]
    after = collect()
    assert [knot() is None for knot in known] == [False] * 10 + [True] * 990
    assert before - 2 * 1000 < after < before - 900


def test_collect_lets_go_of_attribute_names_that_were_looked_up() -> None:
    """Textual makes such names anew for every widget and key."""
    name = f"attribute_{os.urandom(8).hex()}"
    unknown = sys.getrefcount(name)
    assert not hasattr(Knot(), name)
    known = sys.getrefcount(name)
    collect()
    assert (known > unknown, sys.getrefcount(name)) == (True, unknown)


@glibc
def test_fragmented_memory_is_returned_to_the_system() -> None:
    """One small object in 500, of 90 MB, is still in use."""
    code = """
import os
from processes import status
from engarde_tui.serve.ssh.garbage import collect
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
@pytest.mark.wire
def test_the_hall_runs_with_the_system_malloc(hall: HallProcess) -> None:
    assert b"\0PYTHONMALLOC=malloc\0" in Path(f"/proc/{hall.process.pid}/environ").read_bytes()


async def collections(
    event: Callable[[Garbage], object], monkeypatch: pytest.MonkeyPatch, survivors: int = 0, later: int = 0
) -> int:
    """Return the number of full collections after the first, which has `survivors`."""
    seen, checked = 0, 0
    monitor, done = Garbage(), asyncio.Event()

    def fake_collect() -> int:
        nonlocal seen
        seen += 1
        if seen == 1:
            event(monitor)
        return survivors

    def count() -> int:
        nonlocal checked
        checked += 1
        if checked == 5:
            done.set()
        return later if seen == 1 else 0

    monkeypatch.setattr(garbage, "collect", fake_collect)
    monkeypatch.setattr(garbage, "objects", count)
    monkeypatch.setattr(garbage, "_CHECK_SECONDS", 0.001)
    monkeypatch.setattr(garbage, "_REST_SECONDS", 0)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    task = asyncio.create_task(monitor.keep_collecting())
    await asyncio.wait_for(done.wait(), LONGEST)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert not [callback for callback in gc.callbacks if callback == monitor._log]
    return seen - 1


@pytest.mark.parametrize(
    ("survivors", "later", "number"),
    [(0, 0, 0), (0, 3_000_000, 0), (0, 3_000_001, 1), (2_000_000, 4_000_000, 0), (2_000_000, 4_000_001, 1)],
)
async def test_very_many_objects_start_a_full_collection(
    monkeypatch: pytest.MonkeyPatch, survivors: int, later: int, number: int
) -> None:
    assert await collections(lambda _: None, monkeypatch, survivors, later) == number


async def test_an_empty_hall_is_collected_at_once_and_when_the_last_of_it_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert await collections(Garbage.collect_soon, monkeypatch) == 2


async def test_a_collection_empties_the_caches_that_forget_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forgets, keeps = lru_cache(8)(str), cache(str)
    forgets(1), keeps(1)
    await collections(Garbage.collect_soon, monkeypatch)
    assert forgets.cache_info().currsize == 0
    assert keeps.cache_info().currsize == 1


async def test_every_collection_is_logged_with_its_time(caplog: pytest.LogCaptureFixture) -> None:
    monitor = Garbage()
    with caplog.at_level("DEBUG", "engarde.hall"):
        for phase in ("start", "stop"):
            monitor._log(phase, {"generation": 1, "collected": 7, "uncollectable": 0})
    assert re.fullmatch(r"event=collect generation=1 seconds=\d\.\d{3} freed=7", caplog.messages[0])

"""What the hall has saved is written to the disk later."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from store.power_cut import Disk

from engarde_tui.serve.hall.register import Register
from engarde_tui.storage import sqlite as sqlite_module


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Register]:
    with closing(Register(tmp_path)) as register:
        yield register


@pytest.fixture
def disk(register: Register, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(register.database.path, tmp_path / "disk", monkeypatch)


async def test_members_do_not_wait_for_the_disk_but_a_secret_does(register: Register, disk: Disk) -> None:
    """To a secret the hall commits itself; of the rest a power cut costs seconds."""
    secret = register.secret("Daily")
    assert disk.rows("secret") == [("Daily", secret)]
    assert disk.threads == [threading.current_thread()]
    register.save_settings("key", "text")
    assert disk.rows("settings") == []
    await asyncio.to_thread(register.database.sync)
    assert disk.rows("settings") == [("key", "text")]
    assert threading.current_thread() not in disk.threads[1:]


async def test_the_log_that_is_synced_does_not_grow_for_ever(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite begins it anew only when all of it is in the file; so who writes seldom waits for the disk."""
    longest = 2_000_000
    monkeypatch.setattr(sqlite_module, "_LONG_LOG", longest)
    sizes = []
    for number in range(60):
        register.save_settings(f"key{number}", "x" * 100_000)
        await asyncio.to_thread(register.database.sync)
        sizes.append(register.database.path.with_name("hall.db-wal").stat().st_size)
    times = sum(later < earlier for earlier, later in pairwise(sizes))
    assert max(sizes) < 2 * longest
    assert 0 < times < 10

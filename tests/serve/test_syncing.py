"""What the hall has saved is written to the disk later, and a disk that fails is told of once."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.ssh.listening import sync


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Register]:
    with closing(Register(tmp_path)) as register:
        yield register


def in_the_file(register: Register, table: str) -> list[tuple[str]]:
    """Return the first column of what is in the file itself, not only in its log."""
    uri = f"{register.database.path.as_uri()}?immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as database:
        return database.execute(f"SELECT * FROM {table}").fetchall()


async def test_members_do_not_wait_for_the_disk_but_a_secret_does(register: Register) -> None:
    """To a secret the hall commits itself; of the rest a power cut costs seconds."""
    secret = register.secret("Daily")
    assert in_the_file(register, "secret") == [("Daily", secret)]
    register.save_settings("key", "text")
    assert in_the_file(register, "settings") == []
    await sync(register.database, set())
    assert in_the_file(register, "settings") == [("key", "text")]


async def test_trouble_with_the_disk_is_logged_when_it_begins_and_when_it_ends(
    register: Register, caplog: pytest.LogCaptureFixture
) -> None:
    """And not every two seconds."""
    caplog.set_level(logging.INFO, "engarde.hall")
    path, troubled = register.database.path, set[Path]()
    for _ in range(2):
        aside = path.rename(path.with_name("aside"))
        for _ in range(3):
            await sync(register.database, troubled)
        aside.rename(path)
        for _ in range(3):
            await sync(register.database, troubled)
    events = [record.getMessage().split()[0] for record in caplog.records]
    assert events == ["event=trouble", "event=trouble-over"] * 2

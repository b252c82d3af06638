"""Damage that only a check finds: nothing is written to the file."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from commands import engarde
from store.flips import damage
from store.keeping import BEGUN, elsewhere, line_of, new_match, state, states
from store.uses import begin_one, delete_one
from tui.shelf import begun

from engarde_tui.storage import store as store_module
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store
from engine.record import Record, write

RECORD = Record(state(3, 4), BEGUN)


def add_one(store: Store) -> None:
    store.add(RECORD)


def play_on(store: Store) -> None:
    """Play an action in match 1, which can be read."""
    record, journal = store.resume(1)
    journal.write(record.match.play(record.match.round.legal_actions()[0]))


WRITERS = (begin_one, add_one, delete_one, play_on)


@pytest.fixture
def path(folder: Path) -> Path:
    """A file with a match in play and several that were won."""
    with closing(Store(folder)) as store:
        begun(store, state(2, 5))
        for seed in range(1, 9):
            *_, won = states(new_match(seed))
            begun(store, won)
    return folder / "matches.db"


@pytest.mark.parametrize("use", WRITERS)
def test_nothing_is_written_to_a_damaged_file(path: Path, use: Callable[[Store], None]) -> None:
    """What can be read of it is read."""
    before = damage(path)
    with closing(Store(path.parent)) as store:
        assert store.record(1).match == state(2, 5)
        for _ in range(2):
            with pytest.raises(StoreError, match=rf"^{re.escape(str(path))} is damaged \(.*: restore"):
                use(store)
        assert store.record(1).match == state(2, 5)
    assert path.read_bytes() == before
    with closing(Store(path.parent)) as store, pytest.raises(StoreError):
        use(store)
    assert path.read_bytes() == before


def test_a_log_is_not_moved_into_a_damaged_file(path: Path) -> None:
    """As every program that closes a database would do."""
    damage(path)
    with elsewhere(
        "import sqlite3; c = sqlite3.connect(store.path)\n"
        "c.execute('INSERT INTO match (header) VALUES (1)'); c.commit()\n"
        "print('written', flush=True); input()",
        path.parent,
    ) as process:
        assert line_of(process) == "written"
        process.kill()
    before = {part.name: part.read_bytes() for part in (path, path.with_name("matches.db-wal"))}
    assert before["matches.db-wal"]
    with closing(Store(path.parent)) as store, pytest.raises(StoreError):
        begin_one(store)
    assert {name: (path.parent / name).read_bytes() for name in before} == before


def test_a_damaged_file_of_an_earlier_version_is_not_migrated(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = store_module.SCHEMA._replace(steps=("UPDATE entry SET text = 'x'",))
    monkeypatch.setattr(store_module, "SCHEMA", later)
    before = damage(path)
    with closing(Store(path.parent)) as store, pytest.raises(StoreError, match="is damaged"):
        store.ids()
    assert path.read_bytes() == before


def test_import_leaves_a_damaged_file_as_it_is(path: Path) -> None:
    before = damage(path)
    run = engarde("import", "-", "--data", str(path.parent), stdin=write(RECORD))
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"engarde: standard input: {path} is damaged (")
    assert run.stderr.count("\n") == 1
    assert path.read_bytes() == before

"""Databases of older versions are migrated."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from store.keeping import BEGUN, new_match, state, states
from tui.shelf import begun

from engarde_tui.storage import store as store_module
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.schema import Migration, Schema
from engarde_tui.storage.store import Store
from engine.record import Record

VERSION_1 = Path(__file__).parents[1] / "data" / "store-v1.sql"
"""A database as version 1 of the schema wrote it: a match won, and one in its second round."""

LATEST = len(store_module.SCHEMA.migrations)
"""The version of the schema that this program writes."""


@pytest.fixture
def version_1(folder: Path) -> Path:
    """The folder with a database of version 1 in it."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "matches.db")) as database:
        database.executescript(VERSION_1.read_text())
    return folder


def version(folder: Path) -> int:
    """Return the schema version of the database."""
    with closing(sqlite3.connect(folder / "matches.db")) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def assert_holds_the_matches_of_version_1(folder: Path) -> None:
    """Check that both are unchanged, and that the second can be continued."""
    with closing(Store(folder)) as store:
        won, goes_on = store.record(1), store.record(2)
        assert [match.id for match in store.unfinished()] == [2]
        assert store.summary(2).changed == datetime(2026, 3, 1, 20, 16, tzinfo=UTC)
        journal = store.resume(2)[1]
        journal.write(state(1, 28))
        assert store.record(2).match == state(1, 28)
    *_, last = states(new_match(5, target=1))
    assert won == Record(last, BEGUN)
    assert goes_on == Record(state(1, 27), BEGUN + timedelta(minutes=1))
    assert goes_on.match.number == 2


def test_a_database_of_version_1_holds_its_matches(version_1: Path) -> None:
    assert version(version_1) == 1
    assert_holds_the_matches_of_version_1(version_1)
    assert version(version_1) == LATEST


def with_migrations(*more: Migration) -> Schema:
    """Return the schema of a later version."""
    return store_module.SCHEMA._replace(migrations=(*store_module.SCHEMA.migrations, *more))


NEXT = """
    ALTER TABLE match ADD COLUMN note TEXT NOT NULL DEFAULT '';
    CREATE INDEX by_time ON entry (at);
"""


def test_a_database_of_version_1_is_migrated(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "SCHEMA", with_migrations(NEXT))
    assert_holds_the_matches_of_version_1(version_1)
    assert version(version_1) == LATEST + 1
    with closing(Store(version_1)) as store:
        assert store.database.connection().execute("SELECT note FROM match").fetchall() == [("",), ("",)]


def test_a_new_database_has_run_every_migration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "SCHEMA", with_migrations(NEXT))
    with closing(Store(folder)) as store:
        begun(store, new_match())
    assert version(folder) == LATEST + 1


def test_a_failed_migration_changes_nothing(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = "CREATE TABLE more (id INTEGER); INSERT INTO match (id, header) VALUES (1, 'there already');"
    with monkeypatch.context() as patched:
        patched.setattr(store_module, "SCHEMA", with_migrations(NEXT, failing))
        for _ in range(2):
            with (
                closing(Store(version_1)) as store,
                pytest.raises(StoreError, match=r"matches.db cannot be read \(UNIQUE constraint"),
            ):
                store.ids()
    with closing(sqlite3.connect(version_1 / "matches.db")) as database:
        schema = [sql for (sql,) in database.execute("SELECT sql FROM sqlite_schema")]
    assert version(version_1) == 1
    assert not re.search("note|by_time|more", str(schema))
    assert_holds_the_matches_of_version_1(version_1)

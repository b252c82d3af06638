"""Databases of earlier releases are migrated; what came before the first is left alone."""

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
from engarde_tui.storage.schema import Schema
from engarde_tui.storage.store import Store
from engine.record import Record

RELEASED = Path(__file__).parents[1] / "data" / "store-4.sql"
"""A database as 0.2.0 wrote it: a match won, and one in its second round."""

LATEST = store_module.SCHEMA.version
"""The version of the schema that this program writes."""


@pytest.fixture
def released(folder: Path) -> Path:
    """The folder with a database of 0.2.0 in it."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "matches.db")) as database:
        database.executescript(RELEASED.read_text())
    return folder


def version(folder: Path) -> int:
    """Return the schema version of the database."""
    with closing(sqlite3.connect(folder / "matches.db")) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def assert_holds_its_matches(folder: Path) -> None:
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


def test_a_database_of_the_first_release_holds_its_matches(released: Path) -> None:
    assert version(released) == 4
    assert_holds_its_matches(released)
    assert version(released) == LATEST


def with_steps(*more: str) -> Schema:
    """Return the schema of a later version."""
    return store_module.SCHEMA._replace(steps=(*store_module.SCHEMA.steps, *more))


NEXT = """
    ALTER TABLE match ADD COLUMN note TEXT NOT NULL DEFAULT '';
    CREATE INDEX by_time ON entry (at);
"""


def test_a_database_of_the_first_release_is_migrated(released: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "SCHEMA", with_steps(NEXT))
    assert_holds_its_matches(released)
    assert version(released) == LATEST + 1
    with closing(Store(released)) as store:
        assert store.database.connection().execute("SELECT note FROM match").fetchall() == [("",), ("",)]


def test_a_new_database_has_run_every_migration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "SCHEMA", with_steps(NEXT))
    with closing(Store(folder)) as store:
        begun(store, new_match())
    assert version(folder) == LATEST + 1


def test_a_failed_migration_changes_nothing(released: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = "CREATE TABLE more (id INTEGER); INSERT INTO match (id, header) VALUES (1, 'there already');"
    with monkeypatch.context() as patched:
        patched.setattr(store_module, "SCHEMA", with_steps(NEXT, failing))
        for _ in range(2):
            with (
                closing(Store(released)) as store,
                pytest.raises(StoreError, match=r"matches.db cannot be read \(UNIQUE constraint"),
            ):
                store.ids()
    with closing(sqlite3.connect(released / "matches.db")) as database:
        schema = [sql for (sql,) in database.execute("SELECT sql FROM sqlite_schema")]
    assert version(released) == 4
    assert not re.search("note|by_time|more", str(schema))
    assert_holds_its_matches(released)


def test_a_database_of_before_the_first_release_is_left_alone(released: Path) -> None:
    with closing(sqlite3.connect(released / "matches.db")) as database:
        database.execute("PRAGMA user_version = 2")
    before = (released / "matches.db").read_bytes()
    with (
        closing(Store(released)) as store,
        pytest.raises(
            StoreError,
            match=r"matches.db was written by an engarde of before 0\.2\.0: export what you need with that",
        ),
    ):
        store.ids()
    assert (released / "matches.db").read_bytes() == before


def test_no_steps_lead_from_a_version_before_the_first() -> None:
    schema = store_module.SCHEMA
    assert schema.after(schema.first) == schema.after(LATEST) == []
    for unknown in (schema.first - 1, LATEST + 1):
        with pytest.raises(AssertionError):
            schema.after(unknown)

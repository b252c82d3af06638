"""Versions of the hall's register: earlier ones are opened, later ones left alone."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from serve.register.rows import ANNA, CLARA, TERMS, Opening, pragma, tamper, waiting, write_version

from engarde_tui.serve.hall import register as register_module
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.schema import schema
from engarde_tui.serve.hall.table_rows import WaitingTable
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.errors import DamagedStoreError, StoreError
from engarde_tui.storage.schema import Migration, Schema
from engine.en_garde import PRESETS


def test_a_file_from_before_versions_is_opened_and_marked(folder: Path, open_hall: Opening) -> None:
    """And again, as a file of the new version."""
    for _ in range(2):
        hall = open_hall()
        assert waiting(hall) == [("anna", ""), ("", "Clara")], "a guest may never come back"
        first, second = hall.tables.all
        assert first.terms == TERMS
        assert second.terms == TableTerms(PRESETS["abacus-basic"], 1, "random", listed=False)
        assert hall.register.names.claim(CLARA, "clara").name == "Clara"
        assert hall.admit("anna", ANNA).alerts == frozenset(), "who has not chosen any"
        with pytest.raises(Refusal, match="belongs to another key"):
            hall.register.names.claim(CLARA, "anna")
    assert pragma(folder, "user_version") == len(schema().migrations)
    assert pragma(folder, "application_id") == schema().application_id


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with closing(Register(tmp_path / "new")) as register:
        register.names.claim(ANNA, "anna")
        assert {path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()} == {0o600}
    assert pragma(tmp_path / "new", "user_version") == len(schema().migrations)


def shouted(database: sqlite3.Connection) -> None:
    for (name,) in database.execute("SELECT name FROM account").fetchall():
        database.execute("UPDATE account SET name = ? WHERE name = ?", (name.upper(), name))


def failing(database: sqlite3.Connection) -> None:
    shouted(database)
    database.execute("INSERT INTO account SELECT * FROM account")


def later(*more: Migration) -> Callable[..., Schema]:
    """The schema of a later version."""
    latest = schema()
    return lambda **_: latest._replace(migrations=(*latest.migrations, *more))


def test_a_step_to_the_next_version_can_be_a_function(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(register_module, "schema", later("ALTER TABLE account ADD COLUMN note TEXT", shouted))
        with closing(Register(folder)) as register:
            assert register.names.claim(ANNA, "anna").name == "ANNA"
    assert pragma(folder, "user_version") == len(schema().migrations) + 2


def test_a_file_from_before_settings_gets_room_for_them(tmp_path: Path) -> None:
    write_version(tmp_path, 2, f"INSERT INTO name VALUES ('anna', '{ANNA}')")
    for text in ("", "bell = true"):
        with closing(Register(tmp_path)) as register:
            assert register.names.claim(ANNA, "anna").name == "anna"
            assert register.settings(ANNA) == text
            register.save_settings(ANNA, "bell = true")
            assert register.settings(CLARA) == ""


def test_a_file_from_when_a_name_had_one_key_keeps_its_names_and_tables(
    folder: Path,
) -> None:
    """They count as used on the day of the step, not as unused for ever."""
    write_version(folder, 3)
    tamper(folder, f"INSERT INTO settings VALUES ('{ANNA}', 'bell = true')")
    with closing(Register(folder)) as register:
        (own,) = register.names.keys_of("ANNA")
        assert own.fingerprint == ANNA
        assert abs(own.seen - time.time()) < 3600
        assert not register.names.is_unused("anna")
        assert register.settings(ANNA) == "bell = true"
        tables = [table for table in register.tables.waiting() if isinstance(table, WaitingTable)]
        assert [table.host for table in tables] == ["anna", "Clara"]
        assert {table.network for table in tables} == {""}
        assert all(abs(table.seen - time.time()) < 3600 for table in tables)
        register.names.add_key("anna", CLARA)
        assert register.names.claim(CLARA, "anna").name == "anna"


def test_a_step_that_fails_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(register_module, "schema", later(failing))
        with pytest.raises(StoreError, match=r"nothing can be saved in .*hall.db \("):
            Register(folder)
    assert pragma(folder, "user_version") == pragma(folder, "application_id") == 0
    with closing(Register(folder)) as register:
        assert register.names.claim(ANNA, "anna").name == "anna"


def test_a_file_of_a_newer_version_is_left_alone(folder: Path) -> None:
    Register(folder).close()
    tamper(folder, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"hall.db was written by a newer engarde.*\(version 99\)"):
        Register(folder)
    assert pragma(folder, "user_version") == 99


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE more (id)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"],
    ids=["another table", "another mark", "a version without our mark"],
)
def test_a_file_of_another_program_is_left_alone(folder: Path, statement: str) -> None:
    tamper(folder, statement)
    before = (folder / "hall.db").read_bytes()
    with pytest.raises(DamagedStoreError, match=r"hall.db is a file of another program, or damaged"):
        Register(folder)
    assert (folder / "hall.db").read_bytes() == before


@pytest.mark.wire
def test_two_halls_cannot_share_a_folder(folder: Path) -> None:
    """Not even one of another process."""
    code = (
        "import sys; from pathlib import Path; from engarde_tui.serve.hall.register import Register\n"
        "try: Register(Path(sys.argv[1]))\nexcept Exception as error: print(error)"
    )
    with closing(Register(folder)):
        run = subprocess.run(
            [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
        )
    assert "hall.db is open in another process: close that one, or choose another folder" in run.stdout
    Register(folder).close()

"""Versions of the hall's register: earlier ones are opened, later ones left alone."""

from contextlib import closing
from pathlib import Path

import pytest
from serve.register.rows import ANNA, CLARA, TERMS, Opening, pragma, tamper, waiting

from engarde_tui.serve.hall import shared_file as file_module
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.schema import SCHEMA
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.schema import Schema
from engine.en_garde import PRESETS


def test_a_file_of_the_first_release_is_opened(folder: Path, open_hall: Opening) -> None:
    """And again, as a file of the new version."""
    for _ in range(2):
        hall = open_hall()
        assert waiting(hall) == [("anna", ""), ("", "Clara")]
        first, second = hall.tables.all
        assert first.terms == TERMS
        assert second.terms == TableTerms(PRESETS["abacus-basic"], 1, "random", listed=False)
        assert hall.register.names.claim(CLARA, "clara").name == "Clara"
        assert hall.admit("anna", ANNA).alerts == frozenset(), "who has not chosen any"
        with pytest.raises(Refusal, match="belongs to another key"):
            hall.register.names.claim(CLARA, "anna")
    assert pragma(folder, "user_version") == SCHEMA.version


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with closing(Register(tmp_path / "new")) as register:
        register.names.claim(ANNA, "anna")
        assert {path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()} == {0o600}
    assert pragma(tmp_path / "new", "user_version") == SCHEMA.version


def with_steps(*steps: str) -> Schema:
    """The schema of a later version."""
    return SCHEMA._replace(steps=(*SCHEMA.steps, *steps))


def test_a_file_is_brought_to_the_latest_version_step_by_step(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        steps = ("ALTER TABLE account ADD COLUMN note TEXT", "UPDATE account SET name = upper(name)")
        patched.setattr(file_module, "SCHEMA", with_steps(*steps))
        with closing(Register(folder)) as register:
            assert register.names.claim(ANNA, "anna").name == "ANNA"
    assert pragma(folder, "user_version") == SCHEMA.version + 2


def test_a_step_that_fails_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = "UPDATE account SET name = upper(name); INSERT INTO account SELECT * FROM account"
    with monkeypatch.context() as patched:
        patched.setattr(file_module, "SCHEMA", with_steps(failing))
        with pytest.raises(StoreError, match=r"nothing can be saved in .*hall.db \("):
            Register(folder)
    assert pragma(folder, "user_version") == SCHEMA.version
    with closing(Register(folder)) as register:
        assert register.names.claim(ANNA, "anna").name == "anna"


def test_a_file_of_before_the_first_release_is_left_alone(folder: Path) -> None:
    tamper(folder, f"PRAGMA user_version = {SCHEMA.first - 1}")
    with pytest.raises(
        StoreError,
        match=r"hall.db was written by an engarde of before 0\.2\.0: export what you need with that",
    ):
        Register(folder)
    assert pragma(folder, "user_version") == SCHEMA.first - 1


def test_a_file_of_a_newer_version_is_left_alone(folder: Path) -> None:
    Register(folder).close()
    tamper(folder, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"hall.db was written by a newer engarde.*\(version 99\)"):
        Register(folder)
    assert pragma(folder, "user_version") == 99


@pytest.mark.parametrize(
    "statement",
    ["PRAGMA application_id = 0", "PRAGMA application_id = 7"],
    ids=["no mark", "another mark"],
)
def test_a_file_of_another_program_is_left_alone(folder: Path, statement: str) -> None:
    tamper(folder, statement)
    before = (folder / "hall.db").read_bytes()
    with pytest.raises(StoreError, match=r"hall.db is a file of another program, or damaged"):
        Register(folder)
    assert (folder / "hall.db").read_bytes() == before

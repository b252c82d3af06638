"""Damaged files: the store says so, and leaves them as they are."""

import os
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from store.keeping import new_match, state, tamper
from store.uses import USES
from tui.shelf import begun

from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store


def several_matches(path: Path) -> None:
    """A database of more than a few pages."""
    with closing(Store(path.parent)) as store:
        for seed in range(1, 9):
            begun(store, state(seed, 30))


def garbage(path: Path) -> None:
    path.write_bytes(b"garbage" * 1000)


def few_bytes(path: Path) -> None:
    path.write_bytes(b"no\n")


def zeros(path: Path) -> None:
    path.write_bytes(bytes(8192))


def half_of_it(path: Path) -> None:
    several_matches(path)
    os.truncate(path, path.stat().st_size // 2)


def its_beginning(path: Path) -> None:
    several_matches(path)
    os.truncate(path, 200)


def lost_tables(path: Path) -> None:
    several_matches(path)
    for table in ("entry", "match"):
        tamper(path.parent, f"DROP TABLE {table}")


def another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE match (id INTEGER)")


def a_newer_version(path: Path) -> None:
    several_matches(path)
    tamper(path.parent, "PRAGMA user_version = 99")


def a_directory(path: Path) -> None:
    path.mkdir()


def contents(path: Path) -> bytes | None:
    """The bytes of a file."""
    return path.read_bytes() if path.is_file() else None


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (garbage, "is damaged or not an engarde file"),
        (few_bytes, "is damaged or not an engarde file"),
        (zeros, "is damaged or not an engarde file"),
        (half_of_it, "is damaged or not an engarde file"),
        (its_beginning, "is damaged or not an engarde file"),
        (lost_tables, "is damaged or not an engarde file"),
        (another_program, "is a file of another program"),
        (
            a_newer_version,
            "was written by a newer engarde, or is damaged",
        ),
        (a_directory, "is not a regular file: move it away"),
    ],
)
def test_what_is_no_database_of_ours_is_told_and_left_as_it_is(
    folder: Path,
    damage: Callable[[Path], None],
    what: str,
    use: Callable[[Store], None],
) -> None:
    folder.mkdir()
    path = folder / "matches.db"
    damage(path)
    before = contents(path)
    with closing(Store(folder)) as store:
        for _ in range(2):
            with pytest.raises(StoreError, match=f"{re.escape(str(path))} {what}"):
                use(store)
    assert contents(path) == before


@pytest.mark.parametrize("is_there", [False, True], ids=["missing", "empty"])
def test_a_log_without_its_file_is_damage(folder: Path, is_there: bool) -> None:
    """A new file would take its place, and the matches in it would be lost."""
    path, log = folder / "matches.db", folder / "matches.db-wal"
    with closing(Store(folder)) as store:
        begun(store, new_match())
        kept = log.read_bytes()
    path.unlink()
    log.write_bytes(kept)
    if is_there:
        path.touch()
    with closing(Store(folder)) as store:
        for use in (store.ids, lambda: store.begin(new_match())):
            with pytest.raises(StoreError, match=r"matches\.db is damaged: restore it from a copy"):
                use()
        assert log.read_bytes() == kept


@pytest.mark.by_day(1)
@pytest.mark.parametrize("tries", [30, 150])
def test_whatever_byte_is_wrong_nothing_but_a_problem_is_raised(folder: Path, tries: int) -> None:
    several_matches(folder / "matches.db")
    whole = (folder / "matches.db").read_bytes()
    chance = random.Random(1)
    told: set[type[StoreError]] = set()
    for number in range(tries):
        bytes_ = bytearray(whole)
        for _ in range(chance.choice((1, 20, 200))):
            bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
        path = folder / str(number) / "matches.db"
        path.parent.mkdir()
        path.write_bytes(bytes_)
        with closing(Store(path.parent)) as store:
            for use in USES:
                try:
                    use(store)
                except StoreError as error:
                    told.add(type(error))
    assert {StoreError, UnreadableMatchError} <= told


def test_a_data_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    folder = tmp_path / "file" / "data"
    for use in USES:
        with pytest.raises(
            StoreError,
            match=rf"{re.escape(str(folder))}.*\(Not a directory\): fix that and try again, or",
        ):
            use(Store(folder))
    assert (tmp_path / "file").read_text() == "mine"

"""Damaged files: the store says so, and sets them aside with every byte."""

import os
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from store.keeping import elsewhere, found, line_of, new_match, state, tamper
from store.uses import USES
from tui.shelf import begun

from engarde_tui.storage.errors import DamagedStoreError, StoreError
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
    ("damage", "kind", "what"),
    [
        (garbage, DamagedStoreError, "is damaged or not an engarde file"),
        (few_bytes, DamagedStoreError, "is damaged or not an engarde file"),
        (zeros, DamagedStoreError, "is damaged or not an engarde file"),
        (half_of_it, DamagedStoreError, "is damaged or not an engarde file"),
        (its_beginning, DamagedStoreError, "is damaged or not an engarde file"),
        (lost_tables, DamagedStoreError, "is damaged or not an engarde file"),
        (another_program, DamagedStoreError, "is a file of another program"),
        (
            a_newer_version,
            StoreError,
            "was written by a newer engarde, or is damaged",
        ),
        (a_directory, StoreError, "is not a regular file: move it away"),
    ],
)
def test_what_is_no_database_of_ours_is_told_and_left_as_it_is(
    folder: Path,
    damage: Callable[[Path], None],
    kind: type[StoreError],
    what: str,
    use: Callable[[Store], None],
) -> None:
    folder.mkdir()
    path = folder / "matches.db"
    damage(path)
    before = contents(path)
    with closing(Store(folder)) as store:
        for _ in range(2):
            with pytest.raises(StoreError, match=f"{re.escape(str(path))} {what}") as raised:
                use(store)
            assert raised.type is kind
    assert contents(path) == before


@pytest.mark.parametrize("is_there", [False, True], ids=["missing", "empty"])
def test_a_log_without_its_file_is_damage_and_can_be_set_aside(folder: Path, is_there: bool) -> None:
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
            with pytest.raises(DamagedStoreError, match=r"matches\.db is damaged: restore it from a copy"):
                use()
        assert log.read_bytes() == kept
        aside = store.set_aside()
        assert aside is not None
        assert aside.with_name(f"{aside.name}-wal").read_bytes() == kept
        begun(store, new_match())
        assert store.ids() == [1]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("tries", [30, 150])
def test_whatever_byte_is_wrong_nothing_but_a_problem_is_raised(folder: Path, tries: int) -> None:
    """And where the database itself says that it is damaged, all of it can be set aside."""
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
                    if isinstance(error, DamagedStoreError):
                        aside = store.set_aside()
                        assert aside is not None
                        assert not path.exists()
                        store.begin(new_match())
                        break
    assert {DamagedStoreError, UnreadableMatchError} <= told


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


# Setting aside


def test_a_damaged_file_keeps_every_byte_under_another_name(store: Store) -> None:
    """Several times in the same second, and whatever lies beside it."""
    store.folder.mkdir()
    asides: dict[Path, bytes] = {}
    for number in range(3):
        rubbish = b"rubbish %d" % number * 1000
        for ending in ("", "-wal"):
            store.path.with_name(f"matches.db{ending}").write_bytes(rubbish)
        with pytest.raises(DamagedStoreError):
            store.ids()
        aside = store.set_aside()
        assert aside is not None
        asides[aside] = rubbish
        begun(store, new_match(number))
        assert found(store.folder) == [new_match(number)]
        store.close()
    assert len(asides) == 3
    for aside, rubbish in asides.items():
        assert re.fullmatch(r"matches-damaged-20260301-201500-\d\.db", aside.name)
        assert aside.read_bytes() == rubbish


def test_a_file_that_was_not_found_damaged_is_not_set_aside(store: Store) -> None:
    """Another window has been quicker, and there is a new file already."""
    store.folder.mkdir()
    garbage(store.path)
    with closing(Store(store.folder)) as other:
        for one in (store, other):
            with pytest.raises(DamagedStoreError):
                one.ids()
        assert other.set_aside() is not None
        begun(other, new_match())
    assert store.set_aside() is None
    assert store.set_aside() is None
    assert found(store.folder) == [new_match()]


def test_a_damaged_file_is_not_set_aside_while_another_process_has_it_open(store: Store) -> None:
    """That process would delete the log of the new file when it ends."""
    journal = store.begin(new_match())
    with elsewhere("store.ids(); print('open', flush=True); input()", store.folder) as process:
        assert line_of(process) == "open"
        tamper(store.folder, "ALTER TABLE entry RENAME TO entrance")
        with pytest.raises(DamagedStoreError):
            journal.write(state(1, 1))
        with pytest.raises(StoreError, match=r"matches.db is open in another window: close that one, then"):
            store.set_aside()
        process.communicate("\n")
    assert store.set_aside() is not None
    begun(store, state(1, 1))
    assert found(store.folder) == [state(1, 1)]

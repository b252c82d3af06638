"""What the store says of a disk or a file that is not as it should be, and that nothing is lost by it."""

import os
import random
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from store.keeping import (
    elsewhere,
    found,
    line_of,
    new_match,
    state,
    states,
    tamper,
)
from tui.shelf import begun

from engarde_tui.storage.errors import DamagedStoreError, StoreError
from engarde_tui.storage.journal import MatchOpenError, UnreadableMatchError
from engarde_tui.storage.store import Store

# Damage


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


def read_ids(store: Store) -> None:
    store.ids()


def read_unfinished(store: Store) -> None:
    list(store.unfinished())


def begin_one(store: Store) -> None:
    store.begin(new_match())


def resume_one(store: Store) -> None:
    store.resume(1)[1].close()


def delete_one(store: Store) -> None:
    store.delete(1)


USES = (read_ids, read_unfinished, begin_one, resume_one, delete_one)


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


def test_whatever_byte_is_wrong_nothing_but_a_problem_is_raised(folder: Path) -> None:
    """And where the database itself says that it is damaged, all of it can be set aside."""
    several_matches(folder / "matches.db")
    whole = (folder / "matches.db").read_bytes()
    chance = random.Random(1)
    told: set[type[StoreError]] = set()
    for number in range(150):
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
            match=f"nothing can be saved in {re.escape(str(folder))}: Not a directory; choose another folder",
        ):
            use(Store(folder))
    assert (tmp_path / "file").read_text() == "mine"


@pytest.fixture
def refused_folder() -> Iterator[Path]:
    """A folder of another user, who is not the superuser as the tester may be."""
    with tempfile.TemporaryDirectory() as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "data"
        with closing(Store(folder)) as store:
            begun(store, new_match())
        nobody, before = 65534, os.geteuid()
        if not before:
            for path in (folder, *folder.iterdir()):
                os.chown(path, nobody, -1)
            os.seteuid(nobody)
        try:
            yield folder
        finally:
            os.seteuid(before)
            folder.chmod(0o700)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("folder_mode", [0o000, 0o500], ids=["unreadable", "read-only"])
def test_a_folder_that_lets_us_do_nothing_is_told(
    refused_folder: Path, folder_mode: int, use: Callable[[Store], None]
) -> None:
    refused_folder.chmod(folder_mode)
    with (
        closing(Store(refused_folder)) as store,
        pytest.raises(StoreError, match=f"{re.escape(str(refused_folder))}.*another folder with --data"),
    ):
        use(store)
    refused_folder.chmod(0o700)
    assert found(refused_folder) == [new_match()]


def test_a_read_only_file_is_told_and_kept(refused_folder: Path) -> None:
    path = refused_folder / "matches.db"
    path.chmod(0o400)
    with closing(Store(refused_folder)) as store, pytest.raises(StoreError, match=re.escape(str(path))):
        store.begin(new_match())
    path.chmod(0o600)
    assert found(refused_folder) == [new_match()]


@pytest.mark.parametrize("new", [False, True])
def test_a_database_locked_by_another_program_is_waited_for_then_told(store: Store, new: bool) -> None:
    if new:
        store.folder.mkdir()
    else:
        begun(store, new_match())
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for use in (begin_one, begin_one) if new else (begin_one, delete_one):
            with pytest.raises(
                StoreError, match=r"matches.db is locked by another program: close that, then"
            ):
                use(store)
        other.execute("ROLLBACK")
    begun(store, new_match(2))
    assert found(store.folder)[-1] == new_match(2)


def test_a_write_that_failed_can_be_done_again_once_the_cause_is_gone(store: Store) -> None:
    played = states(new_match())
    journal = store.begin(next(played))
    match = next(played)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for _ in range(2):
            with pytest.raises(StoreError):
                journal.write(match)
        other.execute("ROLLBACK")
    assert found(store.folder) == [new_match()]
    journal.write(match)
    for match in played:
        journal.write(match)
    assert found(store.folder) == [match]


def test_on_a_full_disk_nothing_is_lost_and_nothing_half_written(store: Store) -> None:
    played = {id: list(states(new_match(id, target=20))) for id in (1, 2)}
    journals = {id: store.begin(played[id][0]) for id in (1, 2)}
    database = store.database.connection()
    database.execute("PRAGMA max_page_count = 1")
    kept = {1: 0, 2: 0}

    def fill_the_disk() -> None:
        for number in range(1, len(played[1])):
            for id, journal in journals.items():
                journal.write(played[id][number])
                kept[id] = number

    with pytest.raises(StoreError, match=r"matches.db cannot be written, the disk is full: make room, then"):
        fill_the_disk()
    assert kept[1] > 0
    assert found(store.folder) == [played[id][kept[id]] for id in (1, 2)]
    with pytest.raises(StoreError, match="the disk is full"):
        store.begin(played[1][-1])
    database.execute("PRAGMA max_page_count = 100000")
    for id, journal in journals.items():
        journal.write(played[id][kept[id] + 1])
    assert found(store.folder) == [played[id][kept[id] + 1] for id in (1, 2)]


def test_a_file_that_cannot_grow_is_told_and_nothing_lost(store: Store) -> None:
    """In a process of its own, whose files may have no byte more than they have."""
    code = (
        "import resource\n"
        "_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)\n"
        "def limit(size): resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))\n"
        "journal = store.begin(match)\n"
        "action = match.round.legal[0]\n"
        "for size in (0, 1000, (folder / 'matches.db-wal').stat().st_size + 100):\n"
        "    limit(size)\n"
        "    try: journal.write(match.play(action))\n"
        "    except StoreError as error: print(error)\n"
        "    limit(hard)\n"
        "    assert store.record(1).match == match\n"
        "journal.write(match.play(action))\n"
    )
    with elsewhere(code, store.folder) as process:
        printed, _ = process.communicate()
    assert process.returncode == 0
    assert len(printed.splitlines()) == 3
    for line in printed.splitlines():
        assert line.startswith(f"{store.path} cannot be read or written")
        assert "whether the disk is full" in line
    match = new_match()
    assert found(store.folder) == [match.play(match.round.legal[0])]


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE entry SET text = '+9' WHERE match = 1 AND number = 1", "cannot be read: line"),
        ("UPDATE entry SET text = x'ff00' WHERE match = 1 AND number = 1", "cannot be read: line"),
        ("UPDATE entry SET text = x'ff00' WHERE match = 1", "cannot be read: line"),
        ("UPDATE entry SET text = CAST(x'ff' AS TEXT) WHERE match = 1", "cannot be read: line"),
        ("DELETE FROM entry WHERE match = 1 AND number = 0", "cannot be read: line"),
        ("UPDATE match SET header = x'ff00' WHERE id = 1", "cannot be read: line"),
        (
            "UPDATE match SET header = CAST(replace(header, 'Anna', x'416eff') AS TEXT) WHERE id = 1",
            "cannot be read: line",
        ),
        ("UPDATE match SET header = '' WHERE id = 1", "cannot be read: line"),
        ("DELETE FROM match WHERE id = 1", ""),
    ],
)
def test_a_match_that_cannot_be_read_leaves_the_others_alone(store: Store, statement: str, what: str) -> None:
    for seed in (1, 2):
        begun(store, state(seed, 5))
    tamper(store.folder, statement)
    assert sorted(store.ids()) == [1, 2]
    assert [match.id for match in store.unfinished()] == [2]
    for read in (store.record, store.summary, store.resume, store.resume):
        with pytest.raises(
            UnreadableMatchError, match=f"match 1 in {re.escape(str(store.path))}( {what})?"
        ) as raised:
            read(1)
        assert what in str(raised.value)
    assert store.resume(2).record.match == state(2, 5)
    store.delete(1)
    begun(store, new_match(3))


@pytest.mark.parametrize("at", ["yesterday", b"\xff", 1e300, 2**62, -(2**62), -62135596801])
def test_a_match_of_no_moment_leaves_the_others_alone_and_can_be_played_on(store: Store, at: object) -> None:
    for seed in (1, 2):
        begun(store, state(seed, 5))
    tamper(store.folder, "UPDATE entry SET at = ? WHERE match = 1", (at,))
    assert sorted(store.ids()) == [1, 2]
    assert [match.id for match in store.unfinished()] == [2]
    with pytest.raises(UnreadableMatchError, match=r"match 1 in .*matches.db has no valid time"):
        store.summary(1)
    kept = store.resume(1)
    match, journal = kept.record.match, kept.journal
    assert match == state(1, 5)
    journal.write(state(1, 6))
    assert {match.id for match in store.unfinished()} == {1, 2}


def test_a_match_begun_before_all_time_leaves_the_others_alone(store: Store) -> None:
    for seed in (1, 2):
        begun(store, state(seed, 5))
    before_all_time = "0001-01-01T00:00:00+14:00"
    tamper(
        store.folder,
        "UPDATE match SET header = replace(header, '2026-03-01', ?) WHERE id = 1",
        (f"{before_all_time}\nX: ",),
    )
    assert [match.id for match in store.unfinished()] == [2]


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
        with pytest.raises(MatchOpenError):
            store.resume(1)
        process.communicate("\n")
    assert store.set_aside() is not None
    begun(store, state(1, 1))
    assert found(store.folder) == [state(1, 1)]

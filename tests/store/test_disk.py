"""Folders and disks that cannot be written: the store says so, and nothing is lost."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from store.keeping import elsewhere, found, new_match, states
from store.refused import folder_of_somebody
from store.uses import USES, begin_one, delete_one
from tui.shelf import begun

from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store


@pytest.fixture
def refused_folder() -> Iterator[Path]:
    """A folder of the user's, who is not the superuser as the tester may be."""
    with folder_of_somebody() as folder:
        yield folder


@pytest.mark.parametrize("use", USES)
def test_a_folder_that_lets_us_do_nothing_is_told(refused_folder: Path, use: Callable[[Store], None]) -> None:
    refused_folder.chmod(0o000)
    with (
        closing(Store(refused_folder)) as store,
        pytest.raises(StoreError, match=f"{re.escape(str(refused_folder))}.*another folder with --data"),
    ):
        use(store)
    refused_folder.chmod(0o700)
    assert found(refused_folder) == [new_match()]


@pytest.mark.parametrize("link", ["data/away/matches.db", "data/away", "data"])
def test_a_link_that_leads_nowhere_is_told_and_kept(tmp_path: Path, link: str) -> None:
    """What it leads to may be on a disk that is not mounted now."""
    folder, place = tmp_path / "data" / "away", tmp_path / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(tmp_path / "nowhere" / "more")
    for use in USES:
        with (
            closing(Store(folder)) as store,
            pytest.raises(
                StoreError, match=f"^{re.escape(str(place))} is a link that leads nowhere: fix that"
            ),
        ):
            use(store)
    assert not place.exists()


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
        assert line.startswith(f"nothing can be saved in {store.path} (disk I/O error): check")
        assert "whether the disk is full" in line
    match = new_match()
    assert found(store.folder) == [match.play(match.round.legal[0])]

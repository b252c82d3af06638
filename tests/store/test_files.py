"""The store's files: who can read them, when they are made, and when they are written."""

import os
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from recorded import ALI, FAMILY
from store.keeping import BEGUN, Clock, found, mode, new_match, state
from store.power_cut import Disk
from tui.shelf import begun

from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.files import in_file_name
from engarde_tui.storage.store import Store
from engine.record import Record


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_the_user_can_read_the_files(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "not" / "there yet"
    before = os.umask(umask)
    try:
        with closing(Store(folder)) as store:
            journal = store.begin(new_match())
            journal.write(state(1, 1))
            assert mode(folder) == 0o700
            names = {path.name for path in folder.iterdir()}
            assert names == {"matches.db", "matches.db-wal", "matches.db-shm"}
            assert {mode(path) for path in folder.iterdir()} == {0o600}
    finally:
        os.umask(before)


def test_a_folder_that_was_there_keeps_its_mode(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    with closing(Store(folder)) as store:
        store.begin(new_match())
    assert mode(folder) == 0o755


def test_a_folder_can_be_named_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(Store(Path("data"))) as store:
        begun(store, new_match())
    assert found(tmp_path / "data") == [new_match()]


@pytest.mark.parametrize(
    ("names", "file"),
    [
        (("Jos\u00e9\ufe0f", "B\u2800ob"), "jos\u00e9-bob"),
        ((ALI, FAMILY), "\u0639\u0644\u06cc\u0631\u0636\u0627-fencer"),
        (("U+3164", "../x"), "u-3164-x"),
    ],
)
def test_a_file_named_after_players_has_what_is_seen_of_their_names(
    names: tuple[str, str], file: str
) -> None:
    assert in_file_name(names) == file


def test_nothing_is_made_before_the_first_use(folder: Path) -> None:
    Store(folder).close()
    assert not folder.exists()


def test_an_empty_file_is_a_new_database(store: Store) -> None:
    store.folder.mkdir()
    store.path.touch()
    begun(store, new_match())
    assert found(store.folder) == [new_match()]


def test_a_match_from_elsewhere_counts_as_played_when_it_was(store: Store, clock: Clock) -> None:
    """Not when it was taken: it is not what a player left off last."""
    own = begun(store, new_match(1))
    clock.move()
    store.add(Record(state(2, 3), BEGUN - timedelta(days=300)))
    assert store.ids() == [own, 2]
    assert store.summary(2).changed == BEGUN - timedelta(days=300)


def test_every_write_waits_for_the_disk(store: Store) -> None:
    """A process that is killed would not notice, a machine that loses its power would."""
    begun(store, new_match())
    assert store.database.connection().execute("PRAGMA synchronous").fetchone() == (2,)
    assert store.database.connection().execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_write_that_does_not_wait_for_the_disk_is_there_and_waits_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the hall, where waiting would stop all sessions; another thread writes it to the disk."""
    with closing(Store(tmp_path, sync_later=True)) as store:
        first = begun(store, new_match())
        disk = Disk(store.path, tmp_path / "disk", monkeypatch)
        assert store.database.connection().execute("PRAGMA synchronous").fetchone() == (1,)
        assert not disk.threads
        thread = Thread(target=store.database.sync)
        thread.start()
        thread.join()
        begun(store, new_match())
        assert disk.threads == [thread]
        assert [row[0] for row in disk.rows("match")] == [first]


def test_a_database_that_others_could_read_is_closed_to_them(store: Store) -> None:
    """It may have been copied here."""
    begun(store, new_match())
    store.close()
    store.path.chmod(0o644)
    store.ids()
    assert mode(store.path) == 0o600


def test_a_journal_is_not_written_into_another_match_of_its_number(store: Store) -> None:
    """However many entries that has: it is told apart by its header."""
    journal = store.begin(new_match(1))
    store.database.connection().execute("UPDATE match SET header = replace(header, 'Anna', 'Zora')")
    with pytest.raises(StoreError, match="another program has changed match 1"):
        journal.write(state(1, 1))


def test_a_journal_catches_up(store: Store) -> None:
    """What was not written with its own turn is written with a later one."""
    journal = store.begin(new_match())
    journal.write(state(1, 40))
    journal.write(state(1, 40))
    assert found(store.folder) == [state(1, 40)]


@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_deleted_or_replaced_while_it_is_open_is_noticed(store: Store, replaced: bool) -> None:
    """SQLite itself would write on into the file that has lost its name. No empty one takes its place."""
    journal = store.begin(new_match(1))
    for part in store.folder.glob("matches.db*"):
        part.unlink()
    if replaced:
        other = Store(store.folder)
        begun(other, new_match(2))
        other.database._disconnect()
    for use in 2 * (lambda: journal.write(state(1, 1)), store.ids, lambda: store.begin(new_match(3))):
        with pytest.raises(StoreError, match="has been deleted or replaced while it was open"):
            use()
    assert store.path.exists() is replaced
    if replaced:
        assert found(store.folder) == [new_match(2)]


def test_a_database_that_was_moved_away_and_put_back_is_written_on(store: Store) -> None:
    journal = store.begin(new_match())
    aside = store.path.rename(store.folder / "aside")
    with pytest.raises(StoreError):
        store.ids()
    aside.rename(store.path)
    journal.write(state(1, 1))
    assert found(store.folder) == [state(1, 1)]

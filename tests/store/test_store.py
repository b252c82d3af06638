"""Matches on disk: everything played is saved, even if others use the files."""

import os
import signal
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from store.keeping import (
    BEGUN,
    Clock,
    elsewhere,
    found,
    line_of,
    mode,
    new_match,
    state,
    states,
)
from tui.shelf import begun

from engarde_tui.storage.errors import DamagedStoreError, StoreError
from engarde_tui.storage.journal import MatchOpenError, UnreadableMatchError
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS
from engine.record import Record

# What is played


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_resumes_unchanged_after_every_deal_and_action(folder: Path, preset: str) -> None:
    """Play continues from the resumed match, so its seed must deal the same cards."""
    for seed in (1, 2):
        played = states(new_match(seed, preset, target=2))
        match = next(played)
        with closing(Store(folder)) as store:
            id = begun(store, match)
        for expected in played:
            with closing(Store(folder)) as store:
                record, journal = store.resume(id)
                match = record.match
                action = expected.round.actions[-1] if expected.round.actions else None
                match = match.play(action) if action else match.next_round()
                assert match == expected
                journal.write(match)
        assert match.winner is not None
        with closing(Store(folder)) as store:
            assert store.record(id).match == match


@pytest.mark.parametrize("number", [0, 1, 7, 30, -1])
def test_a_match_stored_in_progress_is_complete(store: Store, number: int) -> None:
    played = list(states(new_match()))
    journal = store.begin(played[number])
    assert found(store.folder) == [played[number]]
    for match in played[number:][1:]:
        journal.write(match)
    assert found(store.folder) == [played[-1]]


def test_a_resumed_match_is_appended_to(store: Store) -> None:
    id = begun(store, state(1, 3))
    for number in (4, 5):
        journal = store.resume(id)[1]
        journal.write(state(1, number))
        journal.close()
    assert found(store.folder) == [state(1, 5)]


def test_a_summary_shows_only_public_facts(store: Store, clock: Clock) -> None:
    match = state(1, 4)
    journal = store.begin(match)
    clock.move()
    journal.write(state(1, 5))
    summary = store.summary(journal.id)
    assert (summary.begun, summary.changed) == (BEGUN, BEGUN + timedelta(minutes=1))
    assert summary.view == state(1, 5).view(None)
    assert summary.view.round.hands == (None, None)


def test_the_match_played_last_comes_first(store: Store, clock: Clock) -> None:
    journals = []
    for seed in (1, 2, 3):
        journals.append(store.begin(new_match(seed)))
        clock.move()
    assert store.ids() == [3, 2, 1]
    journals[1].write(state(2, 1))
    assert store.ids() == [2, 3, 1]
    assert [match.id for match in store.unfinished()] == [2, 3, 1]


def test_a_finished_match_is_stored_but_not_offered(store: Store) -> None:
    played = list(states(new_match()))
    journal = store.begin(played[-2])
    begun(store, played[-1])
    assert [match.id for match in store.unfinished()] == [1]
    journal.write(played[-1])
    assert list(store.unfinished()) == []
    assert store.ids(unfinished_only=True) == []
    assert store.ids() == [2, 1]


def test_an_imported_match_is_added_once(store: Store) -> None:
    record = Record(state(1, 5), BEGUN, (("Event", "Club night"),))
    assert store.add(record) == 1
    assert store.record(1) == record
    with pytest.raises(StoreError, match="already stored, as number 1"):
        store.add(record)
    assert store.add(Record(state(1, 6), BEGUN, record.others)) == 2
    assert store.ids() == [2, 1]
    store.resume(1)


def test_a_deleted_match_is_gone_for_good(store: Store) -> None:
    for seed in (1, 2):
        begun(store, new_match(seed))
    store.delete(2)
    assert found(store.folder) == [new_match(1)]
    with pytest.raises(UnreadableMatchError, match=r"there is no match 2 in .*matches.db"):
        store.resume(2)
    assert begun(store, new_match(3)) == 3, "the number of a deleted match stands for no other"


@pytest.mark.parametrize("id", [-1, 0, 7, 2**63, 10**30])
def test_an_unknown_match_number_is_refused(store: Store, id: int) -> None:
    with pytest.raises(StoreError, match="there is no match"):
        store.record(id)


# Several processes


@pytest.mark.parametrize("use", [Store.resume, Store.delete], ids=["resume", "delete"])
def test_a_match_open_in_another_process_is_refused_until_that_ends(
    store: Store, use: Callable[[Store, int], object]
) -> None:
    for seed in (1, 2):
        begun(store, new_match(seed))
    with elsewhere("held = store.resume(1); print('open', flush=True); input()", store.folder) as process:
        assert line_of(process) == "open"
        for _ in range(2):
            with pytest.raises(MatchOpenError, match="match 1 is open in another window"):
                use(store, 1)
        assert store.record(1).match == new_match(1)
        store.resume(2)
        process.send_signal(signal.SIGKILL)
        process.wait()
    use(store, 1)


@pytest.mark.parametrize("use", [Store.resume, Store.delete], ids=["resume", "delete"])
def test_a_match_can_be_opened_once_until_its_journal_is_closed(
    store: Store, use: Callable[[Store, int], object]
) -> None:
    journal = store.begin(new_match())
    for _ in range(2):
        with pytest.raises(MatchOpenError):
            use(store, 1)
    journal.write(state(1, 1))
    journal.close()
    use(store, 1)


def test_processes_creating_the_database_at_once_lose_no_match(tmp_path: Path) -> None:
    """Repeatedly, with several matches written concurrently in each folder."""
    code = (
        "for number in range(40):\n"
        "    print('ready', flush=True); input()\n"
        "    store = Store(folder / str(number))\n"
        "    journals = [store.begin(match) for _ in range(3)]\n"
        "    played = match.play(match.round.legal[0])\n"
        "    for journal in journals: journal.write(played)\n"
    )
    processes = [elsewhere(code, tmp_path) for _ in range(3)]
    for _ in range(40):
        for process in processes:
            assert line_of(process) == "ready"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    match = new_match()
    for number in range(40):
        assert found(tmp_path / str(number)) == [match.play(match.round.legal[0])] * 9


def test_a_journal_changed_by_another_program_is_not_overwritten(store: Store) -> None:
    journal = store.begin(new_match())
    with closing(Store(store.folder)) as other:
        # In the same process a second store is not kept out.
        other.resume(1)[1].write(state(1, 1))
    for _ in range(2):
        with pytest.raises(StoreError, match=r"another program has changed match 1 in .*matches.db: resume"):
            journal.write(state(1, 1))
    assert found(store.folder) == [state(1, 1)]


def test_a_journal_never_writes_to_a_replaced_database(store: Store) -> None:
    journal = store.begin(state(1, 3))
    store.close()
    for part in store.folder.glob("matches.db*"):
        part.unlink()
    begun(store, new_match(2))
    with pytest.raises(StoreError, match="another program has changed match 1"):
        journal.write(state(1, 4))
    assert found(store.folder) == [new_match(2)]


def test_a_closed_store_can_be_used_again(store: Store) -> None:
    journal = store.begin(new_match())
    store.close()
    journal.write(state(1, 1))
    with elsewhere("try: store.resume(1)\nexcept MatchOpenError: print('refused')", store.folder) as process:
        assert line_of(process) == "refused"
    assert found(store.folder) == [state(1, 1)]


# Files


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
            assert names == {"matches.db", "matches.db-wal", "matches.db-shm", "matches.lock"}
            assert {mode(path) for path in folder.iterdir()} == {0o600}
    finally:
        os.umask(before)


def test_an_existing_folder_keeps_its_mode(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    with closing(Store(folder)) as store:
        store.begin(new_match())
    assert mode(folder) == 0o755


def test_nothing_is_created_before_the_first_use(folder: Path) -> None:
    Store(folder).close()
    assert not folder.exists()


def test_an_empty_file_is_a_new_database(store: Store) -> None:
    store.folder.mkdir()
    store.path.touch()
    begun(store, new_match())
    assert found(store.folder) == [new_match()]


def test_an_imported_match_keeps_its_date(store: Store, clock: Clock) -> None:
    """Not the date of the import: it is not the match played last."""
    own = begun(store, new_match(1))
    clock.move()
    store.add(Record(state(2, 3), BEGUN - timedelta(days=300)))
    assert store.ids() == [own, 2]
    assert store.summary(2).changed == BEGUN - timedelta(days=300)


def test_every_write_waits_for_the_disk(store: Store) -> None:
    """A kill would not show the difference, a power cut would."""
    begun(store, new_match())
    assert store.database.connection().execute("PRAGMA synchronous").fetchone() == (2,)
    assert store.database.connection().execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_database_readable_by_others_is_made_private(store: Store) -> None:
    """It may be a copy."""
    begun(store, new_match())
    store.close()
    store.path.chmod(0o644)
    store.ids()
    assert mode(store.path) == 0o600


def test_a_journal_is_not_written_to_another_match_with_its_number(store: Store) -> None:
    """However many entries it has: its header differs."""
    journal = store.begin(new_match(1))
    journal.close()
    store.database.connection().execute("UPDATE match SET header = replace(header, 'Anna', 'Zora')")
    with pytest.raises(StoreError, match="another program has changed match 1"):
        journal.write(state(1, 1))


def test_a_journal_writes_missed_entries_later(store: Store) -> None:
    """An entry that failed is written with a later one."""
    journal = store.begin(new_match())
    journal.write(state(1, 40))
    journal.write(state(1, 40))
    assert found(store.folder) == [state(1, 40)]


@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_deleted_or_replaced_while_it_is_open_is_noticed(store: Store, replaced: bool) -> None:
    """SQLite would keep writing to the deleted file."""
    journal = store.begin(new_match(1))
    for part in store.folder.glob("matches.db*"):
        part.unlink()
    if replaced:
        other = Store(store.folder)
        begun(other, new_match(2))
        other.database._disconnect()
    with pytest.raises(DamagedStoreError, match="has been deleted or replaced while it was open"):
        journal.write(state(1, 1))
    if replaced:
        assert found(store.folder) == [new_match(2)]

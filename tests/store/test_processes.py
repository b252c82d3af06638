"""Several processes with one store."""

from contextlib import closing
from pathlib import Path

import pytest
from store.keeping import elsewhere, found, line_of, new_match, state
from tui.shelf import begun

from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store


@pytest.mark.by_day(1)
@pytest.mark.parametrize("times", [10, 40])
def test_processes_that_create_the_database_at_once_all_keep_their_matches(
    tmp_path: Path, times: int
) -> None:
    """Again and again in new folders, and several matches in each, written in between one another."""
    code = (
        f"for number in range({times}):\n"
        "    print('ready', flush=True); input()\n"
        "    store = Store(folder / str(number))\n"
        "    journals = [store.begin(match) for _ in range(3)]\n"
        "    played = match.play(match.round.legal[0])\n"
        "    for journal in journals: journal.write(played)\n"
    )
    processes = [elsewhere(code, tmp_path) for _ in range(3)]
    for _ in range(times):
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
    for number in range(times):
        assert found(tmp_path / str(number)) == [match.play(match.round.legal[0])] * 9


def test_a_journal_that_another_program_has_written_to_is_not_written_over(store: Store) -> None:
    journal = store.begin(new_match())
    with closing(Store(store.folder)) as other:
        other.resume(1)[1].write(state(1, 1))
    for _ in range(2):
        with pytest.raises(StoreError, match=r"another program has changed match 1 in .*matches.db: resume"):
            journal.write(state(1, 1))
    assert found(store.folder) == [state(1, 1)]


def test_a_journal_never_writes_into_a_database_that_has_taken_the_place_of_its_own(store: Store) -> None:
    journal = store.begin(state(1, 3))
    store.close()
    for part in store.folder.glob("matches.db*"):
        part.unlink()
    begun(store, new_match(2))
    with pytest.raises(StoreError, match="another program has changed match 1"):
        journal.write(state(1, 4))
    assert found(store.folder) == [new_match(2)]


def test_a_store_that_let_go_of_its_file_can_be_used_again(store: Store) -> None:
    journal = store.begin(new_match())
    store.close()
    journal.write(state(1, 1))
    assert found(store.folder) == [state(1, 1)]


def test_nothing_is_written_to_a_match_that_another_program_has_deleted(store: Store) -> None:
    journal = store.begin(new_match())
    with elsewhere("store.delete(1)", store.folder) as process:
        process.communicate()
    with pytest.raises(StoreError, match="another program has changed match 1"):
        journal.write(state(1, 1))
    assert found(store.folder) == []

"""What is played is kept, and resumed as it was."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from store.keeping import BEGUN, Clock, found, new_match, state, states
from tui.shelf import begun

from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS
from engine.record import Record


@pytest.mark.by_day(1)
@pytest.mark.parametrize("preset", reversed(PRESETS))
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
    assert found(store.folder) == [state(1, 5)]


def test_a_summary_shows_only_public_facts(store: Store, clock: Clock) -> None:
    match = state(1, 4)
    journal = store.begin(match)
    clock.move()
    journal.write(state(1, 5))
    summary = store.summary(journal.id)
    assert (summary.begun, summary.changed) == (BEGUN, BEGUN + timedelta(minutes=1))
    assert (summary.names, summary.score, summary.number) == (("Anna", "Bruno"), (0, 0), 1)
    assert store.view(journal.id) == state(1, 5).view(None)
    assert store.view(journal.id).round.hands == (None, None)


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
    marked = Record(record.match, BEGUN, (*record.others, ("Imported", "yes")))
    with pytest.raises(StoreError, match="already stored, as number 1"):
        store.add(marked)
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
    for use in (store.record, store.resume):
        with pytest.raises(StoreError, match="there is no match"):
            use(id)
    assert not store.folder.exists(), "nothing is made for a match that is not there"


def test_a_match_has_begun_when_its_record_says(folder: Path) -> None:
    """To the second, so that a branch of it says the same, however it was read."""
    store = Store(folder, lambda: BEGUN + timedelta(microseconds=250))
    journal = store.begin(new_match())
    assert journal.begun == store.record(journal.id).date

"""A match that cannot be read leaves the others alone."""

import re

import pytest
from store.keeping import new_match, state, tamper
from tui.shelf import begun

from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store


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

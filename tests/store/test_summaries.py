"""Summaries: what lists tell of matches, without replaying them each time."""

import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store.keeping import BEGUN, Clock, new_match, state, states, tamper
from tui.shelf import begun

from engarde_tui.match.aid import Aid
from engarde_tui.match.stored import StoredMatch
from engarde_tui.storage import checks
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engine.game import Seat, games
from engine.match import Match
from engine.record import Record

HEADERS = {
    "between two people": (),
    "against a level": (("Right-Bot", "fencer"),),
    "against a program": (("Left-Bot", "./my bot --fast"),),
    "of a day": (("Daily", "2026-11-23"), ("Right-Bot", "master")),
}


def played(game: str, seed: int, target: int, plays: int) -> Match:
    """A match of random play, with a forfeit here and there."""
    source = random.Random(seed)
    rules = source.choice(list(games()[game].presets.values()))
    match = Match.new(rules, ("Zoë", "李"), target, seed=seed)
    for _ in range(plays):
        if match.winner is not None:
            break
        if match.round.turn is None:
            match = match.next_round()
        elif source.random() < 0.05:
            match = match.give_up(source.choice(list(Seat))) if source.random() < 0.3 else match.forfeit()
        else:
            match = match.play(source.choice(match.round.legal_actions()))
    return match


def listed(store: Store) -> list[StoredMatch | UnreadableMatchError]:
    """All matches as listed, by number."""
    return [*store.listed(sorted(store.ids()))]


@given(
    game=st.sampled_from([*games()]),
    seed=st.integers(0, 10_000),
    target=st.integers(1, 5),
    plays=st.integers(0, 200),
    header=st.sampled_from([*HEADERS]),
    hints=st.booleans(),
    is_imported=st.booleans(),
)
def test_a_summary_tells_the_same_as_the_journal(
    tmp_path_factory: pytest.TempPathFactory,
    game: str,
    seed: int,
    target: int,
    plays: int,
    header: str,
    hints: bool,
    is_imported: bool,
) -> None:
    with closing(Store(tmp_path_factory.mktemp("data"), Clock())) as store:
        match, others = played(game, seed, target, plays), HEADERS[header]
        if is_imported:
            id = store.add(Record(match, BEGUN, others))
        else:
            journal = store.begin(match, others)
            if hints:
                journal.write(match, Aid((1, 0), (0, 2)))
            journal.close()
            id = journal.id
        made = store.summary(id)
        assert [made] == listed(store) == listed(store) == [store.summary(id)]
        assert (made.names, made.score, made.winner) == (match.names, match.score, match.winner)
        assert (made.rules, made.number, made.is_imported) == (match.rules, match.number, is_imported)
        assert len(made.finished) == len(match.finished)


def test_a_match_that_is_listed_again_is_not_read_again(store: Store) -> None:
    for seed in (1, 2):
        begun(store, state(seed, 5))
    before = listed(store)
    tamper(store.folder, "UPDATE entry SET text = 'A9' WHERE number = 2")
    assert listed(store) == before
    assert [store.summary(1), store.summary(2)] == before
    with pytest.raises(UnreadableMatchError):
        store.record(1)


def test_a_match_that_has_gone_on_has_a_new_summary(store: Store, clock: Clock) -> None:
    """Whoever has written to it, also an earlier version, which knows no summaries."""
    *_, over = states(new_match(1, target=1))
    journal = store.begin(state(2, 3))
    others = begun(store, new_match(1, target=1))
    before = listed(store)
    clock.move()
    journal.write(state(2, 4))
    resumed = store.resume(others)
    resumed.journal.write(over)
    resumed.journal.close()
    for after in (listed(store), listed(store)):
        assert after != before
        assert [each.winner for each in after if isinstance(each, StoredMatch)] == [None, over.winner]
    journal.write(state(2, 3))
    first, _ = listed(store)
    assert first == replace(before[0], changed=first.changed)  # type: ignore[type-var]


@pytest.mark.parametrize("value", ["garbage", b"\xff", -1e300, 2**62, "none hit 1 0\nnobody knows"])
@pytest.mark.parametrize(
    "column",
    ["begun", "changed", "game", "rules", "target", "round", "results", "left_name", "day", "former_rule"],
)
def test_a_damaged_summary_is_none(store: Store, column: str, value: object) -> None:
    """The journal is read instead, and nothing else is shown than what it says or what is text."""
    begun(store, state(1, 5))
    before = listed(store)
    tamper(store.folder, f"UPDATE summary SET {column} = CAST(? AS BLOB)", (value,))
    assert listed(store) == before


def test_a_deleted_match_leaves_no_summary(store: Store) -> None:
    for seed in (1, 2):
        begun(store, state(seed, 5))
    listed(store)
    store.delete(1)
    assert store.database.select("SELECT match FROM summary") == [(2,)]
    with pytest.raises(UnreadableMatchError):
        store.summary(1)


def test_a_match_that_cannot_be_read_is_listed_with_the_reason(store: Store) -> None:
    for seed in (1, 2, 3):
        begun(store, state(seed, 5))
    tamper(store.folder, "UPDATE entry SET text = 'A9' WHERE match = 2 AND number = 1")
    for _ in range(2):
        first, second, third = listed(store)
        assert isinstance(second, UnreadableMatchError)
        assert "match 2 in" in str(second)
        assert (first, third) == (store.summary(1), store.summary(3))


def test_nothing_is_kept_in_a_file_that_is_still_to_be_checked(
    folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists are read before the first match is saved; a long check would keep the screen from moving."""
    with closing(Store(folder, clock)) as store:
        begun(store, state(1, 5))
    monkeypatch.setattr(checks, "_LARGE", 0)
    (folder / "matches.checked").unlink(missing_ok=True)
    with closing(Store(folder, clock)) as store:
        assert store.awaits_long_check
        before = listed(store)
        assert store.database.select("SELECT match FROM summary") == []
        store.check()
        assert listed(store) == before
        assert store.database.select("SELECT match FROM summary") == [(1,)]

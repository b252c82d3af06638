"""Summaries: what lists tell of matches, without replaying them each time."""

import random
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store.keeping import BEGUN, Clock, new_match, state, states, tamper
from tui.shelf import begun

from engarde_tui.play.help_used import HelpUsed
from engarde_tui.play.stored import EndedRound, StoredMatch
from engarde_tui.storage import summaries
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engine.game import Seat, games
from engine.match import Match
from engine.record import MAX_ROUNDS, Record

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
                journal.write(match, HelpUsed((1, 0), (0, 2)))
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
    for after in (listed(store), listed(store)):
        assert after != before
        assert [each.winner for each in after if isinstance(each, StoredMatch)] == [None, over.winner]
    journal.write(state(2, 3))
    first, _ = listed(store)
    assert first == replace(before[0], changed=first.changed)  # type: ignore[type-var]


COLUMNS = {
    "changed": [0, 1.5e9],
    "begun": ["0001-01-01T00:00:00", "yesterday"],
    "game": ["chess", "swords-and-shields"],
    "rules": ["", "house parry"],
    "target": [0, 1, "5"],
    "round": [2, -7],
    "results": ["left bogus 9 0", "left hit 1 0"],
    "left_name": ["\x1b]0;evil\x07", "Mallory"],
    "right_name": ["", None],
    "left_bot": ["master", 7],
    "day": ["2026-11-23", "today"],
    "helped_in": ["x", 1],
    "imported": [1, None],
    "branch": ["\x1b[2J", "round 1, action 2, same cards, of 2026-11-23T10:00:00 Eve - Mallory"],
    "checksum": [0, "0"],
}


@pytest.mark.parametrize(
    ("column", "value"), [(key, value) for key, values in COLUMNS.items() for value in values]
)
def test_a_damaged_summary_is_none(store: Store, column: str, value: object) -> None:
    """The journal is read instead, and nothing of the summary is shown."""
    begun(store, state(1, 5))
    before = listed(store)
    with suppress(sqlite3.IntegrityError):
        tamper(store.folder, f"UPDATE summary SET {column} = ?", (value,))
    assert listed(store) == before
    assert listed(store) == before


def test_what_is_continued_or_shown_is_read_from_the_journal(store: Store, clock: Clock) -> None:
    """So a match that is damaged is passed over, though its summary is not."""
    for seed in (1, 2):
        clock.move()
        begun(store, state(seed, 5))
    listed(store)
    tamper(store.folder, "UPDATE entry SET text = 'A9' WHERE match = 2 AND number = 2")
    assert [match.id for match in store.unfinished()] == [1]
    for read in (store.summary, store.view, store.record, store.resume):
        with pytest.raises(UnreadableMatchError):
            read(2)


def test_a_match_of_the_most_rounds_has_all_of_them(store: Store) -> None:
    match = new_match()
    begun(store, match)
    (made,) = listed(store)
    assert isinstance(made, StoredMatch)
    drawn = [EndedRound(number, None, "draw", (0, 0)) for number in range(1, MAX_ROUNDS)]
    lines = (*drawn, EndedRound(MAX_ROUNDS, Seat.LEFT, "hit", (5, 0)))
    long = replace(made, finished=lines)
    summaries.keep(store.database, [(long, len(match.rounds) - 1)])
    assert listed(store) == [long]
    assert long.winner is Seat.LEFT


@pytest.mark.by_day(2)
@pytest.mark.parametrize("matches", [1, 99, 100, 101])
def test_what_has_been_listed_is_kept_although_nobody_asks_for_more(store: Store, matches: int) -> None:
    for _ in range(matches):
        begun(store, new_match())
    ids = store.ids()
    for _ in zip(ids, store.listed(ids), strict=False):
        pass
    assert store.database.select("SELECT count(*) FROM summary") == [(matches,)]


def test_listing_waits_at_most_once_for_somebody_who_writes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[None] = []

    def locked(*_: object) -> None:
        tries.append(None)
        raise StoreError("locked by another program")

    for _ in range(201):
        begun(store, new_match())
    monkeypatch.setattr(summaries, "keep", locked)
    assert len(listed(store)) == 201
    assert len(tries) == 1


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

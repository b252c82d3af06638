"""Hints, undo, forfeits and bots in the journal of a match and in its records."""

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from store.keeping import BEGUN, new_match, state, tamper
from tui.shelf import begun
from tui.states import NEAR, play, staged

from engarde_tui.play.help_used import NO_HELP, HelpUsed
from engarde_tui.play.players import Players
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engine.en_garde import Match, Seat
from engine.en_garde.game import GAME as EN_GARDE
from engine.record import Record, read, write

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT
NOTES = (("Hints", "2-1"), ("Take-backs", "0-3"))


def entries(store: Store) -> list[str]:
    """Return the journal of the only match, without its deals."""
    with closing(sqlite3.connect(store.path)) as database:
        rows = database.execute("SELECT text FROM entry ORDER BY number").fetchall()
    return [str(text) for (text,) in rows if not str(text).startswith("Round")]


def kept(store: Store) -> tuple[Match, HelpUsed]:
    """Return the only match as another process reads it."""
    with closing(Store(store.folder)) as other:
        record = other.record(1)
    return record.match, HelpUsed.recorded(record.others)


# What is written


def test_an_undone_action_stays_in_the_journal_but_does_not_count(store: Store) -> None:
    match = staged(left="12345", right="12345")
    journal = store.begin(match)
    help_used = NO_HELP
    for words in ("+1", "+2", "+3", "+4"):
        match = play(match, words)
        journal.write(match, help_used)
    match, help_used = match.undo(LEFT), help_used.with_undo(LEFT)
    journal.write(match, help_used)
    assert entries(store) == ["+1", "+2", "+3", "+4", "back 2", "aid 0-0 1-0"]
    match = play(match, "+5")
    journal.write(match, help_used)
    assert entries(store)[-1] == "+5"
    assert kept(store) == (play(staged(left="12345", right="12345"), "+1 +2 +5"), HelpUsed((0, 0), (1, 0)))


def test_a_hint_is_an_entry_of_its_own(store: Store) -> None:
    match = staged(left="12345", right="12345")
    journal = store.begin(match)
    help_used = NO_HELP.with_hint(LEFT)
    journal.write(match, help_used)
    journal.write(match, help_used)
    journal.write(play(match, "+1"), help_used)
    journal.write(play(match, "+1"), help_used.with_hint(RIGHT))
    assert entries(store) == ["aid 1-0 0-0", "+1", "aid 1-1 0-0"]
    assert kept(store) == (play(match, "+1"), HelpUsed((1, 1), (0, 0)))


def test_a_forfeit_is_the_only_end_of_a_round_in_the_journal(store: Store) -> None:
    match = staged(script=f"{NEAR} A33", right="11224")
    journal = store.begin(match)
    match = play(match, "H")
    journal.write(match)
    match = match.next_round().forfeit()
    journal.write(match)
    assert entries(store)[-2:] == ["H", "= left forfeit 2-0"]
    assert kept(store) == (match, NO_HELP)


def helped(match: Match, chance: random.Random) -> Iterator[tuple[Match, HelpUsed]]:
    """Yield the states of a random match with much help and some forfeits."""
    help_used = NO_HELP
    yield match, help_used
    while match.winner is None:
        seats = [play.seat for play in match.round.plays]
        luck = chance.random()
        if match.round.turn is None:
            match = match.next_round()
        elif luck < 0.1:
            help_used = help_used.with_hint(match.round.turn)
        elif luck < 0.35 and seats:
            seat = chance.choice(seats)
            match, help_used = match.undo(seat), help_used.with_undo(seat)
        elif luck < 0.38:
            match = match.forfeit()
        else:
            match = match.play(chance.choice(match.round.legal))
        yield match, help_used


@pytest.mark.parametrize("seed", range(3))
def test_a_match_with_help_resumes_unchanged(store: Store, seed: int) -> None:
    """After every kind of entry."""
    states = list(helped(new_match(seed, target=2), random.Random(seed)))
    assert {play.seat for match, _ in states for play in match.round.plays} == set(Seat)
    begun(store, states[0][0])
    for before, (match, help_used) in pairwise(states):
        record, journal = store.resume(1)
        assert (record.match, HelpUsed.recorded(record.others)) == before
        journal.write(match, help_used)
    assert kept(store) == states[-1]
    assert list(store.unfinished()) == []


def test_a_journal_cut_off_anywhere_can_be_read(store: Store) -> None:
    """After a power cut, everything shown before the last write is there."""
    states = list(helped(new_match(target=3), random.Random(1)))
    journal = store.begin(states[0][0])
    lengths = [1]
    for match, help_used in states[1:]:
        journal.write(match, help_used)
        lengths.append(journal._length)
    assert lengths == sorted(set(lengths)), "every step is written"
    assert {"back", "aid", "=", "match"} < {entry.split()[0] for entry in entries(store)}
    store.close()
    for number in range(lengths[-1], 0, -1):
        tamper(store.folder, "DELETE FROM entry WHERE number >= ?", (number,))
        found = kept(store)
        if number in lengths:
            assert found == states[lengths.index(number)]


# What is told elsewhere


def test_a_record_includes_the_help_used(store: Store, tmp_path: Path) -> None:
    """On another machine it is the same match, to which more help is added."""
    journal = store.begin(new_match(), (("Right-Bot", "fencer"), ("Event", "Club night")))
    journal.write(state(1, 5), HelpUsed((2, 1), (0, 3)))
    exported = write(store.record(1))
    with closing(Store(tmp_path / "other")) as other:
        other.add(read(exported))
        record, journal = other.resume(1)
        assert record == store.record(1)
        assert record.others == (("Right-Bot", "fencer"), ("Event", "Club night"), *NOTES)
        assert write(record) == exported
        journal.write(state(1, 6), HelpUsed.recorded(record.others).with_hint(RIGHT))
        again = write(other.record(1))
        assert read(again).others == (*record.others[:2], ("Hints", "2-2"), ("Take-backs", "0-3"))


def test_the_round_of_the_first_help_is_known(store: Store) -> None:
    """From the order in which things were written; a record alone does not tell it."""
    journal = store.begin(state(1, 5))
    assert store.summary(1).helped_in is None
    journal.write(state(2, 2))
    journal.write(state(2, 2), NO_HELP.with_hint(RIGHT))
    journal.write(state(3, 1), NO_HELP.with_hint(RIGHT).with_hint(RIGHT))
    assert store.summary(1).helped_in == 2
    assert store.summary(store.add(Record(state(2, 2), BEGUN, NOTES))).helped_in == 0


def test_an_imported_match_with_notes_is_added_once(store: Store) -> None:
    """Without the notes it is another match."""
    record = Record(state(1, 5), BEGUN, (("Event", "Club night"), *NOTES))
    assert store.add(record) == 1
    assert store.record(1) == record
    with pytest.raises(StoreError, match="already stored, as number 1"):
        store.add(record)
    with pytest.raises(StoreError, match="already stored, as number 1"):
        store.add(read(write(record)))
    assert store.add(replace(record, others=record.others[:1])) == 2


def test_a_match_won_by_forfeit_can_be_imported_elsewhere(store: Store, tmp_path: Path) -> None:
    match = new_match(target=1).forfeit()
    begun(store, match)
    with closing(Store(tmp_path / "other")) as other:
        other.add(read(write(store.record(1))))
        assert other.record(1).match == match
        assert list(other.unfinished()) == []


@pytest.mark.parametrize(
    ("bots", "header"),
    [
        ((None, "master"), (("Right-Bot", "master"),)),
        (("python3 my bot.py -x", None), (("Left-Bot", "python3 my bot.py -x"),)),
        ((None, None), ()),
    ],
)
def test_resuming_restores_the_players(
    store: Store, bots: tuple[str | None, str | None], header: tuple[tuple[str, str], ...]
) -> None:
    players = Players(EN_GARDE, new_match().names, bots)
    assert players.header == header
    store.begin(new_match(), players.header)
    record = store.resume(1).record
    assert Players.recorded(EN_GARDE, record.match.names, record.others) == players
    assert Players.recorded(EN_GARDE, record.match.names, read(write(record)).others) == players


# What is no such journal


@pytest.mark.by_day(9)
@pytest.mark.parametrize(
    "entry",
    ["back 99", "back x", "back", "back -1", "back 1 2", "aid", "aid 1-0", "aid 1-0 0-0 0-0", "Back 1"],
)
@pytest.mark.parametrize("number", [2, 6])
def test_a_meaningless_entry_is_reported_and_affects_no_other_match(
    store: Store, entry: str, number: int
) -> None:
    """In the middle of a journal or at its end."""
    for seed in (1, 2):
        begun(store, state(seed, 5))
    if number == 2:
        tamper(store.folder, "UPDATE entry SET text = ? WHERE match = 1 AND number = 2", (entry,))
    else:
        tamper(
            store.folder,
            "INSERT INTO entry SELECT 1, 6, at, ? FROM entry WHERE match = 1 AND number = 5",
            (entry,),
        )
    for use in (store.record, store.resume, store.summary):
        with pytest.raises(
            UnreadableMatchError, match=rf"match 1 in {re.escape(str(store.path))} cannot be read"
        ):
            use(1)
    assert [match.id for match in store.unfinished()] == [2]
    assert store.resume(2).record.match == state(2, 5)


@pytest.mark.parametrize("entry", ["aid x y", "aid 1 2", "aid 1-0 -1-0", "aid 1234567890-0 0-0"])
def test_invalid_counts_are_ignored(store: Store, entry: str) -> None:
    """A note does not cost a match."""
    begun(store, state(1, 5))
    tamper(
        store.folder,
        "INSERT INTO entry SELECT 1, 6, at, ? FROM entry WHERE match = 1 AND number = 5",
        (entry,),
    )
    match, help_used = kept(store)
    assert match == state(1, 5)
    assert help_used.hints[LEFT] in (0, 1)
    assert help_used.undos == (0, 0)
    store.resume(1).journal.write(state(1, 6), help_used)
    assert kept(store) == (state(1, 6), help_used)


def test_an_undone_deal_is_reported(store: Store) -> None:
    """Nobody can undo a deal."""
    for seed in (1, 2):
        begun(store, state(seed, 5))
    tamper(
        store.folder, "INSERT INTO entry SELECT 1, 6, at, 'back 6' FROM entry WHERE number = 5 AND match = 1"
    )
    with pytest.raises(UnreadableMatchError, match=r"match 1 in .*matches.db cannot be read: line"):
        store.record(1)
    assert [match.id for match in store.unfinished()] == [2]

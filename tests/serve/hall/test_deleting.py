"""Members delete their own matches: for themselves, and for good once no other member has them."""

from datetime import UTC, datetime
from itertools import count

import pytest
from serve.hall.visitors import (
    ANNA,
    BRUNO,
    CARLA,
    TERMS,
    Opening,
    fail,
    finished,
    opened,
    own_matches,
    play_on,
)

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.errors import StoreError
from engine.en_garde import Match, Seat


def abandoned(hall: Hall, key: str | None = BRUNO) -> tuple[Table, int]:
    """Return the table and the number of a match of anna and bruno that both have left."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", key))
    play_on(left)
    left.leave()
    right.leave()
    id = left.hall_table.match.id
    assert id is not None
    return left.hall_table, id


def test_a_match_of_two_members_stays_with_the_other_one(open_hall: Opening) -> None:
    """Also after a restart, and to be continued by its code."""
    hall = open_hall()
    table, id = abandoned(hall)
    own_matches(hall, "anna").delete(id)
    for _ in range(2):
        anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
        assert hall.own_tables(anna) == []
        assert own_matches(hall, "anna").ids() == []
        (kept,) = hall.own_tables(bruno)
        assert kept.code == table.code
        assert own_matches(hall, "bruno").ids() == [id]
        hall = open_hall()
    anna = hall.admit("anna", ANNA)
    hall.join(anna, table.code)
    assert [each.code for each in hall.own_tables(anna)] == [table.code]
    assert own_matches(hall, "anna").ids() == [id]


def test_nobody_is_called_to_a_match_they_have_deleted(hall: Hall) -> None:
    table, id = abandoned(hall)
    own_matches(hall, "bruno").delete(id)
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table.sit(anna)
    assert table.clock.to_move is Seat.RIGHT
    assert table.call_for(bruno) is None


def test_a_match_that_both_have_deleted_is_gone_for_good(hall: Hall) -> None:
    table, id = abandoned(hall)
    for name in ("anna", "bruno"):
        own_matches(hall, name).delete(id)
    assert not hall.is_open(table)
    with pytest.raises(StoreError):
        hall.store.record(id)
    assert hall.register.tables.of_matches([id]) == {}


def test_a_match_against_a_guest_is_gone_for_good_at_once_unless_the_guest_is_there(hall: Hall) -> None:
    table, id = abandoned(hall, key=None)
    own_matches(hall, "anna").delete(id)
    assert not hall.is_open(table)
    with pytest.raises(StoreError):
        hall.store.record(id)
    left, _ = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", None))
    left.leave()
    there = left.hall_table.match.id
    assert there is not None
    own_matches(hall, "anna").delete(there)
    assert hall.is_open(left.hall_table)
    assert own_matches(hall, "anna").ids() == []


def test_a_match_that_both_have_deleted_is_gone_once_the_last_spectator_has_left(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, id = abandoned(hall)
    spectator = table.sit(hall.admit("carla", CARLA))
    for name in ("anna", "bruno"):
        own_matches(hall, name).delete(id)
    assert hall.store.ids() == [id]
    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "delete", fail)
        spectator.leave()
    assert hall.is_open(table)
    table.sit(spectator.visitor).leave()
    assert hall.store.ids() == []
    assert not hall.is_open(table)
    assert hall.register.tables.of_matches([id]) == {}


def test_who_has_lost_the_name_keeps_no_match(hall: Hall) -> None:
    """The earlier owner cannot see it any more, finished or not: so its last owner deletes it for good."""
    _, id = abandoned(hall)
    over = finished(hall, *hall.visitors[-2:])
    for visitor in tuple(hall.visitors):
        hall.dismiss(visitor)
    assert over.match.id is not None
    hall.release_name("anna")
    own = own_matches(hall, "bruno")
    assert own.opponent(id) == own.opponent(over.match.id) == ""
    for each in (id, over.match.id):
        own.delete(each)
    assert hall.store.ids() == []
    assert hall.tables.all == []


def test_nobody_deletes_the_match_they_are_playing(hall: Hall) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    id = left.hall_table.match.id
    assert id is not None
    with pytest.raises(Refusal, match="leave it first"):
        own_matches(hall, "anna").delete(id)
    right.leave()
    own_matches(hall, "bruno").delete(id)
    assert left.is_here
    assert own_matches(hall, "anna").ids() == [id]


def test_finished_matches_are_deleted_the_same_way(hall: Hall) -> None:
    table = finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    for visitor in tuple(hall.visitors):
        hall.dismiss(visitor)
    assert table.match.id is not None
    own_matches(hall, "anna").delete(table.match.id)
    assert own_matches(hall, "anna").ids() == []
    assert own_matches(hall, "bruno").ids() == [table.match.id]


def test_a_match_at_one_keyboard_is_deleted_for_good(hall: Hall) -> None:
    own = own_matches(hall, "anna")
    journal = own.begin(Match.new(TERMS.rules))
    own.delete(journal.id)
    assert own.ids() == []
    assert own.to_continue is None
    with pytest.raises(StoreError):
        hall.store.record(journal.id)


def test_the_match_played_last_is_continued_first_also_after_a_restart(open_hall: Opening) -> None:
    hall, played_at = open_hall(), (datetime(2026, 5, 1, 20, minute, tzinfo=UTC) for minute in count())
    hall.store.now = lambda: next(played_at)
    own = hall.own_matches(hall.admit("anna", ANNA).account)
    numbers = []
    for _ in range(2):
        journal = own.begin(Match.new(TERMS.rules))
        numbers.append(journal.id)
    first, second = numbers
    for restarts in range(2):
        hall = open_hall() if restarts else hall
        own = own_matches(hall, "anna")
        assert own.to_continue is not None
        assert own.to_continue.id == second
        assert own_matches(hall, "bruno").to_continue is None
    hall.store.now = lambda: next(played_at)
    record, journal = own.resume(first)
    match = record.match.play(record.match.round.legal_actions()[0])
    journal.write(match)
    assert own.to_continue.id == first
    journal.write(match.give_up(Seat.LEFT))
    assert own.to_continue.id == second

"""What the hall keeps: over a kill, for its members, and without secrets."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from serve.engines import ON_A_FILE
from serve.hall.visitors import (
    ANNA,
    BRUNO,
    BY_CODE,
    CARLA,
    TERMS,
    Opening,
    fail,
    finished,
    opened,
    own_matches,
    play_on,
)

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table_rows import TableRows, WaitingTable
from engine.en_garde import Match, Seat
from engine.record import write


def test_a_killed_hall_brings_all_tables_back(open_hall: Opening) -> None:
    """A match that was being played goes on where it was; a table that waited waits."""
    hall = open_hall()
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    left, right = opened(hall, anna, guest)
    play_on(left, right, actions=9)
    before = (left.view, right.view)
    table, waiting = left.hall_table, hall.create(anna, BY_CODE, Seat.RIGHT)
    hall = open_hall()
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    assert {one.code for one in hall.own_tables(anna)} == {table.code, waiting.code}
    again = hall.join(guest, table.seats.code(Seat.RIGHT))
    assert (again.sit(anna).view, again.sit(guest).view) == before
    assert [proof.commitment for proof in again.match.proofs] == [
        proof.commitment for proof in table.match.proofs
    ]
    found = hall.join(guest, waiting.code)
    assert found.seats.names == (guest.name, "anna")
    assert found.view is not None
    assert found.view.round.first is Seat.RIGHT
    assert found.view.target == 1


def test_the_table_of_a_guest_who_has_gone_waits_no_more(hall: Hall) -> None:
    guest = hall.admit("bruno", None)
    hall.create(guest, TERMS, Seat.LEFT)
    hall.dismiss(guest)
    assert list(hall.open_tables(hall.admit("anna", ANNA))) == []


def test_a_table_nobody_is_at_can_be_opened_by_its_players_alone(hall: Hall) -> None:
    """And rests in the store, where another process could open it meanwhile."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    left.leave()
    right.leave()
    assert not table.match.is_open
    assert table.summary is not None
    assert list(hall.running_tables(hall.admit("carla", CARLA))) == []
    assert table.sit(left.visitor).view.round.turn is Seat.LEFT


@ON_A_FILE
def test_a_match_that_nobody_is_at_keeps_only_how_it_stands_in_memory(open_hall: Opening) -> None:
    hall = open_hall()
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    play_on(left, right, actions=9)
    table, secret = left.hall_table, left.hall_table.secret
    played, stands = table.view, table.summary
    assert played is not None
    assert stands is not None
    assert len(played.round.plays) + len(played.finished) > 0
    assert (stands.number, stands.score, stands.turn) == (played.number, played.score, played.round.turn)
    left.leave()
    right.leave()
    hall = open_hall()
    assert hall.tables.all == [], "a match of others is not even known"
    (loaded,) = hall.own_tables(hall.admit("anna", ANNA))
    assert loaded.secret == secret
    assert table.view is loaded.view is None
    assert table.summary == loaded.summary
    assert loaded.summary is not None
    assert replace(loaded.summary, changed=stands.changed) == stands
    table.sit(left.visitor)
    assert table.view == played


def test_a_match_begins_and_its_table_stops_waiting_in_one_step(
    open_hall: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hall that is killed in between has done neither."""
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = hall.create(anna, TERMS, Seat.LEFT)
    with monkeypatch.context() as killed:
        killed.setattr(TableRows, "enter", fail)
        with pytest.raises(Problem):
            hall.join(bruno, table.code)
    hall = open_hall()
    assert hall.store.ids() == []
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    assert [one.waits for one in hall.own_tables(anna)] == [True]
    hall.join(bruno, table.code)
    hall = open_hall()
    assert [one.waits for one in hall.own_tables(hall.admit("anna", ANNA))] == [False]


def test_no_secret_is_used_for_a_second_match(hall: Hall) -> None:
    """Also of a match that has ended: its links are known."""
    anna = hall.admit("anna", ANNA)
    table = finished(hall, anna, hall.admit("bruno", BRUNO))
    assert anna.account is not None
    with pytest.raises(Problem):
        hall.register.tables.wait(
            WaitingTable(table.secret, TERMS, Seat.LEFT, "anna", anna.account, seen=1000.0)
        )


@ON_A_FILE
def test_a_register_that_cannot_be_written_is_a_problem_and_changes_nothing(
    hall: Hall, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "hall.db", isolation_level=None)
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    table = hall.create(anna, TERMS, Seat.LEFT)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Problem, match="cannot read or save anything"):
            hall.admit("carla", CARLA)
        with pytest.raises(Problem, match="cannot read or save anything"):
            hall.create(anna, TERMS, Seat.RIGHT)
        with pytest.raises(Problem, match="cannot save this match"):
            hall.join(guest, table.code)
        hall.dismiss(guest)
    assert [one.waits for one in hall.own_tables(anna)] == [True]


def test_a_match_that_cannot_be_kept_does_not_begin(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = hall.create(anna, TERMS, Seat.LEFT)

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "begin", fail)
        with pytest.raises(Problem, match="the disk is full"):
            hall.join(bruno, table.code)
    assert table.waits
    assert list(hall.open_tables(bruno)) == [table]
    hall.join(bruno, table.code)
    assert not table.waits


def test_both_members_have_a_match_among_their_own_and_nobody_else_has(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = finished(hall, anna, bruno)
    for name, own in (
        ("anna", [table.match.id]),
        ("bruno", [table.match.id]),
        ("ann", []),
        ("left", []),
        ("listed", []),
    ):
        assert own_matches(hall, name).ids() == own


def test_a_record_that_leaves_the_hall_has_every_commitment_and_no_secret(hall: Hall) -> None:
    table = finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    assert table.match.id is not None
    text = write(own_matches(hall, "anna").record(table.match.id))
    assert table.secret not in text + write(hall.store.record(table.match.id))
    assert table.chain.root not in text
    assert all(table.seats.code(seat) not in text for seat in Seat)
    for proof in table.match.proofs:
        assert f"Link-{proof.number - 1}: {proof.commitment}\nLink-{proof.number}: {proof.link}\n" in text
        assert f" {proof.deck}\n" in text


def test_a_match_at_one_keyboard_is_only_the_members_own(hall: Hall, open_hall: Opening) -> None:
    """Whatever the second name is; and no table stands for it after a restart."""
    own = hall.own_matches(hall.admit("anna", ANNA).account)
    journal = own.begin(Match.new(TERMS.rules, ("anna", "bruno")))
    assert own.ids() == [journal.id]
    assert own_matches(hall, "bruno").ids() == []
    hall = open_hall()
    assert list(hall.own_tables(hall.admit("anna", ANNA))) == []
    assert len(own_matches(hall, "anna").ids(unfinished_only=True)) == 1

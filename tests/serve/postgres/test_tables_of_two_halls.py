"""Two processes of a hall agree on its tables: opening, joining, challenging, withdrawing, deleting."""

from dataclasses import replace

import pytest
from serve.hall.visitors import ANNA, BRUNO, BY_CODE, CARLA, TERMS, heard_on, own_matches, play_on
from serve.postgres.two_halls import TwoHalls, same

from engarde_tui.serve.hall.events import Call, LobbyChanged
from engarde_tui.serve.hall.visitor import Refusal
from engine.game import Seat, games


def test_a_table_opened_at_one_is_listed_joined_and_begun_at_the_other(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    table = both.one.create(anna, TERMS, Seat.LEFT)
    both.one.say_word(table, anna, "acorn")
    both.settle()
    (there,) = both.other.open_tables(bruno)
    assert there.code == table.code
    assert (there.seats.names, there.terms) == (table.seats.names, table.terms)
    heard = heard_on(both.one, table.topic)
    both.other.join(bruno, table.code, "birch")
    both.settle()
    assert heard
    assert table.call_for(anna) is Call.BEGUN
    assert table.match.id == there.match.id
    assert table.terms == there.terms
    assert table.seats.names == ("anna", "bruno")
    left, right = table.sit(anna), there.sit(bruno)
    assert table.agreed_words == there.agreed_words == ("acorn", "birch")
    assert left.match.view(None) == right.match.view(None)
    both.settle()
    assert all(each.seats.is_there(seat) for each in (table, there) for seat in Seat)
    assert both.one.open_tables(bruno) == both.other.open_tables(anna) == []


def test_a_table_that_only_its_code_opens_is_found_by_code_alone(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    table = both.one.create(anna, BY_CODE, Seat.RIGHT)
    both.settle()
    assert both.other.open_tables(bruno) == []
    assert both.other.join(bruno, table.code).seats.names == ("bruno", "anna")


def test_of_two_who_join_at_once_at_both_one_plays_and_the_other_is_told(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.one.admit("bruno", BRUNO)
    carla = both.other.admit("carla", CARLA)
    table = both.one.create(anna, TERMS, Seat.LEFT)
    both.settle()
    both.one.join(bruno, table.code)
    there = same(table, both.other)
    with pytest.raises(Refusal, match="somebody else has taken the seat"):
        both.other.join(carla, table.code)
    both.settle()
    assert table.seats.names == there.seats.names == ("anna", "bruno")
    assert both.other.join(carla, table.code).sit(carla).alone is None
    assert both.other.store.view(1).names == ("anna", "bruno")


def test_a_table_that_is_withdrawn_while_somebody_joins_it_is_gone_or_begins(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    gone, begun = (both.one.create(anna, TERMS, Seat.LEFT) for _ in range(2))
    both.settle()
    both.one.withdraw(gone)
    with pytest.raises(Refusal, match="the table was withdrawn"):
        both.other.join(bruno, gone.code)
    both.other.join(bruno, begun.code)
    both.one.withdraw(begun)
    both.settle()
    for hall in both.halls:
        assert [table.code for table in hall.tables.all] == [begun.code]
        assert same(begun, hall).seats.names == ("anna", "bruno")
    with pytest.raises(Refusal, match="no table has the code"):
        both.other.join(bruno, gone.code)


def test_a_host_plays_at_the_other_what_was_opened_at_the_one(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.one.admit("bruno", BRUNO)
    table = both.one.create(anna, TERMS, Seat.LEFT)
    both.one.dismiss(anna)
    both.settle()
    anna = both.other.admit("anna", ANNA)
    (own,) = both.other.own_tables(anna)
    both.one.join(bruno, table.code)
    both.settle()
    left, right = own.sit(anna), table.sit(bruno)
    both.settle()
    play_on(left, right)
    both.settle()
    assert left.match.view(None) == right.match.view(None)


def test_a_challenge_reaches_the_member_at_the_other_and_the_answer_comes_back(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    both.settle()
    heard = heard_on(both.other, bruno.topic)
    table = both.one.challenge(anna, "bruno", TERMS, Seat.LEFT)
    both.settle()
    there = same(table, both.other)
    assert heard
    assert there.call_for(bruno) is Call.CHALLENGED
    carla = both.other.admit("carla", CARLA)
    assert there not in both.other.open_tables(carla)
    with pytest.raises(Refusal, match="no table has the code"):
        both.other.join(carla, table.code)
    both.other.decline(there, bruno)
    both.settle()
    assert table.is_declined
    assert table.call_for(anna) is Call.DECLINED
    both.one.withdraw(table)
    both.settle()
    assert both.other.tables.all == []
    accepted = both.one.challenge(anna, "bruno", TERMS, Seat.LEFT)
    both.settle()
    both.other.join(bruno, accepted.code)
    both.settle()
    assert accepted.seats.names == ("anna", "bruno")


def test_a_quick_match_is_with_whoever_waits_at_the_other(both: TwoHalls) -> None:
    anna, guest = both.one.admit("anna", ANNA), both.other.admit("guest", None)
    game = next(iter(games().values()))
    table = both.one.quick_match(anna, game)
    both.settle()
    assert both.other.quick_match(guest, game).code == table.code
    both.settle()
    assert table.seats.names == ("anna", guest.name)


def test_a_guest_comes_back_by_the_seats_code_at_the_other(both: TwoHalls) -> None:
    left, right = both.begun(right_key=None)
    code = right.hall_table.seats.code(Seat.RIGHT)
    assert code == left.hall_table.seats.code(Seat.RIGHT)
    name = right.visitor.name
    right.visitor.lost = True
    both.other.dismiss(right.visitor)
    both.settle()
    assert left.hall_table.seats.absence(Seat.RIGHT) == f"{name} has lost the connection"
    back = both.one.admit("stranger", None)
    table = both.one.join(back, code)
    assert table.sit(back).alone is Seat.RIGHT
    assert back.name == name
    both.settle()
    there = same(table, both.other)
    assert there.seats.is_there(Seat.RIGHT)
    assert name in both.other.names
    assert there.watchers == []


def test_both_know_who_watches_and_who_has_gone(both: TwoHalls) -> None:
    left, right = both.begun()
    carla = both.other.admit("carla", CARLA)
    client = right.hall_table.sit(carla)
    both.settle()
    assert left.hall_table.watchers == right.hall_table.watchers == ["carla"]
    client.leave()
    right.leave()
    both.settle()
    assert left.hall_table.watchers == []
    assert not left.hall_table.seats.is_there(Seat.RIGHT)


def test_a_match_is_gone_for_good_once_each_has_deleted_it_wherever(both: TwoHalls) -> None:
    left, right = both.begun()
    play_on(left, right)
    both.settle()
    match_id, table, there = 1, left.hall_table, right.hall_table
    left.leave()
    right.leave()
    both.settle()
    own_matches(both.one, "anna").delete(match_id)
    both.settle()
    assert there.seats.deleted == {Seat.LEFT}
    own_matches(both.other, "bruno").delete(match_id)
    both.settle()
    assert both.one.tables.all == both.other.tables.all == []
    assert both.one.store.ids() == []
    assert not both.one.is_open(table)


def test_nobody_deletes_a_match_while_they_sit_at_its_table_elsewhere(both: TwoHalls) -> None:
    left, right = both.begun()
    with pytest.raises(Refusal, match="you are at the table of this match"):
        own_matches(both.other, "anna").delete(1)
    play_on(left, right)
    left.leave()
    both.settle()
    own_matches(both.other, "anna").delete(1)
    both.settle()
    # The opponent is there, and can go on.
    assert left.hall_table.seats.deleted == {Seat.LEFT}
    play_on(right)


def test_a_member_who_loses_the_name_loses_the_seat_in_both(both: TwoHalls) -> None:
    left, right = both.begun()
    both.other.release_name("anna")
    both.settle()
    for client in (left, right):
        assert client.hall_table.seats.accounts[Seat.LEFT] is None
        assert client.hall_table.seats.names[Seat.LEFT] == "anna"


def test_the_lobby_of_each_changes_with_what_is_played_at_the_other(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, target=1))
    right.leave()
    both.settle()
    heard = heard_on(both.other, "lobby")
    left.resign(Seat.LEFT, left.match.revision)
    both.settle()
    assert LobbyChanged() in heard
    assert both.other.running_tables(right.visitor) == []

"""Two processes of a hall agree on who is here and what the operator says."""

import asyncio
import re

import psycopg
import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, heard_on, play_on
from serve.postgres.two_halls import TwoHalls, workers_of

from engarde_tui.serve.hall.events import Announced, Noted, SentAway
from engarde_tui.serve.hall.guesses import MAX_WRONG_CODES
from engarde_tui.serve.hall.people import Does, people_here
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.operator.drain import Drain
from engarde_tui.serve.operator.status import status_of_hall
from engine.game import Seat
from engine.message import Message, message

# --- who is here ---


def test_each_knows_who_is_at_the_other_since_when_and_what_they_do(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    both.settle()
    assert both.one.names == ["anna", "bruno"]
    assert both.other.names == ["bruno", "anna"]
    table = both.one.create(anna, TERMS, Seat.LEFT)
    table.enter(anna)
    both.settle()
    (seen,) = (person for person in people_here(both.other, bruno) if person.visitor.name == "anna")
    assert (seen.does, seen.idle) == (Does.WAITS, 0)
    both.clock.now += 11 * 60
    workers_of(both.one).renew()
    both.settle()
    (seen,) = (person for person in people_here(both.other, bruno) if person.visitor.name == "anna")
    assert seen.idle == 10
    both.one.dismiss(anna)
    both.settle()
    assert both.other.names == ["bruno"]


def test_a_process_that_begins_later_tells_since_when_everybody_is_here(both: TwoHalls) -> None:
    both.one.admit("anna", ANNA)
    both.clock.now += 40 * 60
    later = both.open()
    both.settle()
    later.admit("bruno", BRUNO)
    status = status_of_hall(later, Drain(later, asyncio.Event(), *[lambda words: None] * 2))
    assert re.search("anna +member +for 40 min", status)
    assert re.search("bruno +member +for 0 min", status)


def test_a_member_with_windows_at_both_is_one_person(both: TwoHalls) -> None:
    first, second = both.one.admit("anna", ANNA), both.other.admit("ANNA", ANNA)
    both.settle()
    assert first.account == second.account
    assert both.one.names == both.other.names == ["anna"]
    both.one.dismiss(first)
    both.settle()
    assert both.one.names == both.other.names == ["anna"]


def test_no_two_guests_have_one_name_and_no_two_keys_one_members(both: TwoHalls) -> None:
    one = both.one.admit("guest", None)
    both.settle()
    assert both.other.admit("guest", None).name != one.name
    both.one.admit("anna", ANNA)
    stranger = both.other.admit("anna", BRUNO)
    assert not stranger.member
    assert "anna" in str(stranger.why_guest)


@pytest.mark.postgres
def test_whoever_comes_while_the_bell_is_broken_is_seen_once_it_is_mended(both_on_server: TwoHalls) -> None:
    both = both_on_server
    with psycopg.connect(both.url, autocommit=True) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
    anna = both.one.admit("anna", ANNA)
    table = both.one.create(anna, TERMS, Seat.LEFT)
    both.wait_until(lambda: both.other.names == ["anna"])
    both.wait_until(lambda: both.other.tables.with_code(table.code) is not None)


# --- processes that end ---


def test_the_people_of_a_dead_process_are_gone_and_so_are_their_guests_tables(both: TwoHalls) -> None:
    anna, guest = both.one.admit("anna", ANNA), both.one.admit("guest", None)
    bruno = both.other.admit("bruno", BRUNO)
    kept, gone = (both.one.create(visitor, TERMS, Seat.LEFT) for visitor in (anna, guest))
    both.settle()
    assert {table.code for table in both.other.open_tables(bruno)} == {kept.code, gone.code}
    both.die(both.one)
    workers_of(both.other).renew()
    both.settle()
    assert both.other.names == ["bruno"]
    assert [table.code for table in both.other.open_tables(bruno)] == [kept.code]
    third = both.open()
    both.settle()
    assert [table.code for table in third.tables.all] == [kept.code]
    assert third.names == ["bruno"]


def test_the_people_of_a_process_that_closes_are_gone_at_once(both: TwoHalls) -> None:
    both.one.admit("anna", ANNA)
    guest = both.one.admit("guest", None)
    table = both.one.create(guest, TERMS, Seat.LEFT)
    both.settle()
    both.close(both.one)
    both.settle()
    assert both.other.names == []
    assert both.other.tables.with_code(table.code) is None


def test_a_process_that_stood_still_comes_back_with_its_people(both: TwoHalls) -> None:
    anna = both.one.admit("anna", ANNA)
    guest = both.one.admit("guest", None)
    lost = both.one.create(guest, TERMS, Seat.LEFT)
    both.settle()
    both.change("UPDATE worker SET seen = 0 WHERE id = (SELECT min(id) FROM worker)")
    workers_of(both.other).renew()
    both.settle()
    assert both.other.names == []
    workers_of(both.one).renew()
    both.settle()
    assert both.other.names == both.one.names == ["anna", guest.name]
    assert not both.one.is_open(lost)
    table = both.one.create(anna, TERMS, Seat.LEFT)
    both.settle()
    assert both.other.tables.with_code(table.code) is not None
    both.one.dismiss(anna)
    both.settle()
    assert both.other.names == [guest.name]


def test_players_of_a_process_that_stood_still_are_at_their_tables_again(both: TwoHalls) -> None:
    left, right = both.begun()
    table = right.hall_table
    play_on(left, right)
    both.settle()
    both.change("UPDATE worker SET seen = 0 WHERE id = (SELECT min(id) FROM worker)")
    workers_of(both.other).renew()
    both.settle()
    assert not table.seats.is_there(Seat.LEFT)
    workers_of(both.one).renew()
    both.settle()
    assert table.seats.is_there(Seat.LEFT)
    assert left.hall_table.seats.is_there(Seat.RIGHT)
    for _ in range(4):
        play_on(left, right)
        both.settle()
    assert left.match.view(None) == right.match.view(None)
    left.leave()
    both.settle()
    assert not table.seats.is_there(Seat.LEFT)


def test_whoever_comes_later_finds_everything(both: TwoHalls) -> None:
    left, right = both.begun()
    both.one.notices.put_up("Closed on Monday.")
    both.one.notices.announce(Message("The tournament begins."))
    third = both.open()
    assert sorted(third.names) == ["anna", "bruno"]
    assert third.register.operator_words.notice == "Closed on Monday."
    assert [str(one.words) for one in third.notices.announced] == ["The tournament begins."]
    (table,) = third.tables.all
    assert table.seats.is_there(Seat.LEFT)
    assert table.seats.is_there(Seat.RIGHT)
    client = table.sit(third.admit("carla", CARLA))
    assert client.view == left.match.view(None) == right.match.view(None)


# --- the operator ---


def test_an_announcement_is_heard_once_by_everybody(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    heard = [heard_on(both.one, anna.topic), heard_on(both.other, bruno.topic)]
    both.other.notices.announce(Message("The tournament begins."))
    both.settle()
    workers_of(both.one).follow_all()
    workers_of(both.other).follow_all()
    said = [[str(one.words) for one in each if isinstance(one, Announced)] for each in heard]
    assert said == [["The tournament begins."]] * 2


def test_a_notice_is_in_both_lobbies_until_it_is_taken_away(both: TwoHalls) -> None:
    both.one.notices.put_up("Closed on Monday.")
    workers_of(both.other).follow_all()
    assert both.other.register.operator_words.notice == "Closed on Monday."
    both.other.notices.put_up("")
    workers_of(both.one).follow_all()
    assert both.one.register.operator_words.notice == ""


def test_who_is_sent_away_hears_it_whichever_process_has_been_ordered(both: TwoHalls) -> None:
    anna = both.one.admit("anna", ANNA)
    heard = heard_on(both.one, anna.topic)
    both.settle()
    (there,) = (visitor for visitor in both.other.visitors if visitor.name == "anna")
    both.other.send_away(there, message("You have been sent away."))
    both.settle()
    assert {one for one in heard if isinstance(one, SentAway)} == {
        SentAway(message("You have been sent away."))
    }


def test_a_ban_holds_in_both_until_it_is_lifted(both: TwoHalls) -> None:
    both.one.register.bans.add("bruno", "spam")
    both.one.register.bans.add("192.0.2.1")
    both.settle()
    for given in (("bruno", BRUNO), ("carla", CARLA, "192.0.2.1/32")):
        with pytest.raises(Refusal, match="has banned you"):
            both.other.admit(*given)
    both.other.register.bans.remove("bruno")
    both.settle()
    assert both.one.admit("bruno", BRUNO).member


def test_a_note_is_told_where_its_reader_is_and_read_once(both: TwoHalls) -> None:
    anna = both.one.admit("anna", ANNA)
    heard = heard_on(both.one, anna.topic)
    both.other.notices.write_note("anna", "Welcome.")
    both.settle()
    assert anna.account is not None
    (note,) = both.one.register.operator_words.unread(anna.account)
    assert note.text == "Welcome."
    assert Noted() in heard
    both.one.register.operator_words.forget(anna.account, note.id)
    assert both.other.register.operator_words.unread(anna.account) == []


def test_a_name_that_is_released_is_free_in_both(both: TwoHalls) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    waiting = both.one.create(anna, TERMS, Seat.LEFT)
    heard = heard_on(both.one, anna.topic)
    both.settle()
    both.other.release_name("anna")
    both.settle()
    assert [one for one in heard if isinstance(one, SentAway)]
    assert both.other.open_tables(bruno) == []
    assert not both.one.is_open(waiting)
    assert both.one.admit("anna", CARLA).member


# --- keys and codes ---


def test_a_code_shown_at_one_adds_a_key_at_the_other_once(both: TwoHalls) -> None:
    anna = both.one.admit("anna", ANNA)
    code = both.one.own_keys.code_for(anna)
    other_key = both.other.admit("anna", BRUNO)
    assert not other_key.member
    assert both.other.own_keys.enter_only_code(other_key, code) == "anna"
    assert both.other.admit("anna", BRUNO).account == anna.account
    with pytest.raises(Refusal, match="no member was shown the code"):
        both.one.own_keys.enter_only_code(both.one.admit("carla", CARLA), code)


def test_the_wrong_codes_of_a_network_count_together(both: TwoHalls) -> None:
    network = "192.0.2.7/32"
    visitors = [hall.admit("guest", None, network) for hall in both.halls]
    for number in range(MAX_WRONG_CODES):
        with pytest.raises(Refusal, match="no table has the code"):
            both.halls[number % 2].join(visitors[number % 2], "zzzzzz")
    for hall, visitor in zip(both.halls, visitors, strict=True):
        with pytest.raises(Refusal, match="too many wrong codes"):
            hall.join(visitor, "zzzzzz")


def test_friends_are_friends_in_all_windows(both: TwoHalls) -> None:
    here, there = both.one.admit("anna", ANNA), both.other.admit("anna", ANNA)
    bruno = both.one.register.names.claim(BRUNO, "bruno")
    both.one.friends.mark(here, bruno)
    both.settle()
    assert there.friends == here.friends == {bruno.account}

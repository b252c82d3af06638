"""Challenges: a seat kept for one member, found by nobody else, told to both, over restarts too."""

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Clock, Opening, fail, heard_on, opened, own_account

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.challenges import FORGOTTEN_AFTER, MAX_LATELY, MAX_OPEN
from engarde_tui.serve.hall.events import Call, Called
from engarde_tui.serve.hall.guesses import MAX_WRONG_CODES
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.own_turns import Move, own_turns
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_rows import TableRows
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.en_garde import Seat

HOME = "192.0.2.1"


def three(hall: Hall) -> tuple[Visitor, Visitor, Visitor]:
    """The members anna, bruno and carla, here."""
    anna, bruno, carla = (
        hall.admit(name, key, HOME) for name, key in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA))
    )
    return anna, bruno, carla


def challenged(hall: Hall, host: Visitor, name: str = "bruno") -> Table:
    return hall.challenge(host, name, TERMS, Seat.LEFT)


def test_the_member_is_called_and_finds_the_challenge_among_their_own_seats(hall: Hall) -> None:
    anna, bruno, carla = three(hall)
    heard = heard_on(hall, bruno.topic)
    table = challenged(hall, anna, "BRUNO")
    assert Called(table.code) in heard
    assert table.call_for(bruno) is Call.CHALLENGED
    assert table.call_for(anna) is table.call_for(carla) is None
    assert hall.own_tables(bruno) == hall.own_tables(anna) == [table]
    assert hall.own_tables(carla) == []
    assert list(hall.open_tables(carla)) == list(hall.open_tables(bruno)) == []


def test_who_accepts_has_the_other_seat_at_once_and_the_match_stays_unlisted(hall: Hall) -> None:
    anna, bruno, carla = three(hall)
    table = challenged(hall, anna)
    assert hall.join(bruno, table.code) is table
    assert table.seats.names == ("anna", "bruno")
    assert table.view is not None
    assert table.call_for(anna) is Call.BEGUN
    table.sit(anna)
    assert list(hall.running_tables(carla)) == []
    assert hall.join(carla, table.code) is table, "who is told the code can watch, as at any such table"
    assert table.seats.of(carla) is None


def test_its_code_is_a_wrong_one_for_everybody_else(hall: Hall) -> None:
    anna, bruno, carla = three(hall)
    table = challenged(hall, anna)
    guest = hall.admit("bruno", None, HOME)
    for other in (carla, guest):
        assert hall.waiting_table(other, table.code) is None
        with pytest.raises(Refusal) as wrong:
            hall.join(other, "222222")
        with pytest.raises(Refusal) as kept:
            hall.join(other, table.code)
        assert f"{kept.value}" == f"{wrong.value}".replace("222222", table.code)
    for _ in range(MAX_WRONG_CODES - 4):
        with pytest.raises(Refusal, match="no table"):
            hall.join(carla, table.code)
    with pytest.raises(Refusal, match="too many wrong codes: try again in 10 minutes"):
        hall.join(carla, table.code)
    assert hall.waiting_table(bruno, table.code) is table, "a challenge is no guess"
    assert hall.join(bruno, table.code) is table


def test_who_is_away_is_called_at_the_next_visit_also_after_a_restart(open_hall: Opening) -> None:
    hall = open_hall()
    own_account(hall, "bruno")
    table = challenged(hall, hall.admit("anna", ANNA))
    for _ in range(2):
        hall = open_hall()
        bruno = hall.admit("bruno", BRUNO)
        (found,) = hall.own_tables(bruno)
        assert found.code == table.code
        assert found.call_for(bruno) is Call.CHALLENGED
        with pytest.raises(Refusal, match="no table"):
            hall.join(hall.admit("carla", CARLA), table.code)
    assert hall.join(bruno, table.code).view is not None


def test_the_host_is_told_of_a_decline_until_that_is_acknowledged(open_hall: Opening, clock: Clock) -> None:
    hall = open_hall()
    anna, bruno, _ = three(hall)
    table = challenged(hall, anna)
    heard = heard_on(hall, anna.topic)
    hall.decline(table, bruno)
    assert Called(table.code) in heard
    assert hall.own_tables(bruno) == []
    assert table.call_for(bruno) is None
    with pytest.raises(Refusal, match="no table"):
        hall.join(bruno, table.code)
    clock.now += 10 * 24 * 3600
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    (table,) = hall.own_tables(anna)
    assert table.is_declined
    assert table.call_for(anna) is Call.DECLINED
    hall.withdraw(table)
    assert hall.own_tables(anna) == open_hall().tables.all == []


def test_only_the_member_can_decline(hall: Hall) -> None:
    anna, bruno, carla = three(hall)
    table = challenged(hall, anna)
    for other in (carla, anna):
        hall.decline(table, other)
    assert not table.is_declined
    hall.join(bruno, table.code)
    hall.decline(table, bruno)
    assert not table.is_declined, "too late"


def test_a_decline_that_cannot_be_saved_changes_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bruno, _ = three(hall)
    table = challenged(hall, anna)
    with monkeypatch.context() as patched:
        patched.setattr(TableRows, "decline", fail)
        with pytest.raises(Problem, match="the disk is full"):
            hall.decline(table, bruno)
    assert table.call_for(bruno) is Call.CHALLENGED


def test_a_challenge_that_nobody_answers_is_withdrawn_once_its_host_is_long_away(
    hall: Hall, clock: Clock
) -> None:
    anna, bruno, _ = three(hall)
    challenged(hall, anna)
    hall.dismiss(anna)
    clock.now += 24 * 3600 + 1
    heard = heard_on(hall, bruno.topic)
    hall.remove_overdue()
    assert hall.own_tables(bruno) == []
    assert heard, "the call is over"


def test_unknown_names_and_guests_and_members_who_want_none_are_refused_alike(hall: Hall) -> None:
    anna, bruno, _ = three(hall)
    guest = hall.admit("dora", None)
    assert bruno.account is not None
    hall.challenges.take(bruno.account, takes=False)
    told = set()
    for name in ("bruno", "nobody", guest.name, "dora"):
        with pytest.raises(Refusal) as refused:
            challenged(hall, anna, name)
        told.add(f"{refused.value}".replace(name, "NAME"))
    assert told == {"no member who takes challenges has the name 'NAME'"}
    assert hall.challenges.members_here(anna, hall.visitors) == ["carla"]
    hall.challenges.take(bruno.account, takes=True)
    assert hall.challenges.members_here(anna, hall.visitors) == ["bruno", "carla"]
    assert challenged(hall, anna).challenged is not None


def test_a_setting_holds_for_the_member_over_restarts(open_hall: Opening) -> None:
    hall = open_hall()
    bruno = own_account(hall, "bruno")
    hall.challenges.take(bruno, takes=False)
    assert not open_hall().challenges.are_taken(bruno)


def test_guests_cannot_challenge_and_nobody_themselves(hall: Hall) -> None:
    anna, _, _ = three(hall)
    with pytest.raises(Refusal, match="only members can challenge"):
        challenged(hall, hall.admit("dora", None))
    with pytest.raises(Refusal, match="you cannot challenge yourself"):
        challenged(hall, anna, "Anna")


def test_two_members_have_one_open_challenge_whoever_made_it(hall: Hall) -> None:
    anna, bruno, _ = three(hall)
    table = challenged(hall, anna)
    with pytest.raises(Refusal, match="you have challenged bruno already"):
        challenged(hall, anna)
    with pytest.raises(Refusal, match="anna has challenged you already"):
        challenged(hall, bruno, "anna")
    hall.decline(table, bruno)
    with pytest.raises(Refusal, match="you have challenged bruno already"):
        challenged(hall, anna)
    hall.withdraw(table)
    assert challenged(hall, bruno, "anna").is_challenge_to(anna)


def test_nobody_has_more_than_a_few_to_answer(hall: Hall) -> None:
    own_account(hall, "bruno")
    for number in range(MAX_OPEN + 1):
        host = hall.admit(f"host{number}", f"SHA256:{number}", f"192.0.2.{number}")
        if number < MAX_OPEN:
            challenged(hall, host)
        else:
            with pytest.raises(Refusal, match=f"bruno has {MAX_OPEN} challenges to answer already"):
                challenged(hall, host)
    assert hall.refusals["challenges"] == 1


def test_nobody_can_ring_without_end_whatever_names_they_come_with(hall: Hall, clock: Clock) -> None:
    anna, _, carla = three(hall)
    for _ in range(MAX_LATELY):
        hall.withdraw(challenged(hall, anna))
    for host in (anna, carla):
        with pytest.raises(Refusal, match="often enough from your network: try again in 60 minutes"):
            challenged(hall, host)
    hall.withdraw(challenged(hall, anna, "carla"))
    hall.withdraw(challenged(hall, hall.admit("dora", "SHA256:dora", "192.0.2.2")))
    clock.now += FORGOTTEN_AFTER
    assert challenged(hall, anna).challenged is not None


def test_challenges_go_with_the_name_of_either(open_hall: Opening) -> None:
    for name in ("anna", "bruno"):
        hall = open_hall()
        own_account(hall, "bruno")
        challenged(hall, hall.admit("anna", ANNA))
        hall.release_name(name)
        assert hall.tables.all == []
        rows = open_hall().register.database.select("SELECT 1 FROM hall_table UNION SELECT 1 FROM waiting")
        assert rows == []


def test_mine_tells_what_waits_for_an_answer(hall: Hall) -> None:
    anna, bruno, _ = three(hall)
    table = challenged(hall, anna)

    def moves(visitor: Visitor) -> list[tuple[Move, Seat]]:
        return [(turn.move, turn.seat) for turn in own_turns(hall.own_tables(visitor), visitor)]

    assert moves(anna) == [(Move.UNANSWERED, Seat.LEFT)]
    assert moves(bruno) == [(Move.ANSWER, Seat.RIGHT)]
    assert Move.ANSWER.waits_for_you
    hall.decline(table, bruno)
    assert moves(anna) == [(Move.DECLINED, Seat.LEFT)]
    assert moves(bruno) == []


def test_a_challenge_counts_among_the_tables_that_wait(hall: Hall) -> None:
    """So the limits of these hold, and an unfinished match is none of them."""
    anna, bruno, _ = three(hall)
    opened(hall, anna, bruno)
    for number in range(7):
        own_account(hall, f"member{number}")
        challenged(hall, anna, f"member{number}")
    hall.create(anna, TERMS, Seat.LEFT)
    with pytest.raises(Refusal, match="you have 8 tables waiting"):
        challenged(hall, anna)

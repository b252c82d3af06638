"""Codes that are tried out: counted by network, whoever comes from there."""

import pytest
from serve.hall.visitors import ANNA, BRUNO, BY_CODE, TERMS, Clock

from engarde_tui.serve.hall.guesses import FORGOTTEN_AFTER, MAX_WRONG_CODES
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.lately import Lately
from engarde_tui.serve.hall.visitor import Refusal
from engine.en_garde import Seat

HERE, THERE = "192.0.2.1", "192.0.2.2"


def guess(hall: Hall, network: str, times: int = MAX_WRONG_CODES) -> None:
    """Enter wrong codes, each in a visit of its own."""
    for number in range(times):
        mallory = hall.admit(f"mallory{number}", f"SHA256:{number}", network)
        with pytest.raises(Refusal, match="no table has the code"):
            hall.join(mallory, f"{number}")
        hall.dismiss(mallory)


def test_who_tries_codes_out_has_to_stop_also_in_the_next_visit(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    table = hall.create(hall.admit("anna", ANNA, THERE), BY_CODE, Seat.LEFT)
    guess(hall, HERE)
    bruno = hall.admit("bruno", BRUNO, HERE)
    for code in (table.code, table.seats.code(Seat.LEFT), "zzzzzz"):
        with pytest.raises(Refusal, match="too many wrong codes: try again in 10 minutes"):
            hall.join(bruno, code)
    assert hall.refusals == {"wrong codes": 3}
    assert caplog.text.count("event=refused address=192.0.2.1 reason='wrong codes'") == 1
    assert hall.join(hall.admit("bruno", BRUNO, THERE), table.code) is table


def test_the_list_and_own_tables_can_be_used_all_the_same(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA, THERE), hall.admit("bruno", BRUNO, HERE)
    listed, own = hall.create(anna, TERMS, Seat.LEFT), hall.create(bruno, BY_CODE, Seat.LEFT)
    guess(hall, HERE)
    assert hall.join(bruno, own.code) is own
    assert hall.join(bruno, listed.code) is listed
    assert not listed.waits


def test_wrong_codes_are_forgotten_after_a_time(hall: Hall, clock: Clock) -> None:
    table = hall.create(hall.admit("anna", ANNA), BY_CODE, Seat.LEFT)
    guess(hall, HERE, 1)
    clock.now += FORGOTTEN_AFTER - 30
    guess(hall, HERE, MAX_WRONG_CODES - 1)
    bruno = hall.admit("bruno", BRUNO, HERE)
    with pytest.raises(Refusal, match=r"try again in 1 minute$"):
        hall.join(bruno, table.code)
    clock.now += 31
    assert hall.join(bruno, table.code) is table


def test_all_networks_of_a_site_have_the_codes_of_two(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """One customer can have 65,536 of them."""
    table = hall.create(hall.admit("anna", ANNA, THERE), BY_CODE, Seat.LEFT)
    for number in range(8):
        guess(hall, f"2001:db8:0:{number}::/64", MAX_WRONG_CODES // 4)
    bruno = hall.admit("bruno", BRUNO, "2001:db8:0:9::/64")
    with pytest.raises(Refusal, match="too many wrong codes: try again in 10 minutes"):
        hall.join(bruno, table.code)
    assert caplog.text.count("event=refused address=2001:db8::/48 reason='wrong codes'") == 1
    assert hall.join(hall.admit("bruno", BRUNO, "2001:db8:1::/64"), table.code) is table


def test_what_counts_no_longer_needs_no_memory(clock: Clock) -> None:
    lately = Lately(clock, 600)
    for number in range(1000):
        lately.count(f"network {number}")
        clock.now += 60
    assert len(lately) <= 10

"""The tables that wait for an opponent: nobody fills the list, and nobody waits for ever."""

from itertools import islice

import pytest
from serve.hall.visitors import ANNA, BRUNO, BY_CODE, CARLA, TERMS, Clock, Opening

from engarde_tui.serve.hall import waiting_list
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.en_garde import Seat

HOUR = 3600
LIST = 50
"""Tables that the lobby lists."""


def host(hall: Hall, name: str, network: str = "", tables: int = 1) -> Visitor:
    """Somebody who has opened so many tables, and is here."""
    visitor = hall.admit(name, f"SHA256:{name}", network)
    for _ in range(tables):
        hall.create(visitor, TERMS, Seat.LEFT)
    return visitor


def listed(hall: Hall) -> list[str]:
    """The hosts of the open tables, as somebody else sees them."""
    carla = hall.admit("carla", CARLA)
    hosts = [table.seats.names[Seat.LEFT] for table in hall.open_tables(carla)]
    hall.dismiss(carla)
    return hosts


def test_one_visitor_has_only_so_many_tables(hall: Hall) -> None:
    anna = host(hall, "anna", tables=8)
    with pytest.raises(Refusal, match="you have 8 tables waiting: withdraw one of them first"):
        hall.create(anna, TERMS, Seat.LEFT)
    assert listed(hall) == ["anna"] * 8


def test_a_network_has_only_so_many_tables_whatever_keys_it_brings(hall: Hall) -> None:
    """The tables of those who have gone give way first; whoever has none gets one all the same."""
    mallory = host(hall, "mallory", "192.0.2.1", tables=8)
    hall.dismiss(mallory)
    trudy = host(hall, "trudy", "192.0.2.1", tables=8)
    assert listed(hall) == ["trudy"] * 8 + ["mallory"] * 2
    hall.dismiss(hall.admit("mallory", "SHA256:mallory"))
    eve = host(hall, "eve", "192.0.2.1", tables=2)
    assert sorted(listed(hall)) == ["eve"] * 2 + ["trudy"] * 8
    with pytest.raises(Refusal, match="10 tables of your network are waiting: withdraw yours first"):
        hall.create(eve, TERMS, Seat.LEFT)
    host(hall, "anna", "192.0.2.1")
    assert "anna" in listed(hall)
    host(hall, "bruno", "192.0.2.2", tables=8)
    assert trudy in hall.visitors


def test_all_networks_of_a_site_have_the_tables_of_two(hall: Hall) -> None:
    """One customer can have 65,536 of them; in the list they come one after the other."""
    for number in range(4):
        host(hall, f"mallory{number}", f"2001:db8:0:{number}::/64", tables=5)
    eve = host(hall, "eve", "2001:db8:0:9::/64")
    with pytest.raises(Refusal, match="21 tables of your network are waiting: withdraw yours first"):
        hall.create(eve, TERMS, Seat.LEFT)
    host(hall, "anna", "2001:db8:1::/64", tables=2)
    assert listed(hall)[:3] == ["mallory0", "anna", "mallory1"]


def test_the_networks_of_a_site_that_have_most_tables_give_way_first(hall: Hall, clock: Clock) -> None:
    """Where a provider gives out less than a /48, neighbours share it."""
    hall.dismiss(host(hall, "anna", "2001:db8:0:9::/64"))
    for number in range(4):
        clock.now += 1
        hall.dismiss(host(hall, f"mallory{number}", f"2001:db8:0:{number}::/64", tables=5))
    mallory = host(hall, "mallory", "2001:db8:0:4::/64", tables=3)
    assert mallory in hall.visitors
    assert sorted(listed(hall)) == [
        "anna",
        *["mallory"] * 3,
        *["mallory0"] * 4,
        *["mallory1"] * 4,
        *["mallory2"] * 4,
        *["mallory3"] * 4,
    ]


def test_a_table_only_by_code_counts_too(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA, "192.0.2.1")
    for _ in range(8):
        hall.create(anna, BY_CODE, Seat.LEFT)
    assert listed(hall) == []
    with pytest.raises(Refusal, match="8 tables"):
        hall.create(anna, BY_CODE, Seat.LEFT)


def test_a_new_table_is_in_everybodys_list_whatever_strangers_have_done(hall: Hall) -> None:
    """They have come from many networks, with many keys, and have gone or stayed."""
    for number in range(40):
        hall.dismiss(host(hall, f"gone{number}", f"192.0.2.{number}", tables=8))
    for number in range(5):
        for visit in range(3):
            host(hall, f"here{number}-{visit}", f"198.51.100.{number}", tables=3)
    anna = host(hall, "anna", "203.0.113.1")
    assert "anna" in listed(hall)[:10], "a table of each network comes first"
    hall.dismiss(anna)
    away = listed(hall).index("anna")
    assert away < 15 * 3 + 41, "of those who have gone, too, one of each network comes first"


def test_a_new_table_is_listed_in_a_full_hall_too(hall: Hall) -> None:
    """As many tables are listed as people are here, and each of them has one among them."""
    for number in range(99):
        host(hall, f"host{number}", f"10.{number // 20}.{number // 4}.1", tables=2)
    host(hall, "anna", "10.0.0.1")
    assert "anna" in listed(hall)[: len(hall.visitors)]


def test_hosts_who_are_here_come_first_and_come_back_to_the_front(hall: Hall, open_hall: Opening) -> None:
    anna, bruno = host(hall, "anna"), host(hall, "bruno")
    assert listed(hall) == ["anna", "bruno"]
    hall.dismiss(anna)
    assert listed(hall) == ["bruno", "anna"]
    hall.dismiss(bruno)
    hall.admit("anna", ANNA)
    assert listed(hall) == ["anna", "bruno"]
    hall = open_hall()
    hall.admit("bruno", BRUNO)
    assert listed(hall) == ["bruno", "anna"]


def test_a_guest_who_is_here_is_a_host_too(hall: Hall) -> None:
    hall.dismiss(host(hall, "anna"))
    hall.create(hall.admit("bruno", None), TERMS, Seat.LEFT)
    assert listed(hall) == ["~bruno", "anna"]


def test_a_table_waits_for_its_host_only_so_long(hall: Hall, clock: Clock) -> None:
    anna = host(hall, "anna")
    host(hall, "bruno")
    clock.now += 20 * HOUR
    hall.dismiss(anna)
    clock.now += 23 * HOUR
    hall.remove_overdue()
    assert listed(hall) == ["bruno", "anna"]
    clock.now += 2 * HOUR
    hall.remove_overdue()
    assert listed(hall) == ["bruno"], "who is here waits as long as they like"


@pytest.mark.parametrize(("hours", "left"), [(23, ["anna"]), (25, [])])
def test_a_hall_that_was_killed_knows_how_long_a_host_has_been_away(
    open_hall: Opening, clock: Clock, hours: int, left: list[str]
) -> None:
    """Also how long one who was here when it was killed."""
    hall = open_hall()
    host(hall, "anna")
    clock.now += 30 * HOUR
    hall.remove_overdue()
    clock.now += hours * HOUR
    hall = open_hall()
    assert listed(hall) == left
    assert len(list(hall.register.tables.waiting())) == len(left)


def test_a_network_is_counted_after_a_restart_too(open_hall: Opening) -> None:
    hall = open_hall()
    for name in ("mallory", "trudy"):
        host(hall, name, "192.0.2.1", tables=5)
    hall = open_hall()
    host(hall, "eve", "192.0.2.1", tables=3)
    assert len(listed(hall)) == 10


def test_of_too_many_tables_those_of_the_greediest_network_give_way(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_list, "MAX_WAITING", 12)
    hall.dismiss(host(hall, "anna", "203.0.113.1"))
    for number in range(4):
        hall.dismiss(host(hall, f"mallory{number}", f"192.0.2.{number}", tables=8))
    assert len(listed(hall)) == 12
    assert "anna" in listed(hall)
    assert set(islice(listed(hall), 5)) == {"anna", *(f"mallory{number}" for number in range(4))}

"""Who has which name in the hall."""

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, OFFER, Opening

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.hall_line import NOBODY
from engine.en_garde import Seat
from engine.match import MAX_NAME


def test_the_first_key_that_comes_with_a_name_has_it(hall: Hall) -> None:
    assert hall.admit("anna", ANNA).member
    other = hall.admit("anna", BRUNO)
    assert not other.member
    assert other.name == "~anna"
    assert other.why_guest.endswith("belongs to another key")
    again = hall.admit("anna", ANNA)
    assert (again.name, again.member) == ("anna", True)


def test_a_name_is_the_same_in_capitals(hall: Hall) -> None:
    hall.admit("anna", ANNA)
    assert hall.admit("ANNA", ANNA).name == "anna"
    assert not hall.admit("Anna", BRUNO).member


def test_a_name_is_kept_over_a_restart(open_hall: Opening) -> None:
    open_hall().admit("anna", ANNA)
    assert not open_hall().admit("anna", BRUNO).member


def test_one_key_cannot_take_all_names(hall: Hall) -> None:
    names = [f"name{number}" for number in range(10)]
    visitors = [hall.admit(name, ANNA) for name in names]
    assert [visitor.member for visitor in visitors] == [True] * 3 + [False] * 7
    assert {visitor.why_guest for visitor in visitors[3:]} == {"your key has 3 names already"}
    assert hall.admit("name9", BRUNO).member


@pytest.mark.parametrize(
    "name",
    [
        "",
        "An\x1b[2Jna",
        "an na",
        "a" * 16,
        "Zoë",
        "~anna",
        "a\nb",
        "-" * 1000,
        "\u202eanna",
        "-",
        "--help",
        NOBODY,
        "'; DROP TABLE name",
    ],
)
@pytest.mark.parametrize("key", [None, ANNA])
def test_any_other_name_is_that_of_a_guest(hall: Hall, name: str, key: str | None) -> None:
    visitor = hall.admit(name, key)
    assert (visitor.name, visitor.member) == ("~guest", False)
    assert visitor.why_guest.isascii()
    assert visitor.why_guest.isprintable()


def test_guests_of_one_name_are_told_apart(hall: Hall) -> None:
    names = [hall.admit("a" * 15, None).name for _ in range(3)]
    assert len(set(names)) == 3
    assert all(len(name) <= MAX_NAME and name.startswith("~") for name in names)


def test_a_guest_who_comes_back_with_the_seats_code_is_called_as_before(open_hall: Opening) -> None:
    """Also after a restart; a member keeps the own name."""
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("Bruno", None)
    table = hall.create(anna, OFFER, Seat.LEFT)
    hall.join(bruno, table.code)
    code = table.seats.code(Seat.RIGHT)
    for _ in range(2):
        hall.dismiss(bruno)
        hall = open_hall()
        bruno = hall.admit("Bruno", None)
        assert bruno.name == "~Bruno2"
        hall.join(bruno, code)
        assert bruno.name == "~Bruno"
        assert hall.names == ["~Bruno"]
    carla = hall.admit("carla", CARLA)
    hall.join(carla, code)
    assert carla.name == "carla"


def test_no_name_is_taken_by_asking_whether_a_key_can_have_it(hall: Hall) -> None:
    assert hall.why_another_key("anna", ANNA) == ""
    assert hall.admit("anna", BRUNO).member
    assert hall.why_another_key("Anna", ANNA) == "the name Anna belongs to another key"
    assert hall.why_another_key("no name", ANNA) == "", "no key makes it one"

"""Who has which name in the hall."""

import pytest
from serve.engines import ON_A_FILE
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Clock, Opening, finished, heard_on, opened, play_on

from engarde_tui.serve.hall.events import LOBBY
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.en_garde import Seat
from engine.names import MAX_NAME


def test_the_first_key_that_comes_with_a_name_has_it(hall: Hall) -> None:
    assert hall.admit("anna", ANNA).member
    other = hall.admit("anna", BRUNO)
    assert not other.member
    assert other.name == "~anna"
    assert str(other.why_guest).startswith("the name anna belongs to another key; if that is yours too,")
    again = hall.admit("anna", ANNA)
    assert (again.name, again.member) == ("anna", True)


def test_a_name_is_the_same_in_capitals(hall: Hall) -> None:
    hall.admit("anna", ANNA)
    assert hall.admit("ANNA", ANNA).name == "anna"
    assert not hall.admit("Anna", BRUNO).member


def test_a_name_is_kept_over_a_restart(open_hall: Opening) -> None:
    open_hall().admit("anna", ANNA)
    assert not open_hall().admit("anna", BRUNO).member


@ON_A_FILE
def test_a_member_comes_in_even_if_nothing_can_be_written(hall: Hall, clock: Clock) -> None:
    """Only that they were here is not noted; as when the disk is full."""
    hall.dismiss(hall.admit("anna", ANNA))
    clock.now += 2 * 86400
    hall.register.database.connection().execute("PRAGMA query_only = ON")
    assert hall.admit("anna", ANNA).member


def test_when_a_member_left_last_is_known(open_hall: Opening, clock: Clock) -> None:
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    clock.now += 5000
    hall.dismiss(anna)
    clock.now += 5000
    (member,) = open_hall().register.names.listed(after="", number=10)
    assert member.seen == clock.now - 5000
    assert open_hall().register.names.keys_of("anna")[0].seen == clock.now - 5000


def test_one_key_cannot_take_all_names(hall: Hall) -> None:
    names = [f"name{number}" for number in range(10)]
    visitors = [hall.admit(name, ANNA) for name in names]
    assert [visitor.member for visitor in visitors] == [True] * 3 + [False] * 7
    assert {str(visitor.why_guest) for visitor in visitors[3:]} == {"your key has 3 names already"}
    assert hall.admit("name9", BRUNO).member


@pytest.mark.by_day(13)
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
        "~",
        "'; DROP TABLE name",
    ],
)
@pytest.mark.parametrize("key", [None, ANNA])
def test_any_other_name_is_that_of_a_guest(hall: Hall, name: str, key: str | None) -> None:
    visitor = hall.admit(name, key)
    assert (visitor.name, visitor.member) == ("~guest", False)
    assert str(visitor.why_guest).isascii()
    assert str(visitor.why_guest).isprintable()


def test_guests_of_one_name_are_told_apart(hall: Hall) -> None:
    names = [hall.admit("a" * 15, None).name for _ in range(3)]
    assert len(set(names)) == 3
    assert all(len(name) <= MAX_NAME and name.startswith("~") for name in names)


def age(clock: Clock, days: float) -> None:
    clock.now += days * 24 * 3600


@pytest.mark.parametrize(("days", "free"), [(29, False), (32, True)])
def test_a_name_that_nobody_uses_is_free_again(hall: Hall, clock: Clock, days: int, free: bool) -> None:
    hall.dismiss(hall.admit("anna", ANNA))
    age(clock, 29)
    hall.dismiss(hall.admit("anna", ANNA))
    age(clock, days)
    assert hall.admit("ANNA", BRUNO).member is free
    assert hall.admit("anna", ANNA).member is not free


def test_who_comes_back_before_anybody_else_has_everything_as_before(hall: Hall, clock: Clock) -> None:
    anna = hall.admit("anna", ANNA)
    table = finished(hall, anna, hall.admit("bruno", BRUNO))
    hall.dismiss(anna)
    age(clock, 1000)
    anna = hall.admit("anna", ANNA)
    assert hall.own_matches(anna.account).ids() == [table.match.id]


def test_the_next_of_a_name_has_nothing_of_the_one_before(open_hall: Opening, clock: Clock) -> None:
    """No match, no seat, no hand: not even after a restart. The opponent can claim, as from a guest."""
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    over = finished(hall, anna, bruno)
    left, right = opened(hall, anna, bruno)
    play_on(left, right, actions=2)
    waiting = hall.create(anna, TERMS, Seat.LEFT)
    hall.release_name("anna")
    assert not hall.is_open(waiting)
    hall.dismiss(anna)
    hall.dismiss(bruno)
    for _ in range(2):
        again = hall.admit("anna", CARLA)
        assert again.member
        assert hall.own_tables(again) == []
        assert hall.own_matches(again.account).ids() == []
        bruno = hall.admit("bruno", BRUNO)
        assert set(hall.own_matches(bruno.account).ids()) == {over.match.id, left.hall_table.match.id}
        (table,) = hall.own_tables(bruno)
        assert table.sit(again).is_spectator
        assert table.sit(bruno).view.round.hands[Seat.LEFT] is None
        clock.now += 61
        assert table.seconds_to_claim(Seat.RIGHT) == 0
        hall = open_hall()


def test_a_name_can_be_released_again_and_again(open_hall: Opening) -> None:
    hall, stood_for = open_hall(), set()
    for key in (ANNA, BRUNO, ANNA):
        anna = hall.admit("Anna", key)
        stood_for.add(anna.account)
        own = hall.create(anna, TERMS, Seat.LEFT)
        hall = open_hall()
        assert [table.code for table in hall.own_tables(hall.admit("anna", key))] == [own.code]
        hall.release_name("ANNA")
        hall = open_hall()
        assert hall.tables.all == []
    assert len(stood_for) == 3


def sent_away(hall: Hall, *visitors: Visitor) -> list[Visitor]:
    """Who is sent away from now on."""
    gone: list[Visitor] = []
    for visitor in visitors:
        hall.bus.subscribe(visitor.topic, lambda _, visitor=visitor: gone.append(visitor))
    return gone


def test_a_member_adds_a_key_by_a_code_and_withdraws_one(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    own = hall.create(anna, TERMS, Seat.LEFT)
    code = hall.own_keys.code_for(anna)
    guest = hall.admit("ANNA", BRUNO)
    assert not guest.member
    assert hall.own_keys.enter_code(guest, f" {code[:4].upper()}-{code[4:]} ") == "anna"
    again = hall.admit("anna", BRUNO)
    assert (again.name, again.member, again.account) == ("anna", True, anna.account)
    assert hall.own_tables(again) == [own]
    assert {key.fingerprint for key in hall.own_keys.listed(again)} == {ANNA, BRUNO}
    gone = sent_away(hall, anna, again, guest)
    with pytest.raises(Refusal, match="the key you came with"):
        hall.own_keys.withdraw(again, BRUNO)
    hall.own_keys.withdraw(again, ANNA)
    assert gone == [anna]
    assert not hall.admit("anna", ANNA).member
    with pytest.raises(Refusal, match="your key owns the name anna no longer"):
        hall.own_keys.withdraw(anna, BRUNO)
    with pytest.raises(Refusal, match="owns the name anna no longer"):
        hall.own_keys.code_for(anna)


def test_a_code_works_once_for_ten_minutes_and_for_a_key(hall: Hall, clock: Clock) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    before, code = hall.own_keys.code_for(anna), hall.own_keys.code_for(anna)
    other = hall.admit("anna", BRUNO)
    assert hall.own_keys.enter_code(other, before) == "", "a newer one takes its place"
    with pytest.raises(Refusal, match="connect with the key that you want to add"):
        hall.own_keys.enter_code(guest, code)
    with pytest.raises(Refusal, match="your key owns the name anna already"):
        hall.own_keys.enter_code(anna, code)
    assert hall.own_keys.enter_code(other, code) == "anna"
    assert hall.own_keys.enter_code(hall.admit("anna", CARLA), code) == ""
    code = hall.own_keys.code_for(anna)
    clock.now += 601
    assert hall.own_keys.enter_code(hall.admit("anna", CARLA), code) == ""
    assert not hall.admit("anna", CARLA).member


def test_a_code_of_a_withdrawn_key_adds_none(hall: Hall) -> None:
    """A thief who has asked for one in time gains nothing."""
    anna = hall.admit("anna", ANNA)
    hall.register.names.add_key("anna", BRUNO)
    thief = hall.admit("anna", BRUNO)
    code = hall.own_keys.code_for(thief)
    hall.own_keys.withdraw(anna, BRUNO)
    assert hall.own_keys.enter_code(hall.admit("anna", CARLA), code) == ""
    code = hall.own_keys.code_for(anna)
    hall.release_name("anna")
    assert hall.own_keys.enter_code(hall.admit("anna", CARLA), code) == ""


def test_wrong_codes_for_keys_are_counted_too(hall: Hall) -> None:
    anna, mallory = hall.admit("anna", ANNA, "192.0.2.1"), hall.admit("mallory", BRUNO, "192.0.2.2")
    code = hall.own_keys.code_for(anna)
    for number in range(20):
        with pytest.raises(Refusal, match="no member was shown the code"):
            hall.own_keys.enter_only_code(mallory, f"{number}")
    for enter in (hall.own_keys.enter_only_code, hall.own_keys.enter_code):
        with pytest.raises(Refusal, match="too many wrong codes"):
            enter(mallory, code)
    assert hall.own_keys.enter_code(hall.admit("anna", CARLA, "192.0.2.3"), code) == "anna"


def test_a_name_has_only_so_many_keys_and_a_key_so_many_names(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    for name in ("one", "two", "three"):
        hall.admit(name, CARLA)
    with pytest.raises(Refusal, match="your key has 3 names already"):
        hall.own_keys.enter_code(hall.admit("anna", CARLA), hall.own_keys.code_for(anna))
    for number in range(7):
        code = hall.own_keys.code_for(anna)
        hall.own_keys.enter_code(hall.admit("anna", f"SHA256:{number}"), code)
    with pytest.raises(Refusal, match="has 8 keys already"):
        hall.own_keys.code_for(anna)


def test_a_guest_who_comes_back_with_the_seats_code_is_called_as_before(open_hall: Opening) -> None:
    """Also after a restart; a member keeps the own name."""
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("Bruno", None)
    table = hall.create(anna, TERMS, Seat.LEFT)
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
    assert hall.admission.why_another_key("anna", ANNA) is None
    assert hall.admit("anna", BRUNO).member
    assert str(hall.admission.why_another_key("Anna", ANNA)).startswith(
        "the name Anna belongs to another key; if that"
    )
    assert hall.admission.why_another_key("no name", ANNA) is None, "no key makes it one"
    assert hall.admission.why_another_key("anna+key", ANNA) is None, "this is for adding any key"


def test_every_key_of_a_name_can_have_it_and_any_key_one_that_is_unused(hall: Hall, clock: Clock) -> None:
    hall.admit("anna", ANNA)
    hall.register.names.add_key("anna", BRUNO)
    assert [hall.admission.why_another_key("anna", key) is not None for key in (ANNA, BRUNO, CARLA)] == [
        False,
        False,
        True,
    ]
    age(clock, 1000)
    assert [hall.admission.why_another_key("anna", key) for key in (ANNA, BRUNO, CARLA)] == [None] * 3
    for name in ("one", "two", "three"):
        hall.admit(name, CARLA)
    assert str(hall.admission.why_another_key("anna", CARLA)) == "your key has 3 names already"
    assert not hall.admit("anna", CARLA).member
    assert hall.admit("anna", BRUNO).member, "a key that cannot have the name has not released it"


@pytest.mark.parametrize("name", ["host", "ann_a"])
def test_an_owned_name_that_nobody_could_take_today_stays_with_its_owner(
    hall: Hall, clock: Clock, name: str
) -> None:
    """However long it was not used: it would be lost for nobody's gain."""
    hall.admit("anna", ANNA)
    with hall.register.database.writing() as connection:
        added = connection.execute("INSERT INTO account (name) VALUES (?)", (name,)).lastrowid
        connection.execute("INSERT INTO account_key VALUES (?, ?, 0, 0)", (added, BRUNO))
    age(clock, 1000)
    assert not hall.admit(name, CARLA).member
    assert hall.admit(name, BRUNO).member


def test_who_only_asks_for_something_is_identified_without_coming_in(hall: Hall) -> None:
    """A key that owns the name makes a member; no name is taken, and the lobby is told nothing."""
    anna = hall.admit("anna", ANNA)
    heard = heard_on(hall, LOBBY)
    again = hall.admission.identify("Anna", ANNA, "192.0.2.1")
    assert (again.member, again.account, again.network) == (True, anna.account, "192.0.2.1")
    for name, key in (("anna", BRUNO), ("bruno", BRUNO), ("bruno", None), ("no name", ANNA)):
        assert not hall.admission.identify(name, key).member
    assert not heard
    assert hall.visitors == [anna]
    assert hall.register.names.names_of(BRUNO) == []
    hall.register.bans.add("bruno")
    with pytest.raises(Refusal, match="banned"):
        hall.admission.identify("bruno", BRUNO)

"""Friends: private marks, by account."""

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Opening, heard_on, opened

from engarde_tui.serve.hall.friends import MAX_FRIENDS
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.en_garde import Seat


def mark(hall: Hall, visitor: Visitor, name: str, *, is_marked: bool = True) -> None:
    change = hall.friends.mark if is_marked else hall.friends.unmark
    change(visitor, hall.register.names.of_name(name))


def friends(hall: Hall, visitor: Visitor) -> list[str]:
    assert visitor.account is not None
    return [friend.name for friend in hall.friends.of(visitor.account)]


def test_a_mark_is_kept_and_can_be_taken_away(open_hall: Opening) -> None:
    hall = open_hall()
    hall.admit("bruno", BRUNO)
    mark(hall, hall.admit("anna", ANNA), "bruno")
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    assert friends(hall, anna) == ["bruno"]
    assert anna.friends == {bruno.account}
    assert friends(hall, bruno) == [], "it is not mutual"
    mark(hall, anna, "bruno", is_marked=False)
    assert friends(hall, anna) == []
    assert anna.friends == frozenset()


def test_nobody_else_is_told_of_a_mark_but_the_members_other_window_is(hall: Hall) -> None:
    anna, window, bruno = hall.admit("anna", ANNA), hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    told, own = heard_on(hall, bruno.topic), heard_on(hall, window.topic)
    mark(hall, anna, "bruno")
    assert told == []
    assert own != []
    assert window.friends == {bruno.account}


def test_a_stranger_who_takes_a_freed_name_is_no_friend(open_hall: Opening) -> None:
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    mark(hall, anna, "bruno")
    mark(hall, bruno, "anna")
    hall.release_name("bruno")
    stranger = hall.admit("bruno", CARLA)
    assert friends(hall, anna) == []
    assert stranger.account not in anna.friends
    assert friends(hall, stranger) == [], "the friends of the one before are not the stranger's either"
    hall = open_hall()
    assert hall.admit("anna", ANNA).friends == frozenset()


def test_a_mark_on_a_name_that_has_just_been_freed_is_none(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    bruno = hall.register.names.claim(BRUNO, "bruno")
    hall.release_name("bruno")
    hall.friends.mark(anna, bruno)
    assert anna.friends == frozenset()


def test_guests_and_oneself_cannot_be_marked_nor_mark(hall: Hall) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("guest", None)
    with pytest.raises(Refusal, match="only members can mark friends"):
        mark(hall, guest, "anna")
    with pytest.raises(Refusal, match="cannot mark yourself"):
        mark(hall, anna, "anna")


def test_there_is_a_limit(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    with hall.register.database.writing() as connection:
        for number in range(MAX_FRIENDS):
            connection.execute("INSERT INTO account (name) VALUES (?)", (f"friend{number}",))
        connection.execute(
            "INSERT INTO friend SELECT ?, id FROM account WHERE name LIKE 'friend%'", (anna.account,)
        )
    anna, bruno = hall.admit("anna", ANNA), hall.register.names.claim(BRUNO, "bruno")
    with pytest.raises(Refusal, match=f"marked {MAX_FRIENDS} friends already"):
        hall.friends.mark(anna, bruno)
    mark(hall, anna, "friend7", is_marked=False)
    hall.friends.mark(anna, bruno)
    assert Member("bruno", bruno.account) in hall.friends.of(anna.account or 0)


def test_tables_of_friends_come_first_all_others_stay_in_their_order(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    hosts = [hall.admit(name, f"SHA256:{name}") for name in ("bruno", "carla", "dora", "emil")]
    waiting = [hall.create(host, TERMS, Seat.LEFT) for host in hosts[:3]]
    running = [opened(hall, *pair)[0].hall_table for pair in (hosts[:2], hosts[2:])]
    assert hall.open_tables(anna) == waiting
    assert hall.running_tables(anna) == running
    mark(hall, anna, "dora")
    assert hall.open_tables(anna) == [waiting[2], *waiting[:2]]
    assert hall.running_tables(anna) == running[::-1]
    assert hall.open_tables(hosts[3]) == waiting
    assert hall.challenges.members_here(anna, hall.visitors) == ["dora", "bruno", "carla", "emil"]

"""The hall's tables: who finds, joins, sees and leaves them."""

from typing import Any

import pytest
from serve.hall.visitors import (
    ANNA,
    BRUNO,
    BY_CODE,
    CARLA,
    TERMS,
    Opening,
    heard_on,
    opened,
    own_matches,
    play_on,
)

from engarde_tui.play.live_match import TableChanged
from engarde_tui.serve.hall import hall as hall_module
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.seats import Seats
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Refusal
from engine.en_garde import Seat


def test_who_joins_a_table_plays_at_it(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    assert left.view.names == right.view.names == ("anna", "bruno")
    assert (left.alone, right.alone) == (Seat.LEFT, Seat.RIGHT)
    assert not left.is_curtain_down
    assert not right.is_curtain_down
    assert left.view.round.hands[Seat.LEFT] is not None
    assert left.view.round.hands[Seat.RIGHT] is None
    assert right.view.round.hands[Seat.LEFT] is None
    assert right.view.round.hands[Seat.RIGHT] is not None


def test_an_action_is_published_and_both_places_show_what_there_is_then(hall: Hall) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    heard = heard_on(hall, left.hall_table.topic)
    play_on(left, right)
    assert heard == [TableChanged()]
    assert len(left.view.round.plays) == len(right.view.round.plays) == 1


def test_a_table_that_everybody_has_left_follows_nothing(hall: Hall) -> None:
    clients = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    assert hall.bus.topics == {clients[0].hall_table.topic}
    for client in clients:
        client.leave()
    assert not hall.bus.topics


def test_a_spectator_sees_no_hand_also_when_the_round_is_over(hall: Hall) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    carla = table.sit(hall.admit("carla", CARLA))
    assert carla.is_spectator
    over = False
    while not over:
        play_on(left, right)
        over = carla.view.round.result is not None
        assert carla.view.round.hands == (None, None)
        assert carla.view.round.legal == ()
    assert None not in left.view.round.hands
    with pytest.raises(ValueError, match="only the player to act"):
        carla.note_hint(carla.match.revision)


def test_nobody_is_helped_against_a_person_at_another_keyboard(hall: Hall) -> None:
    left, _ = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    assert not left.may_ask
    assert not left.may_undo
    with pytest.raises(ValueError, match="only the player to act"):
        left.note_hint(left.match.revision)
    play_on(left)
    with pytest.raises(ValueError, match="cannot be taken back"):
        left.undo(left.match.revision)


def test_only_listed_tables_are_shown_and_any_is_found_by_its_code(hall: Hall) -> None:
    anna, bruno, carla = (
        hall.admit(name, key) for name, key in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA))
    )
    listed, hidden = hall.create(anna, TERMS, Seat.LEFT), hall.create(anna, BY_CODE, Seat.RIGHT)
    assert set(hall.own_tables(anna)) == {listed, hidden}
    assert list(hall.open_tables(bruno)) == [listed]
    assert list(hall.open_tables(anna)) == []
    assert hall.join(bruno, f" {hidden.code.upper()} ") is hidden
    full_width = "".join(chr(ord(char) + 0xFEE0) for char in hidden.code)
    assert hall.join(bruno, f"{full_width[:3]}–{full_width[3:]}") is hidden
    hidden.sit(bruno)
    assert list(hall.running_tables(carla)) == []
    assert hall.join(carla, hidden.code).sit(carla).is_spectator


@pytest.mark.parametrize("code", ["", "zzzzzz", "x" * 1000, "\x1b[2J", "ü"])
def test_a_wrong_code_is_refused(hall: Hall, code: str) -> None:
    hall.create(hall.admit("anna", ANNA), TERMS, Seat.LEFT)
    with pytest.raises(Refusal, match="no table has the code") as caught:
        hall.join(hall.admit("bruno", BRUNO), code)
    assert str(caught.value).isprintable()


def test_a_withdrawn_table_is_gone(open_hall: Opening) -> None:
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    hall.withdraw(hall.create(anna, TERMS, Seat.LEFT))
    assert list(hall.own_tables(anna)) == []
    hall = open_hall()
    assert list(hall.open_tables(hall.admit("bruno", BRUNO))) == []


def test_who_has_too_many_unfinished_matches_ends_one_before_the_next(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest's are counted with those of all guests; deleted ones count no more."""
    monkeypatch.setattr(hall_module, "MAX_UNFINISHED", 2)
    anna, bruno, carla = hall.admit("anna", ANNA), hall.admit("bruno", None), hall.admit("carla", CARLA)
    offered = hall.create(carla, TERMS, Seat.LEFT)
    (left, _), _ = (opened(hall, anna, bruno) for _ in range(2))
    for begin in (lambda: hall.create(anna, TERMS, Seat.LEFT), lambda: hall.join(anna, offered.code)):
        with pytest.raises(Refusal, match="2 unfinished matches: finish, claim or delete one"):
            begin()
    assert offered.waits
    left.leave()
    own_matches(hall, "anna").delete(left.hall_table.match.id or 0)
    hall.join(anna, offered.code)
    hall.create(bruno, TERMS, Seat.LEFT)


def test_nobody_looks_at_the_tables_that_others_have_left(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are: coming, listing, a wrong code and going cost the same."""
    for _ in range(3):
        for client in opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", None)):
            client.leave()
    left = hall.tables.all
    looked_at: set[Table | Seats] = set()

    def watch(owner: type[Any], name: str) -> None:
        method = getattr(owner, name)

        def watched(self: Any, *arguments: Any) -> Any:
            looked_at.add(self)
            return method(self, *arguments)

        monkeypatch.setattr(owner, name, watched)

    watch(Table, "dismiss")
    watch(Seats, "of")
    guest, carla = hall.admit("carla", None), hall.admit("carla", CARLA)
    hall.create(carla, TERMS, Seat.LEFT)
    for visitor in (guest, carla):
        hall.own_tables(visitor)
        list(hall.running_tables(visitor))
        with pytest.raises(Refusal, match="no table has the code"):
            hall.join(visitor, "zzzzzz")
        hall.dismiss(visitor)
    assert looked_at
    assert looked_at.isdisjoint({*left, *(table.seats for table in left)})


def test_the_tables_of_a_visitor_are_found_whatever_has_happened_to_them(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", None)
    left, right = opened(hall, anna, bruno)
    table = left.hall_table
    carla = hall.admit("carla", CARLA)
    assert list(hall.running_tables(carla)) == [table]
    left.leave()
    assert list(hall.running_tables(carla)) == [table]
    right.leave()
    assert list(hall.running_tables(carla)) == []
    table.sit(carla)
    assert list(hall.running_tables(carla)) == [table]
    again = hall.admit("bruno", None)
    assert again.name == "~bruno2"
    hall.join(again, table.seats.code(Seat.RIGHT))
    assert hall.own_tables(again) == hall.own_tables(bruno) == hall.own_tables(anna) == [table]
    assert hall.tables.of_match(table.match.id or 0) is table
    hall.release_name("anna")
    assert hall.own_tables(anna) == []
    hall.dismiss(carla)
    assert list(hall.running_tables(again)) == []

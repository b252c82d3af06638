"""The hall without SSH and screens: who is who, who sits where, who may claim, what a restart brings back."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.events import HallEvent, LobbyChanged, TableChanged
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.hall_line import NOBODY
from engarde_tui.serve.hall.offer import Offer
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import SALUTES, HallPlace, HallTable
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match, Seat
from engine.match import MAX_NAME
from engine.record import write

ANNA, BRUNO, CARLA = "SHA256:anna", "SHA256:bruno", "SHA256:carla"
OFFER = Offer(PRESETS["ferti-advanced"], 2, "left", listed=True)
BY_CODE = Offer(PRESETS["abacus-basic"], 1, "right", listed=False)


class Clock:
    """Goes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


Opening = Callable[[], Hall]


def told(visitor: Visitor) -> list[HallEvent]:
    """What this visitor is told from now on."""
    events: list[HallEvent] = []
    visitor.notify = events.append
    return events


@pytest.fixture
def open_hall(tmp_path: Path, clock: Clock) -> Iterator[Opening]:
    """Open a hall on the same folder, as after a restart; the one before is left as a kill leaves it."""
    halls: list[Hall] = []

    def opening() -> Hall:
        for hall in halls:
            # What the system does for a process that is killed.
            hall.store.close()
            hall.register.close()
        halls.append(Hall(Store(tmp_path), Register(tmp_path), absence=60, clock=clock))
        return halls[-1]

    yield opening
    halls[-1].close()


@pytest.fixture
def hall(open_hall: Opening) -> Hall:
    return open_hall()


def opened(hall: Hall, host: Visitor, guest: Visitor, offer: Offer = OFFER) -> tuple[HallPlace, HallPlace]:
    """A table where `host` sits on the left and `guest` has joined on the right, both there."""
    table = hall.create(host, offer, Seat.LEFT)
    assert hall.join(guest, table.code) is table
    return table.sit(host), table.sit(guest)


def play_on(*places: HallPlace, actions: int = 1) -> None:
    """Play the first legal action so many times, whoever is to act; deal where a round is over."""
    for _ in range(actions):
        acting = next((place for place in places if place.view.round.legal), None)
        if acting is None:
            places[0].next_round(places[0].table.revision)
        else:
            acting.play(acting.view.round.legal[0], acting.table.revision)


# --- who is who ---


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


# --- tables ---


def test_who_joins_a_table_plays_at_it(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    assert left.view.names == right.view.names == ("anna", "bruno")
    assert (left.alone, right.alone) == (Seat.LEFT, Seat.RIGHT)
    assert not left.outlook.is_curtain_down
    assert not right.outlook.is_curtain_down
    assert left.view.round.hands[Seat.LEFT] is not None
    assert left.view.round.hands[Seat.RIGHT] is None
    assert right.view.round.hands[Seat.LEFT] is None
    assert right.view.round.hands[Seat.RIGHT] is not None


def test_only_who_plays_sees_it_at_once_and_everybody_else_is_told(hall: Hall) -> None:
    """Each session looks in its own turn."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    seen: list[str] = []
    left.watch = lambda: seen.append("left")
    right.watch = lambda: seen.append("right")
    heard = told(right.visitor)
    play_on(left, right)
    assert seen == ["left"]
    assert heard == [TableChanged(left.hall_table.code)]


def test_who_looks_on_sees_no_hand_also_when_the_round_is_over(hall: Hall) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    carla = table.sit(hall.admit("carla", CARLA))
    assert carla.looks_on
    over = False
    while not over:
        play_on(left, right)
        over = carla.view.round.result is not None
        assert carla.view.round.hands == (None, None)
        assert carla.view.round.legal == ()
    assert None not in left.view.round.hands
    with pytest.raises(ValueError, match="only the player to act"):
        carla.hint(carla.table.revision)


def test_nobody_is_helped_against_a_person_at_another_keyboard(hall: Hall) -> None:
    left, _ = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    assert not left.outlook.may_ask
    assert not left.outlook.may_take_back
    with pytest.raises(ValueError, match="only the player to act"):
        left.hint(left.table.revision)
    play_on(left)
    with pytest.raises(ValueError, match="cannot be taken back"):
        left.take_back(left.table.revision)


def test_only_listed_tables_are_shown_and_any_is_found_by_its_code(hall: Hall) -> None:
    anna, bruno, carla = (
        hall.admit(name, key) for name, key in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA))
    )
    listed, hidden = hall.create(anna, OFFER, Seat.LEFT), hall.create(anna, BY_CODE, Seat.RIGHT)
    assert set(hall.own_tables(anna)) == {listed, hidden}
    assert list(hall.open_tables(bruno)) == [listed]
    assert list(hall.open_tables(anna)) == []
    assert hall.join(bruno, f" {hidden.code.upper()} ") is hidden
    hidden.sit(bruno)
    assert list(hall.running_tables(carla)) == []
    assert hall.join(carla, hidden.code).sit(carla).looks_on


@pytest.mark.parametrize("code", ["", "zzzzzz", "x" * 1000, "\x1b[2J", "ü"])
def test_a_wrong_code_is_refused(hall: Hall, code: str) -> None:
    hall.create(hall.admit("anna", ANNA), OFFER, Seat.LEFT)
    with pytest.raises(Refusal, match="no table has the code") as caught:
        hall.join(hall.admit("bruno", BRUNO), code)
    assert str(caught.value).isprintable()


def test_who_tries_codes_out_has_to_stop(hall: Hall) -> None:
    table = hall.create(hall.admit("anna", ANNA), BY_CODE, Seat.LEFT)
    bruno = hall.admit("bruno", BRUNO)
    for number in range(20):
        with pytest.raises(Refusal, match="no table has the code"):
            hall.join(bruno, f"{number}")
    with pytest.raises(Refusal, match="too many wrong codes"):
        hall.join(bruno, table.code)


def test_a_withdrawn_table_is_gone(open_hall: Opening) -> None:
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    hall.withdraw(hall.create(anna, OFFER, Seat.LEFT))
    assert list(hall.own_tables(anna)) == []
    hall = open_hall()
    assert list(hall.open_tables(hall.admit("bruno", BRUNO))) == []


def test_nobody_fills_the_hall_with_tables(hall: Hall) -> None:
    anna = hall.admit("anna", ANNA)
    for _ in range(8):
        hall.create(anna, OFFER, Seat.LEFT)
    with pytest.raises(Refusal, match="withdraw one of them first"):
        hall.create(anna, OFFER, Seat.LEFT)
    assert len(list(hall.own_tables(anna))) == 8


def test_a_member_gets_the_own_seat_back_and_nobody_else_does(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    table = left.hall_table
    right.leave()
    hall.dismiss(bruno)
    impostor = hall.admit("bruno", CARLA)
    assert table.sit(impostor).looks_on
    again = hall.admit("bruno", BRUNO)
    assert list(hall.own_tables(again)) == [table]
    assert table.sit(again).alone is Seat.RIGHT


def test_a_guest_gets_the_seat_back_by_its_code(hall: Hall) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    _, right = opened(hall, anna, guest)
    table = right.hall_table
    right.leave()
    hall.dismiss(guest)
    again = hall.admit("bruno", None)
    assert list(hall.own_tables(again)) == []
    assert hall.join(again, table.seats.code(Seat.RIGHT)) is table
    assert table.sit(again).alone is Seat.RIGHT


def test_codes_tell_nothing_of_each_other(hall: Hall) -> None:
    tables = [hall.create(hall.admit("anna", ANNA), OFFER, Seat.LEFT) for _ in range(5)]
    codes = [code for table in tables for code in (table.code, *map(table.seats.code, Seat))]
    assert len(set(codes)) == 15
    assert {len(code) for code in codes} == {6, 12}


def test_a_seat_is_taken_as_long_as_its_player_is_at_any_window(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    second_window = hall.admit("anna", ANNA)
    place = table.sit(second_window)
    second_window.lost = True
    place.leave()
    hall.dismiss(second_window)
    clock.now += 3600
    assert table.seats.is_there(Seat.LEFT)
    assert table.seconds_to_claim(Seat.RIGHT) is None
    left.leave()
    left.leave()
    assert not table.seats.is_there(Seat.LEFT)
    assert table.seconds_to_claim(Seat.RIGHT) == 60
    assert right.alone is Seat.RIGHT


def test_a_second_window_does_not_begin_the_wait_anew(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    right.leave()
    clock.now += 50
    left.hall_table.sit(hall.admit("anna", ANNA))
    assert left.hall_table.seconds_to_claim(Seat.LEFT) == 10


def test_who_goes_without_taking_leave_lets_go_of_seat_and_match(hall: Hall) -> None:
    """The line can break before a screen shows the table; the match can be opened again."""
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    left, right = opened(hall, anna, bruno)
    table = left.hall_table
    hall.dismiss(bruno)
    assert not table.seats.is_there(Seat.RIGHT)
    hall.dismiss(anna)
    assert not table.match.is_open
    assert not right.is_here
    again = hall.admit("anna", ANNA)
    assert table.sit(again).alone is Seat.LEFT


def test_a_table_joined_by_somebody_who_goes_at_once_rests(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = hall.create(anna, OFFER, Seat.LEFT)
    hall.join(bruno, table.code)
    hall.dismiss(bruno)
    assert not table.match.is_open
    assert table.sit(anna).view.names == ("anna", "bruno")


def test_a_match_at_a_table_is_never_opened_as_one_at_a_single_keyboard(hall: Hall) -> None:
    """It would show both hands to one of the two."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    left.leave()
    right.leave()
    assert table.match.id is not None
    with pytest.raises(Problem, match="is played at its table"):
        OwnMatches(hall.store, "anna").resume(table.match.id)


# --- absence ---


def test_a_match_can_be_claimed_only_after_the_absence_that_the_hall_grants(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    with pytest.raises(Refusal, match="only from a player who has left"):
        table.claim(Seat.LEFT)
    right.visitor.lost = True
    right.leave()
    assert table.seats.absence(Seat.RIGHT) == "bruno has lost the connection"
    clock.now += 59
    with pytest.raises(Refusal, match="in 1 seconds"):
        table.claim(Seat.LEFT)
    clock.now += 1
    table.claim(Seat.LEFT)
    assert left.view.winner is Seat.LEFT
    assert left.view.score == (2, 0)


def test_who_comes_back_in_time_loses_nothing(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    right.leave()
    clock.now += 3600
    left.hall_table.sit(right.visitor)
    assert left.hall_table.seconds_to_claim(Seat.LEFT) is None
    assert left.hall_table.seats.absence(Seat.RIGHT) == ""


def test_an_adjourned_match_cannot_be_claimed_before_both_have_been_back(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    right.leave()
    left.leave()
    clock.now += 86400
    left = table.sit(left.visitor)
    clock.now += 86400
    assert table.seconds_to_claim(Seat.LEFT) is None
    table.sit(right.visitor).leave()
    clock.now += 60
    table.claim(Seat.LEFT)
    assert left.view.winner is Seat.LEFT


def test_a_guest_is_waited_for_only_so_long_also_after_a_restart(open_hall: Opening, clock: Clock) -> None:
    """Or matches that nobody can end would fill the lobby of the other one."""
    hall = open_hall()
    opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", None))
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    (table,) = hall.own_tables(anna)
    clock.now += 86400
    place = table.sit(anna)
    assert table.seconds_to_claim(Seat.LEFT) == 60
    clock.now += 60
    table.claim(Seat.LEFT)
    assert place.view.winner is Seat.LEFT
    assert hall.own_tables(anna) == []


def test_a_match_can_be_claimed_between_two_rounds(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    while left.view.round.result is None:
        play_on(left, right)
    right.leave()
    clock.now += 60
    left.hall_table.claim(Seat.LEFT)
    assert left.view.winner is Seat.LEFT


# --- what is kept ---


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
    assert [proof.commitment for proof in again.proofs] == [proof.commitment for proof in table.proofs]
    found = hall.join(guest, waiting.code)
    assert found.seats.names == (guest.name, "anna")
    assert found.view is not None
    assert found.view.round.first is Seat.RIGHT
    assert found.view.target == 1


def test_the_table_of_a_guest_who_has_gone_waits_no_more(hall: Hall) -> None:
    guest = hall.admit("bruno", None)
    hall.create(guest, OFFER, Seat.LEFT)
    hall.dismiss(guest)
    assert list(hall.open_tables(hall.admit("anna", ANNA))) == []


def test_a_table_nobody_is_at_can_be_opened_by_its_players_alone(hall: Hall) -> None:
    """And rests in the store, where another process could open it meanwhile."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    left.leave()
    right.leave()
    assert not table.match.is_open
    assert table.view is not None
    assert list(hall.running_tables(hall.admit("carla", CARLA))) == []
    assert table.sit(left.visitor).view.round.turn is Seat.LEFT


def test_a_table_that_was_joined_when_the_hall_was_killed_waits_no_more(open_hall: Opening) -> None:
    """The match had begun; what was offered stays behind on the disk, and begins no second one."""
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = hall.create(anna, OFFER, Seat.LEFT)
    hall.register.remove_waiting = lambda secret: None  # type: ignore[method-assign]
    hall.join(bruno, table.code)
    hall = open_hall()
    assert [one.waits for one in hall.own_tables(hall.admit("anna", ANNA))] == [False]
    assert list(hall.register.waiting()) == []


def test_no_secret_is_used_for_a_second_match(open_hall: Opening) -> None:
    """Also of a match that has ended: its salts are known."""
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    hall.register.remove_waiting = lambda secret: None  # type: ignore[method-assign]
    finished(hall, anna, bruno)
    hall = open_hall()
    assert list(hall.open_tables(hall.admit("carla", CARLA))) == []


def test_a_register_that_cannot_be_written_is_a_problem_and_changes_nothing(
    hall: Hall, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "hall.db", isolation_level=None)
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    table = hall.create(anna, OFFER, Seat.LEFT)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Problem, match="cannot read or write its register"):
            hall.admit("carla", CARLA)
        with pytest.raises(Problem, match="cannot read or write its register"):
            hall.create(anna, OFFER, Seat.RIGHT)
        hall.join(guest, table.code)
        hall.dismiss(guest)
    assert [one.waits for one in hall.own_tables(anna)] == [False]


def fail(*_: object) -> None:
    """As a disk does that is full."""
    raise Problem("the disk is full")


def test_a_match_that_cannot_be_kept_does_not_begin(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = hall.create(anna, OFFER, Seat.LEFT)

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "begin", fail)
        with pytest.raises(Problem, match="the disk is full"):
            hall.join(bruno, table.code)
    assert table.waits
    assert list(hall.open_tables(bruno)) == [table]
    hall.join(bruno, table.code)
    assert not table.waits


def finished(hall: Hall, *visitors: Visitor) -> HallTable:
    """A match of these two, played to its end."""
    left, right = opened(hall, *visitors)
    while left.view.winner is None:
        play_on(left, right)
    return left.hall_table


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
        assert OwnMatches(hall.store, name).ids() == own


def test_a_record_that_leaves_the_hall_has_every_commitment_and_no_secret(hall: Hall) -> None:
    table = finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    assert table.match.id is not None
    text = write(OwnMatches(hall.store, "anna").record(table.match.id))
    assert table.secret in write(hall.store.record(table.match.id))
    assert table.secret not in text
    assert all(table.seats.code(seat) not in text for seat in Seat)
    for proof in table.proofs:
        assert f"Commitment-{proof.number}: {proof.commitment}\nSalt-{proof.number}: {proof.salt}\n" in text
        assert f" {proof.deck}\n" in text


def test_a_match_at_one_keyboard_is_only_the_members_own(hall: Hall, open_hall: Opening) -> None:
    """Whatever the second name is; and no table stands for it after a restart."""
    own = OwnMatches(hall.store, "anna")
    with closing(own.begin(Match.new(OFFER.rules, ("anna", "bruno")))) as journal:
        assert own.ids() == [journal.id]
    assert OwnMatches(hall.store, "bruno").ids() == []
    hall = open_hall()
    assert list(hall.own_tables(hall.admit("anna", ANNA))) == []
    assert len(OwnMatches(hall.store, "anna").ids(unfinished_only=True)) == 1


# --- manners ---


def test_the_same_two_play_again_once_both_want_it(hall: Hall) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    table = finished(hall, anna, guest)
    heard = told(guest)
    table.offer_rematch(Seat.LEFT)
    assert table.successor is None
    assert heard == [TableChanged(table.code, "anna wants a rematch.")]
    table.offer_rematch(Seat.RIGHT)
    new = table.successor
    assert new is not None
    assert new.view is not None
    assert (new.seats.names, new.view.round.first) == (("anna", guest.name), Seat.RIGHT)
    assert (new.sit(anna).alone, new.sit(guest).alone) == (Seat.LEFT, Seat.RIGHT)
    assert new.code != table.code


def test_a_rematch_that_cannot_be_kept_is_still_only_wished(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table.offer_rematch(Seat.LEFT)

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "begin", fail)
        with pytest.raises(Problem):
            table.offer_rematch(Seat.RIGHT)
    assert not table.wants_rematch(Seat.RIGHT)
    table.offer_rematch(Seat.RIGHT)
    assert table.successor is not None


def test_matches_that_guests_have_left_do_not_fill_the_hall(
    open_hall: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor after a restart; those of members are kept, and those that are played."""
    monkeypatch.setattr("engarde_tui.serve.hall.hall.MAX_ABANDONED", 2)
    hall = open_hall()
    of_member = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", None))
    for place in of_member:
        place.leave()
    played = opened(hall, hall.admit("carla", None), hall.admit("dora", None))
    codes = []
    for _ in range(3):
        places = opened(hall, hall.admit("guest", None), hall.admit("guest", None))
        codes.append(places[0].hall_table.code)
        for place in places:
            place.leave()
    last = hall.admit("vera", ANNA)
    assert hall.join(last, codes[2]).code == codes[2]
    assert hall.join(last, codes[1]).code == codes[1]
    with pytest.raises(Refusal, match="no table"):
        hall.join(last, codes[0])
    assert hall.is_open(of_member[0].hall_table)
    assert hall.is_open(played[0].hall_table)


def test_a_wish_to_play_again_ends_with_who_had_it(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = finished(hall, anna, bruno)
    table.offer_rematch(Seat.LEFT)
    assert list(hall.own_tables(bruno)) == [table]
    hall.dismiss(anna)
    assert list(hall.own_tables(bruno)) == []
    table.offer_rematch(Seat.RIGHT)
    assert table.successor is None


def test_a_salute_is_read_by_all_and_not_said_all_the_time(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    heard, echo = told(right.visitor), told(left.visitor)
    table.salute(left.visitor, SALUTES[1])
    assert heard == echo == [TableChanged(table.code, "anna: Touché!")]
    with pytest.raises(Refusal, match="a moment"):
        table.salute(left.visitor, SALUTES[0])
    table.salute(right.visitor, SALUTES[0])
    clock.now += 2
    table.salute(left.visitor, SALUTES[2])
    assert heard == echo
    assert heard[1:] == [
        TableChanged(table.code, f"{said}") for said in ("bruno: Salute!", "anna: Well fenced!")
    ]


def test_the_lobby_is_told_of_what_it_shows_and_not_of_every_action(hall: Hall) -> None:
    carla = hall.admit("carla", CARLA)
    hall.enter_lobby(carla)
    heard = told(carla)
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    assert set(heard) == {LobbyChanged()}
    heard.clear()
    play_on(left, right, actions=3)
    assert not heard
    while left.view.round.result is None:
        play_on(left, right)
    scored = left.view.score != (0, 0)
    assert len(heard) == scored, "a drawn round changes nothing that the lobby shows"
    heard.clear()
    right.leave()
    assert heard, "who is there shows in the lobby"


def test_everybody_at_a_table_is_told_of_an_action_once(hall: Hall) -> None:
    """Players, spectators, who looks at the result; a player with two windows once in each."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    window, carla = hall.admit("anna", ANNA), hall.admit("carla", CARLA)
    for visitor in (window, carla):
        table.sit(visitor)
    table.enter(carla)
    heard = [told(visitor) for visitor in (left.visitor, right.visitor, window, carla)]
    play_on(left, right)
    assert heard == [[TableChanged(table.code)]] * 4

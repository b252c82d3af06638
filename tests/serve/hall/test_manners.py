"""Rematches, salutes, and who is told of what."""

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, Clock, Opening, fail, finished, heard_on, opened, play_on

from engarde_tui.play.live_match import TableChanged
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.events import LOBBY, Called, LobbyChanged
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import SALUTES
from engarde_tui.serve.hall.visitor import Refusal
from engine.en_garde import Seat


def test_the_same_two_play_again_once_both_want_it(hall: Hall) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    table = finished(hall, anna, guest)
    heard = heard_on(hall, table.topic)
    table.rematch.ask(Seat.LEFT)
    assert table.rematch.successor is None
    assert [str(event.message) for event in heard] == ["anna wants a rematch."]
    table.rematch.ask(Seat.RIGHT)
    new = table.rematch.successor
    assert new is not None
    assert new.view is not None
    assert (new.seats.names, new.view.round.first) == (("anna", guest.name), Seat.RIGHT)
    assert (new.sit(anna).alone, new.sit(guest).alone) == (Seat.LEFT, Seat.RIGHT)
    assert new.code != table.code


def test_a_rematch_that_cannot_be_kept_is_still_only_wished(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = hall.admit("bruno", None)
    table = finished(hall, hall.admit("anna", ANNA), guest)
    table.rematch.ask(Seat.LEFT)
    seats = {*guest.seats}

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "begin", fail)
        with pytest.raises(Problem):
            table.rematch.ask(Seat.RIGHT)
    assert guest.seats == seats
    assert not table.rematch.is_wanted_by(Seat.RIGHT)
    table.rematch.ask(Seat.RIGHT)
    assert table.rematch.successor is not None


def test_matches_that_guests_have_left_do_not_fill_the_hall(
    open_hall: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor after a restart; those of members are kept, and those that are played."""
    monkeypatch.setattr("engarde_tui.serve.hall.hall.MAX_ABANDONED", 2)
    hall = open_hall()
    of_member = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", None))
    for client in of_member:
        client.leave()
    played = opened(hall, hall.admit("carla", None), hall.admit("dora", None))
    codes = []
    for _ in range(3):
        clients = opened(hall, hall.admit("guest", None), hall.admit("guest", None))
        codes.append(clients[0].hall_table.code)
        for client in clients:
            client.leave()
    hall.remove_overdue()
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
    table.rematch.ask(Seat.LEFT)
    assert list(hall.own_tables(bruno)) == [table]
    hall.dismiss(anna)
    assert list(hall.own_tables(bruno)) == []
    table.rematch.ask(Seat.RIGHT)
    assert table.rematch.successor is None


def test_two_windows_say_no_more_than_one(hall: Hall) -> None:
    left, _ = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", None))
    other = hall.admit("anna", ANNA)
    left.hall_table.salute(left.visitor, SALUTES[1])
    with pytest.raises(Refusal, match="wait a moment"):
        left.hall_table.salute(other, SALUTES[0])


def test_a_salute_is_read_by_all_and_not_said_all_the_time(hall: Hall, clock: Clock) -> None:
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    heard = heard_on(hall, table.topic)
    table.salute(left.visitor, SALUTES[1])
    assert [str(event.message) for event in heard] == ["anna: Touché!"]
    with pytest.raises(Refusal, match="a moment"):
        table.salute(left.visitor, SALUTES[0])
    table.salute(right.visitor, SALUTES[0])
    clock.now += 2
    table.salute(left.visitor, SALUTES[2])
    assert [str(event.message) for event in heard[1:]] == ["bruno: Salute!", "anna: Well fenced!"]


def test_the_lobby_is_told_of_what_it_shows_and_not_of_every_action(hall: Hall) -> None:
    heard = heard_on(hall, LOBBY)
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


def test_an_action_is_published_once_and_reaches_only_windows_elsewhere(hall: Hall) -> None:
    """While one player is away, every window of both looks whether the table calls."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    table = left.hall_table
    window, carla = hall.admit("anna", ANNA), hall.admit("carla", CARLA)
    table.sit(carla)
    heard = heard_on(hall, table.topic)
    calls = [heard_on(hall, visitor.topic) for visitor in (left.visitor, right.visitor, window, carla)]
    play_on(left, right)
    assert heard == [TableChanged()]
    called = [Called(table.code)]
    assert calls == [[], [], called, []]
    right.leave()
    assert calls == [called, called, [*called, *called], []]
    assert heard[1:] == [TableChanged(player_moved=True)]

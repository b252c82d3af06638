"""The results of daily bouts: of members who agree, from bouts played in the hall."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from bouts import BOUT, DAY, NOON, played
from serve.hall.visitors import ANNA, BRUNO, CARLA, Opening, own_account, own_matches

from engarde_tui.play.daily import live_match_of
from engarde_tui.play.day import Bout
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.storage.bouts import begin_bout
from engine.en_garde import PRESETS
from engine.game import Seat

OTHER = Bout(DAY, PRESETS["abacus-basic"])


def begun(hall: Hall, name: str, bout: Bout = BOUT) -> LiveMatch:
    """A bout that a member has begun, as the page of the daily bouts does."""
    match = live_match_of(bout, name, "0" * 64)
    match.save_with(partial(begin_bout, own_matches(hall, name), bout))
    return match


def ended(hall: Hall, name: str, loser: Seat, bout: Bout = BOUT) -> None:
    """A bout that is over: `loser` has given up."""
    match = begun(hall, name, bout)
    match.give_up(loser)
    match.close()


def shown(hall: Hall) -> list[tuple[str, int, object]]:
    """Name, lead and rules of the results that everybody may see at noon."""
    results = asyncio.run(hall.register.bouts.results(hall.store.now().date()))
    return [(result.member.name, result.lead, result.match.rules) for result in results]


@pytest.fixture
def hall(open_hall: Opening) -> Hall:
    """One at noon, with three members; anna and bruno show their results."""
    hall = open_hall()
    hall.store.now = lambda: NOON
    for key, name in ((ANNA, "anna"), (BRUNO, "bruno"), (CARLA, "carla")):
        hall.admit(name, key)
    for name in ("anna", "bruno"):
        hall.register.bouts.show(own_account(hall, name), True)
    return hall


def test_only_members_who_agree_are_shown(hall: Hall) -> None:
    for name in ("anna", "bruno", "carla"):
        ended(hall, name, Seat.RIGHT)
    assert [name for name, *_ in shown(hall)] == ["anna", "bruno"]
    hall.register.bouts.show(own_account(hall, "anna"), False)
    hall.register.bouts.show(own_account(hall, "carla"), True)
    assert [name for name, *_ in shown(hall)] == ["bruno", "carla"]


def test_nobody_agrees_unasked_and_what_was_chosen_stays(open_hall: Opening, hall: Hall) -> None:
    agreed = [hall.register.bouts.are_shown(own_account(hall, name)) for name in ("anna", "bruno", "carla")]
    assert agreed == [True, True, False]
    hall = open_hall()
    assert hall.register.bouts.are_shown(own_account(hall, "anna"))


def test_bouts_are_in_the_order_of_the_page_and_the_best_result_first(hall: Hall) -> None:
    ended(hall, "anna", Seat.LEFT)
    ended(hall, "bruno", Seat.RIGHT)
    ended(hall, "anna", Seat.LEFT, OTHER)
    assert shown(hall) == [("anna", -3, OTHER.rules), ("bruno", 3, BOUT.rules), ("anna", -3, BOUT.rules)]


def test_yesterdays_follow_and_older_ones_are_left_out(hall: Hall) -> None:
    ended(hall, "anna", Seat.RIGHT)
    hall.store.now = lambda: NOON + timedelta(days=1)
    ended(hall, "bruno", Seat.LEFT, Bout(DAY + timedelta(days=1), BOUT.rules))
    assert [name for name, *_ in shown(hall)] == ["bruno", "anna"]
    hall.store.now = lambda: NOON + timedelta(days=2)
    assert [name for name, *_ in shown(hall)] == ["bruno"]


def test_a_bout_that_is_not_over_is_not_told_and_its_result_is(hall: Hall) -> None:
    match = begun(hall, "anna")
    assert shown(hall) == []
    played(match)
    view = match.view(None)
    assert shown(hall) == [("anna", view.score[0] - view.score[1], BOUT.rules)]
    match.close()


def test_a_match_that_says_it_is_a_bout_and_was_not_begun_as_one_is_none(hall: Hall) -> None:
    match = live_match_of(BOUT, "anna", "0" * 64)
    match.save_with(hall.store.begin)
    match.give_up(Seat.RIGHT)
    match.close()
    assert shown(hall) == []


def test_a_name_that_is_released_takes_its_results_along(hall: Hall) -> None:
    ended(hall, "anna", Seat.RIGHT)
    hall.release_name("anna")
    hall.admit("anna", CARLA)
    assert shown(hall) == []

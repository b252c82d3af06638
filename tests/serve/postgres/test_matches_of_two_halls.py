"""Two processes of a hall agree on its matches: what is played, offered and claimed."""

from dataclasses import replace
from typing import NoReturn

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, heard_on, play_on
from serve.postgres.two_halls import TwoHalls, acting, agree, entries, play_first, same, workers_of

from engarde_tui.play.live_match import StaleError, TableChanged
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.errors import StoreError
from engine.game import ABSENCE, RESIGNATION, Seat, games

EN_GARDE = "en-garde"
OTHER_GAME = next(game for name, game in games().items() if name != EN_GARDE)


# --- play ---


@pytest.mark.parametrize(
    "terms",
    [TERMS, TableTerms(next(iter(OTHER_GAME.presets.values())), 2, "left", listed=True)],
    ids=["en garde", "swords and shields"],
)
def test_players_and_spectators_at_both_see_each_action(both: TwoHalls, terms: TableTerms) -> None:
    left, right = both.begun(terms)
    watchers = [
        client.hall_table.sit(hall.admit("guest", None))
        for hall, client in zip(both.halls, (left, right), strict=True)
    ]
    played = 0
    while left.view.winner is None and played < 60:
        play_on(left, right)
        played += 1
        both.settle()
        assert agree(left, right, *watchers)
        assert [client.view.round.legal for client in watchers] == [(), ()]
    assert both.one.store.view(1) == left.match.view(None)


def test_who_acts_second_is_told_that_the_table_has_changed_and_loses_nothing(both: TwoHalls) -> None:
    left, right = both.begun()
    play_on(left, right, actions=1)
    both.settle()
    first, second = acting(left, right)
    revision = second.match.revision
    play_first(first)
    seat = second.alone
    assert seat is not None
    with pytest.raises(StaleError, match="the table has changed in the meantime"):
        second.resign(seat, revision)
    assert second.match.view(None) == first.match.view(None)
    assert second.view.winner is None
    play_first(second)
    both.settle()
    assert agree(left, right)
    assert len(entries(both.one)) == 1 + 3


def test_the_same_action_in_windows_at_both_counts_once(both: TwoHalls) -> None:
    left, right = both.begun()
    first, _ = acting(left, right)
    hall = both.other if first is left else both.one
    name, key = ("anna", ANNA) if first is left else ("bruno", BRUNO)
    window = same(first.hall_table, hall).sit(hall.admit(name, key))
    both.settle()
    action = first.view.round.legal[0]
    first.play(action, first.match.revision)
    with pytest.raises(StaleError):
        window.play(action, window.match.revision)
    both.settle()
    assert entries(both.one)[1:] == [str(action)]
    assert window.view == first.view


def test_both_deal_the_next_round_at_once_and_it_is_dealt_once(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, target=9))
    while left.view.round.result is None:
        play_on(left, right)
        both.settle()
    left.next_round(left.match.revision)
    with pytest.raises(StaleError):
        right.next_round(right.match.revision)
    both.settle()
    assert left.view.number == right.view.number == 2
    assert agree(left, right)
    assert sum(entry.startswith("Round ") for entry in entries(both.one)) == 2


def test_a_closed_table_is_followed_from_the_lobby(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, target=1))
    right.leave()
    both.settle()
    there = right.hall_table
    left.resign(Seat.LEFT, left.match.revision)
    both.settle()
    assert there.summary is not None
    assert there.summary.winner is Seat.RIGHT


def test_whoever_comes_from_the_other_sees_no_earlier_state(both: TwoHalls) -> None:
    """Though nobody there has heard yet of what was played."""
    left, right = both.begun()
    carla = both.other.admit("carla", CARLA)
    play_on(left, right)
    assert right.match.view(None) != left.match.view(None)
    assert right.hall_table.sit(carla).match.view(None) == left.match.view(None)


@pytest.mark.parametrize("both", ["bell"], indirect=True)
def test_what_could_not_be_read_when_the_bell_rang_is_read_the_next_time(
    both: TwoHalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, right = both.begun()
    tried = []

    def is_lost(*statement: object) -> NoReturn:
        tried.append(statement)
        raise StoreError("the server is gone")

    with monkeypatch.context() as patched:
        patched.setattr(both.other.register.database, "select", is_lost)
        play_on(left, right)
        both.wait_until(lambda: bool(tried))
    workers_of(both.other).follow()
    assert right.match.view(None) == left.match.view(None)


# --- draws ---


def test_a_draw_offered_at_one_is_declined_or_accepted_at_the_other(both: TwoHalls) -> None:
    left, right = both.begun()
    first, second = acting(left, right)
    assert first.alone is not None
    assert second.alone is not None
    first.offer_draw(first.alone, first.match.revision)
    both.settle()
    assert second.match.offered_draw(second.alone)
    second.decline_draw(second.alone, second.match.revision)
    both.settle()
    assert first.match.draw_offer == second.match.draw_offer
    assert first.match.draw_offer is not None
    assert first.match.draw_offer.is_declined
    play_first(first)
    both.settle()
    assert not first.match.offered_draw(first.alone)
    second.offer_draw(second.alone, second.match.revision)
    both.settle()
    first.accept_draw(first.alone, first.match.revision)
    both.settle()
    assert agree(left, right)
    assert left.view.round.result is not None
    assert left.view.round.result.winner is None


def test_a_draw_accepted_after_the_other_has_acted_elsewhere_is_told_to_be_too_late(both: TwoHalls) -> None:
    left, right = both.begun()
    first, second = acting(left, right)
    assert first.alone is not None
    assert second.alone is not None
    first.offer_draw(first.alone, first.match.revision)
    both.settle()
    play_first(first)
    with pytest.raises(StaleError):
        second.accept_draw(second.alone, second.match.revision)
    both.settle()
    assert agree(left, right)
    # It stands until the other one acts.
    assert second.match.offered_draw(second.alone)
    play_first(second)
    both.settle()
    assert not second.match.offered_draw(second.alone)
    assert first.match.draw_offer is None


def test_a_draw_offered_at_one_stands_for_who_sits_down_at_the_other_later(both: TwoHalls) -> None:
    left, right = both.begun()
    first, second = acting(left, right)
    assert first.alone is not None
    second.leave()
    first.offer_draw(first.alone, first.match.revision)
    both.settle()
    back = second.hall_table.sit(second.visitor)
    assert back.match.draw_offer == first.match.draw_offer
    play_first(first)
    both.settle()
    play_first(back)
    back.leave()
    both.settle()
    assert second.hall_table.sit(second.visitor).match.draw_offer is None


# --- around the match ---


def test_a_salute_is_heard_once_at_both_also_after_the_match(both: TwoHalls) -> None:
    left, right = both.begun()
    heard = [heard_on(hall, left.hall_table.topic) for hall in both.halls]
    left.hall_table.salute(left.visitor, "Salute!")
    both.settle()
    assert [said_in(each) for each in heard] == [["anna: Salute!"]] * 2
    left.resign(Seat.LEFT, left.match.revision)
    both.settle()
    both.clock.now += 10
    right.hall_table.salute(right.visitor, "Well fenced!")
    both.settle()
    assert left.hall_table.last_salute == right.hall_table.last_salute == "bruno: Well fenced!"


def said_in(events: list[object]) -> list[str]:
    """What of these events has been said."""
    changes = [event for event in events if isinstance(event, TableChanged)]
    return [str(change.message) for change in changes if change.message is not None]


def test_a_reminder_reaches_the_other_and_then_the_match_is_adjourned_for_both(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, move_time=60))
    late, waiting = acting(left, right)
    assert waiting.alone is not None
    both.clock.now += 61
    waiting.hall_table.remind(waiting.alone)
    both.settle()
    assert late.hall_table.clock.has_reminded
    both.clock.now += 61
    waiting.hall_table.adjourn(waiting.alone)
    waiting.leave()
    both.settle()
    for client in (left, right):
        late.leave()
        both.settle()
        both.clock.now += 1000
        assert client.hall_table.seconds_to_claim(waiting.alone) is None


def test_a_reminder_ends_with_the_action_at_both(both: TwoHalls) -> None:
    left, right = both.begun(replace(TERMS, move_time=60))
    late, waiting = acting(left, right)
    assert waiting.alone is not None
    both.clock.now += 61
    waiting.hall_table.remind(waiting.alone)
    both.settle()
    play_first(late)
    both.settle()
    assert not left.hall_table.clock.has_reminded
    assert not right.hall_table.clock.has_reminded
    assert left.hall_table.signs.standing == right.hall_table.signs.standing


def test_who_is_lost_at_one_can_be_claimed_from_at_the_other(both: TwoHalls) -> None:
    left, right = both.begun()
    away, waiting = acting(left, right)
    assert away.alone is not None
    assert waiting.alone is not None
    hall = both.one if away is left else both.other
    away.visitor.lost = True
    hall.dismiss(away.visitor)
    both.settle()
    with pytest.raises(Refusal, match="you can claim the match in 60 seconds"):
        waiting.hall_table.claim(waiting.alone)
    both.clock.now += 60
    waiting.hall_table.claim(waiting.alone)
    both.settle()
    for one in both.halls:
        assert same(waiting.hall_table, one).is_over
        view = one.store.view(1)
        assert view.winner is waiting.alone
        assert view.finished[-1].result.reason == ABSENCE


@pytest.mark.parametrize("claims_first", [True, False], ids=["claim", "return"])
def test_of_a_claim_and_an_action_after_a_return_the_first_counts(both: TwoHalls, claims_first: bool) -> None:
    left, right = both.begun()
    away, waiting = acting(left, right)
    assert away.alone is not None
    assert waiting.alone is not None
    hall, key = (both.one, ANNA) if away is left else (both.other, BRUNO)
    hall.dismiss(away.visitor)
    both.settle()
    both.clock.now += 60
    # The one has not heard yet of what the other one does.
    back = same(away.hall_table, hall).sit(hall.admit(away.visitor.name, key))
    if claims_first:
        waiting.hall_table.claim(waiting.alone)
        with pytest.raises(StaleError):
            play_first(back)
    else:
        play_first(back)
        with pytest.raises(StaleError):
            waiting.hall_table.claim(waiting.alone)
    both.settle()
    assert agree(back, waiting)
    assert back.view.winner is (waiting.alone if claims_first else None)
    assert waiting.hall_table.seats.is_there(away.alone)


def test_resigning_at_one_ends_it_at_the_other(both: TwoHalls) -> None:
    left, right = both.begun()
    right.resign(Seat.RIGHT, right.match.revision)
    both.settle()
    assert left.view.winner is Seat.LEFT
    assert left.view.finished[-1].result.reason == RESIGNATION

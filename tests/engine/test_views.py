"""What each seat may know, and what nobody may."""

from dataclasses import fields, is_dataclass, replace

import pytest
from staging import NEAR, ONE_LEFT_AT_3, PRESET_NAMES, play, stage, words

from engine.en_garde import PRESETS, Match, Phase, Round, RoundView, Seat, Showdown

RULES = PRESETS["ferti-advanced"]


def near() -> Round:
    return stage(RULES, NEAR, left="33124", right="33125")


def test_a_seat_sees_its_own_cards_and_only_the_number_of_the_others() -> None:
    for seat, hand in ((Seat.LEFT, (1, 2, 3, 3, 4)), (Seat.RIGHT, (1, 2, 3, 3, 5))):
        view = near().view(seat)
        assert view.seat is seat
        assert view.hand == view.hands[seat] == hand
        assert view.hands[seat.other] is None
        assert view.hand_sizes == (5, 5)


@pytest.mark.parametrize("observer", [*Seat, None])
def test_everybody_may_count_the_cards_in_each_hand_and_in_the_pile(observer: Seat | None) -> None:
    view = stage(RULES, "").view(observer)
    assert (view.hand_sizes, view.pile) == ((5, 5), 15)
    view = play(near(), "A3 P3").view(observer)
    assert (view.hand_sizes, view.pile) == ((5, 4), 10)


def test_a_spectator_sees_no_hand() -> None:
    view = near().view(None)
    assert (view.seat, view.hand, view.hands, view.hand_sizes) == (None, (), (None, None), (5, 5))


@pytest.mark.parametrize("observer", [*Seat, None])
def test_everybody_sees_the_piste_the_pile_count_and_what_was_played(observer: Seat | None) -> None:
    view = play(near(), "A33").view(observer)
    assert (view.rules, view.first, view.turn, view.phase) == (RULES, Seat.LEFT, Seat.RIGHT, Phase.DEFENCE)
    assert (view.positions, view.distance, view.pile, str(view.attack)) == ((11, 14), 3, 9, "A33")
    assert (view.behind(Seat.LEFT), view.behind(Seat.RIGHT)) == (10, 9)
    assert " ".join(f"{p.seat.label} {p.action}" for p in view.plays) == (
        "left +5 right +5 left +5 right +4 left A33"
    )


def test_only_the_player_to_act_sees_what_is_legal() -> None:
    state = near()
    assert list(map(str, state.view(Seat.LEFT).legal)) == words(state) != []
    assert state.view(Seat.RIGHT).legal == state.view(None).legal == ()


@pytest.mark.parametrize("observer", [*Seat, None])
def test_only_the_top_discard_is_visible(observer: Seat | None) -> None:
    assert near().view(observer).discard == (4,)
    assert stage(RULES, "").view(observer).discard == ()


@pytest.mark.parametrize("observer", [*Seat, None])
def test_the_open_discard_pile_shows_them_all(observer: Seat | None) -> None:
    state = stage(replace(RULES, open_discard=True), NEAR)
    assert state.view(observer).discard == (5, 5, 5, 4)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_open_discard_pile_changes_nothing_but_the_view(preset: str) -> None:
    closed = stage(preset, NEAR)
    opened = stage(replace(PRESETS[preset], open_discard=True), NEAR)
    assert opened._replace(rules=closed.rules) == closed


def test_the_last_turn_is_one_action_or_a_parry_and_what_followed() -> None:
    state = stage(RULES, "")
    assert state.view(None).last_turn == ()
    state = play(near(), "A3")
    assert [str(play_.action) for play_ in state.view(None).last_turn] == ["A3"]
    state = play(state, "P3")
    assert [str(play_.action) for play_ in state.view(None).last_turn] == ["P3"]
    state = play(state, "-1")
    assert [str(play_.action) for play_ in state.view(None).last_turn] == ["P3", "-1"]


def test_both_fencers_see_both_hands_once_the_round_is_over_but_a_spectator_never() -> None:
    state = play(stage(RULES, NEAR, left="33312", right="33124"), "A333 H")
    for seat in Seat:
        assert state.view(seat).hands == state.hands
        assert state.view(seat).hand == state.hands[seat]
    assert state.view(None).hands == (None, None)


@pytest.mark.parametrize("observer", [*Seat, None])
def test_everybody_sees_the_result_and_its_comparison(observer: Seat | None) -> None:
    state = play(stage(RULES, ONE_LEFT_AT_3, left="12333", right="12334", pile="5"), "+2")
    view = state.view(observer)
    assert view.result == state.result is not None
    assert view.showdown == Showdown(1, (1, 1), (11, 10))
    assert (view.turn, view.phase, view.legal) == (None, Phase.OVER, ())


def reachable(value: object) -> list[object]:
    """Return `value` and everything that fields and items lead to."""
    found = [value]
    if is_dataclass(value):
        for field in fields(value):
            found += reachable(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            found += reachable(item)
    return found


@pytest.mark.parametrize("observer", [*Seat, None])
def test_from_a_view_no_round_match_seed_or_pile_can_be_reached(observer: Seat | None) -> None:
    match = Match.new(RULES, seed=987654321)
    values = reachable(match.view(observer))
    assert any(isinstance(value, RoundView) for value in values)
    assert not any(isinstance(value, (Round, Match)) for value in values)
    assert 987654321 not in values
    assert match.round.draw_pile not in values
    assert match.round.hands[Seat.RIGHT if observer is Seat.LEFT else Seat.LEFT] not in values

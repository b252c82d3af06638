"""The worked examples of the booklets and of rules.md, each played from the first card.

000 is the German and 001 the Dutch booklet of the Ferti edition, 003 the Finnish and 004 the Italian one of
the Abacus edition.
"""

import pytest
from staging import (
    INDIRECT_PRESETS,
    NEAR,
    ONE_LEFT_AT_3,
    ONE_LEFT_AT_6,
    ONE_LEFT_AT_9,
    PARRYING_PRESETS,
    PRESET_NAMES,
    play,
    stage,
    words,
)

from engine.en_garde import Phase, Reason, Result, Seat, Showdown

FERTI = ["ferti-standard", "ferti-advanced"]
EIGHT_APART = "+4 +4 +4 +2"
"""Right started: left on 7, right on 15, right to act."""


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_figure_1_the_right_fencer_moves_three_squares_forward_with_a_3(preset: str) -> None:
    state = play(stage(preset, "", right="12345", first=Seat.RIGHT), "+3")
    assert state.positions == (1, 20)


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_000_figure_2_left_on_8_attacks_right_on_13_with_two_5s(preset: str) -> None:
    state = stage(preset, "+5 +5 +2 +5", left="55123")
    assert state.positions == (8, 13)
    state = play(state, "A55")
    assert state.positions == (8, 13)
    assert state.turn is Seat.RIGHT


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_000_a_parry_of_two_2s_leaves_three_cards_for_the_turn(preset: str) -> None:
    state = play(stage(preset, "+5 +5 +5 +5", left="22114", right="22134"), "A22 P22")
    assert (state.turn, state.phase) == (Seat.RIGHT, Phase.TURN)
    assert state.hands[Seat.RIGHT] == (1, 3, 4)
    assert len(state.hands[Seat.LEFT]) == 5


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_004_two_3s_are_parried_by_two_other_3s_only(preset: str) -> None:
    parries = {
        right: words(play(stage(preset, NEAR, left="33124", right=right), "A33"))
        for right in ("33124", "33312", "31224")
    }
    assert parries == {"33124": ["P33"], "33312": ["P33"], "31224": ["H"]}


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_004_three_cards_cannot_be_parried_as_there_are_only_five_of_a_value(preset: str) -> None:
    assert words(play(stage(preset, NEAR, left="33312", right="33124"), "A333")) == ["H"]


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
def test_000_figure_3_right_advances_3_from_distance_8_and_attacks_with_two_5s(preset: str) -> None:
    state = stage(preset, EIGHT_APART, right="35512", left="55234", first=Seat.RIGHT)
    assert state.view(None).distance == 8
    state = play(state, "+3A55")
    assert state.positions == (7, 12)
    assert words(state) == ["P55", "R2", "R3", "R4", "R5"]
    parried = play(state, "P55")
    assert (parried.turn, parried.hands[Seat.LEFT]) == (Seat.LEFT, (2, 3, 4))
    evaded = play(state, "R3")
    assert (evaded.positions, evaded.turn, len(evaded.hands[Seat.LEFT])) == ((4, 12), Seat.RIGHT, 5)


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
def test_003_004_a_3_then_one_5_from_distance_8_is_parried_with_a_5(preset: str) -> None:
    state = stage(preset, EIGHT_APART, right="35112", left="51234", first=Seat.RIGHT)
    state = play(state, "+3A5")
    assert "P5" in words(state)
    assert play(state, "P5").turn is Seat.LEFT


@pytest.mark.parametrize("preset", FERTI)
def test_000_two_squares_apart_on_the_last_card_the_most_2s_win(preset: str) -> None:
    for left, right, winner in (("13334", "22133", Seat.RIGHT), ("12234", "13333", Seat.LEFT)):
        state = play(stage(preset, ONE_LEFT_AT_3, left=left, right=right, pile="5"), "+1")
        assert (state.draw_pile, state.view(None).distance) == ((), 2)
        assert state.result == Result(winner, Reason.CARDS)


@pytest.mark.parametrize("preset", FERTI)
def test_000_the_round_is_drawn_when_both_are_as_far_from_the_middle(preset: str) -> None:
    state = play(stage(preset, ONE_LEFT_AT_3, left="12333", right="12334", pile="5"), "+1")
    assert state.positions == (11, 13)
    assert state.result == Result(None, Reason.DRAW)


def test_004_after_an_evasion_at_the_last_move_only_the_squares_count() -> None:
    attacked = play(stage("abacus-advanced", ONE_LEFT_AT_6, left="42555", right="22441", pile="3"), "+4A2")
    assert attacked.draw_pile == ()
    evaded = play(attacked, "R2")
    assert evaded.hands[Seat.RIGHT].count(evaded.view(None).distance) == 2
    assert evaded.result == Result(Seat.LEFT, Reason.DISTANCE)
    assert play(attacked, "P2 N").result == Result(Seat.RIGHT, Reason.CARDS)


@pytest.mark.parametrize("preset", FERTI)
def test_rules_md_a_parried_3_that_drew_the_last_card_leads_to_comparing_3s(preset: str) -> None:
    state = play(stage(preset, ONE_LEFT_AT_3, left="33124", right="33312", pile="5"), "A3")
    assert (state.draw_pile, words(state)) == ((), ["P3"])
    state = play(state, "P3")
    assert state.result == Result(Seat.RIGHT, Reason.CARDS)
    assert state.showdown == Showdown(3, (1, 2), (9, 10))


def test_rules_md_evading_to_distance_7_no_card_counts_and_the_ninth_square_beats_the_eighth() -> None:
    state = play(stage("ferti-advanced", ONE_LEFT_AT_9, left="45523", right="22255", pile="5"), "+4A5")
    assert (state.positions, state.draw_pile) == ((9, 14), ())
    state = play(state, "R2")
    assert (state.positions, state.view(None).distance) == ((9, 16), 7)
    assert state.result == Result(Seat.LEFT, Reason.DISTANCE)
    assert state.showdown == Showdown(7, (0, 0), (8, 7))

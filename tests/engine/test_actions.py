"""The table of actions, row by row: when each is legal and what it does."""

import pytest
from staging import CORNERED, FAR, INDIRECT_PRESETS, NEAR, PARRYING_PRESETS, PRESET_NAMES, play, stage, words

from engine.en_garde import Phase, Reason, Result, Round, Seat


def moves(state: Round) -> list[str]:
    return [word for word in words(state) if word[0] in "+-" and "A" not in word]


# --- advance and step back ---


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_an_advance_is_any_card_smaller_than_the_distance(preset: str) -> None:
    state = stage(preset, NEAR, left="12345")
    assert [word for word in moves(state) if word[0] == "+"] == ["+1", "+2"]
    assert play(state, "+2").positions == (13, 14)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_right_advances_towards_1(preset: str) -> None:
    assert stage(preset, "+1 +5").positions == (2, 18)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_step_back_is_any_card_up_to_the_squares_behind(preset: str) -> None:
    left = stage(preset, "+3 +4", left="12345")
    assert moves(left)[5:] == ["-1", "-2", "-3"]
    assert play(left, "-3").positions == (1, 19)
    right = stage(preset, "+3 +4 +1", right="12345")
    assert moves(right)[5:] == ["-1", "-2", "-3", "-4"]
    assert play(right, "-4").positions == (5, 23)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_fencer_on_the_last_square_cannot_step_back(preset: str) -> None:
    assert moves(stage(preset, "", left="12345")) == ["+1", "+2", "+3", "+4", "+5"]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_side_by_side_there_is_no_advance(preset: str) -> None:
    assert moves(stage(preset, f"{NEAR} +2", right="12345")) == ["-1", "-2", "-3", "-4", "-5"]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_move_ends_the_turn_and_draws_back_to_five(preset: str) -> None:
    state = play(stage(preset, NEAR, left="11345", pile="5"), "+1")
    assert state.hands[Seat.LEFT] == (1, 3, 4, 5, 5)
    assert (len(state.draw_pile), state.turn, state.phase) == (10, Seat.RIGHT, Phase.TURN)
    assert state.discard == (5, 5, 5, 4, 1)


def test_equal_cards_are_one_action() -> None:
    assert moves(stage("ferti-advanced", FAR, left="22222")) == ["+2", "-2"]


# --- direct attack ---


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_an_attack_is_any_number_of_cards_of_the_distance(preset: str) -> None:
    state = stage(preset, NEAR, left="33345")
    assert [word for word in words(state) if word[0] == "A"] == ["A3", "A33", "A333"]


def test_in_the_basic_game_an_attack_is_one_card() -> None:
    state = stage("abacus-basic", NEAR, left="33345")
    assert [word for word in words(state) if word[0] == "A"] == ["A3"]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_without_a_card_of_the_distance_there_is_no_direct_attack(preset: str) -> None:
    state = stage(preset, NEAR, left="12245")
    assert not [word for word in words(state) if word[0] == "A"]


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_an_attack_moves_nobody_and_must_be_answered(preset: str) -> None:
    state = play(stage(preset, NEAR, left="33145", right="33345"), "A33")
    assert state.positions == (11, 14)
    assert (state.turn, state.phase) == (Seat.RIGHT, Phase.DEFENCE)
    assert str(state.attack) == "A33"
    assert state.discard[-2:] == (3, 3)


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_the_attacker_draws_back_to_five_before_the_defender_answers(preset: str) -> None:
    state = play(stage(preset, NEAR, left="33145", pile="12"), "A33")
    assert state.hands[Seat.LEFT] == (1, 1, 2, 4, 5)
    assert len(state.draw_pile) == 9


def test_in_the_basic_game_every_attack_hits_at_once() -> None:
    state = play(stage("abacus-basic", NEAR, left="33145", right="33345"), "A3")
    assert state.result == Result(Seat.LEFT, Reason.HIT)
    assert (state.turn, state.phase, state.legal_actions()) == (None, Phase.OVER, ())


# --- advance and attack ---


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
def test_an_indirect_attack_advances_and_strikes_with_cards_of_the_new_distance(preset: str) -> None:
    state = stage(preset, FAR, left="33555")
    assert [word for word in words(state) if "A" in word] == [
        *("+3A5", "+3A55", "+3A555"),
        *("+5A3", "+5A33"),
    ]
    state = play(state, "+3A55")
    assert state.positions == (13, 18)
    assert (state.turn, state.phase) == (Seat.RIGHT, Phase.DEFENCE)
    assert state.discard[-3:] == (3, 5, 5)


@pytest.mark.parametrize("preset", [name for name in PRESET_NAMES if name not in INDIRECT_PRESETS])
def test_there_is_no_indirect_attack_outside_the_advanced_games(preset: str) -> None:
    assert not [word for word in words(stage(preset, FAR, left="33555")) if "A" in word]


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
@pytest.mark.parametrize(
    ("hand", "attacks"),
    [
        ("12355", []),
        ("12335", ["+3A3"]),
        ("12333", ["+3A3", "+3A33"]),
        ("33333", ["+3A3", "+3A33", "+3A333", "+3A3333"]),
    ],
)
def test_the_advance_and_the_attack_may_have_the_same_value_if_the_hand_holds_enough(
    preset: str, hand: str, attacks: list[str]
) -> None:
    state = stage(preset, "+4 +4 +5 +1 +1 +1", left=hand)
    assert state.view(None).distance == 6
    assert [word for word in words(state) if word.startswith("+3A")] == attacks


# --- parry ---


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
@pytest.mark.parametrize(
    ("attack", "hand", "answers"),
    [
        ("A3", "13345", ["P3"]),
        ("A33", "13345", ["P33"]),
        ("A33", "13334", ["P33"]),
        ("A33", "12345", ["H"]),
        ("A3", "11245", ["H"]),
    ],
)
def test_a_parry_takes_exactly_the_cards_of_the_attack(
    preset: str, attack: str, hand: str, answers: list[str]
) -> None:
    assert words(play(stage(preset, NEAR, left="33145", right=hand), attack)) == answers


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
@pytest.mark.parametrize(
    ("attack", "attacker", "defender"),
    [("A333", "33312", "33124"), ("A3333", "33331", "31244"), ("A33333", "33333", "11224")],
)
def test_an_attack_of_three_cards_or_more_can_never_be_parried(
    preset: str, attack: str, attacker: str, defender: str
) -> None:
    assert words(play(stage(preset, NEAR, left=attacker, right=defender), attack)) == ["H"]


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_after_a_parry_the_defender_takes_a_turn_without_drawing_first(preset: str) -> None:
    state = play(stage(preset, NEAR, left="33145", right="33124", pile="12"), "A33 P33")
    assert state.hands[Seat.RIGHT] == (1, 2, 4)
    assert (state.turn, state.phase, state.attack) == (Seat.RIGHT, Phase.TURN, None)
    assert len(state.draw_pile) == 9
    assert [word for word in words(state) if "A" not in word] == ["+1", "+2", "-1", "-2", "-4"]
    assert state.positions == (11, 14)


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_the_defender_draws_back_to_five_at_the_end_of_that_turn(preset: str) -> None:
    state = play(stage(preset, NEAR, left="33145", right="33124", pile="12412"), "A33 P33 -4")
    assert state.hands[Seat.RIGHT] == (1, 1, 2, 2, 4)
    assert len(state.draw_pile) == 6
    assert state.turn is Seat.LEFT


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_a_parry_can_be_followed_by_a_riposte(preset: str) -> None:
    state = play(stage(preset, NEAR, left="31245", right="33345", pile="1"), "A3 P3 A33")
    assert (state.turn, words(state)) == (Seat.LEFT, ["H"])


# --- evade ---


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
def test_an_indirect_attack_can_be_parried_or_evaded(preset: str) -> None:
    state = play(stage(preset, FAR, left="35124", right="12355"), "+3A5")
    assert words(state) == ["P5", "R1", "R2", "R3", "R5"]
    assert words(play(state, "P5")) != []
    assert play(state, "P5").turn is Seat.RIGHT


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
def test_an_evasion_steps_back_draws_and_ends_the_turn(preset: str) -> None:
    state = play(stage(preset, FAR, left="35124", right="12345", pile="124"), "+3A5 R4")
    assert state.positions == (13, 22)
    assert state.hands[Seat.RIGHT] == (1, 2, 3, 4, 5)
    assert (state.turn, state.phase, state.attack) == (Seat.LEFT, Phase.TURN, None)


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
@pytest.mark.parametrize("first", list(Seat))
def test_an_evasion_stays_on_the_piste(preset: str, first: Seat) -> None:
    attacker, defender = "25134", "12345"
    left, right = (attacker, defender) if first is Seat.LEFT else (defender, attacker)
    state = play(stage(preset, CORNERED, left=left, right=right, first=first), "+2A5")
    assert state.view(None).behind(first.other) == 3
    assert words(state) == ["P5", "R1", "R2", "R3"]


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_a_direct_attack_cannot_be_evaded(preset: str) -> None:
    assert words(play(stage(preset, NEAR, left="31245", right="11245"), "A3")) == ["H"]


# --- take the hit ---


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_the_hit_wins_the_round_for_the_attacker(preset: str) -> None:
    state = play(stage(preset, NEAR, left="31245", right="11245"), "A3 H")
    assert state.result == Result(Seat.LEFT, Reason.HIT)
    assert (state.turn, state.phase, state.attack, words(state)) == (None, Phase.OVER, None, [])
    assert state.positions == (11, 14)


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
def test_an_indirect_attack_that_can_be_neither_parried_nor_evaded_hits(preset: str) -> None:
    state = play(stage(preset, CORNERED, left="25513", right="44445"), "+2A55")
    assert words(state) == ["H"]
    assert play(state, "H").result == Result(Seat.LEFT, Reason.HIT)


@pytest.mark.parametrize("preset", INDIRECT_PRESETS)
def test_a_possible_defence_must_be_used(preset: str) -> None:
    state = play(stage(preset, CORNERED, left="25513", right="34445"), "+2A55")
    assert words(state) == ["R3"]


# --- no legal action ---


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_fencer_without_a_legal_action_at_the_start_of_a_turn_loses_the_round(preset: str) -> None:
    before = stage(preset, "+2 +4 +2 +4 +2 +5 -4", left="33334", right="51111")
    assert before.positions == (3, 10)
    state = play(before, "+5")
    assert state.result == Result(Seat.RIGHT, Reason.NO_MOVE)
    assert (state.turn, state.phase, words(state)) == (None, Phase.OVER, [])


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_a_fencer_who_cannot_act_after_a_parry_loses_the_round(preset: str) -> None:
    before = stage(preset, "+5 +1 +5 +1 +5 +1 +3 -1", left="22344", right="23344")
    assert before.positions == (19, 21)
    state = play(before, "A2 P2")
    assert state.hands[Seat.RIGHT] == (3, 3, 4, 4)
    assert state.result == Result(Seat.LEFT, Reason.NO_MOVE)


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_a_fencer_who_can_only_attack_plays_on(preset: str) -> None:
    state = stage(preset, "+1 +5 +2 +5 -1 +5 -1 +4", left="22333")
    assert state.positions == (2, 4)
    assert words(state) == ["A2", "A22"]

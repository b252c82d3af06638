"""Illegal actions are refused in the player's own terms, and the round stays as it was."""

import pytest
from staging import CORNERED, FAR, NEAR, ONE_LEFT_AT_3, PRESET_NAMES, play, stage

from engine.en_garde import Action, IllegalActionError, Kind, Phase, Round, Seat, parse_action, why_illegal


def refuse(state: Round, word: str) -> str:
    """Return the refusal of `word`, after checking that it changes nothing."""
    before = tuple(state)
    action = parse_action(word)
    with pytest.raises(IllegalActionError) as refused:
        state.play(action)
    assert tuple(state) == before
    assert str(why_illegal(state.view(state.turn), action)) == str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("hand", "word", "message"),
    [
        ("11245", "+3", "there is no 3 in your hand"),
        ("11245", "-3", "there is no 3 in your hand"),
        ("11335", "+3", "a 3 would carry you onto the right fencer: distance 3"),
        ("11334", "+4", "a 4 would carry you past the right fencer: distance 3"),
        ("11334", "A4", "a 4 does not reach the right fencer: distance 3"),
        ("11334", "A5", "there is no 5 in your hand"),
        ("11244", "A3", "there is no 3 in your hand"),
        ("11344", "A33", "you hold one 3"),
        ("13344", "A333", "you hold two 3s"),
        ("11344", "+2A1", "there is no 2 in your hand"),
        ("11344", "+3A1", "a 3 would carry you onto the right fencer: distance 3"),
        ("11344", "+1A3", "a 3 does not reach the right fencer: distance 2 after the advance"),
        ("11344", "+1A2", "there is no 2 in your hand"),
        ("12344", "+1A22", "you hold one 2"),
        ("11344", "P3", "there is no attack to parry"),
        ("11344", "R1", "there is no attack to evade"),
        ("11344", "H", "there is no hit to take"),
        ("11344", "N", "you can only pass on a last chance to attack, once the pile is empty"),
    ],
)
def test_on_a_turn(hand: str, word: str, message: str) -> None:
    assert refuse(stage("ferti-advanced", NEAR, left=hand), word) == message


def test_the_card_of_the_advance_cannot_attack_as_well() -> None:
    state = stage("ferti-advanced", "+4 +4 +5 +1 +1 +1", left="22334")
    assert refuse(state, "+3A33") == "you hold two 3s"


@pytest.mark.parametrize(
    ("script", "hand", "word", "message"),
    [
        ("", "12345", "-1", "a 1 would carry you off the piste: no square behind you"),
        ("+1 +1", "12345", "-2", "a 2 would carry you off the piste: 1 square behind you"),
        ("+3 +1", "12345", "-5", "a 5 would carry you off the piste: 3 squares behind you"),
    ],
)
def test_stepping_off_the_piste(script: str, hand: str, word: str, message: str) -> None:
    assert refuse(stage("ferti-advanced", script, left=hand), word) == message


def test_refusals_to_the_right_fencer_name_the_left_one() -> None:
    state = stage("ferti-advanced", NEAR, right="11334", first=Seat.RIGHT)
    assert refuse(state, "+4") == "a 4 would carry you past the left fencer: distance 3"
    assert refuse(state, "A4") == "a 4 does not reach the left fencer: distance 3"


def test_several_cards_in_the_basic_game() -> None:
    state = stage("abacus-basic", NEAR, left="33345")
    assert refuse(state, "A33") == "under these rules an attack is a single card"


@pytest.mark.parametrize("preset", ["abacus-basic", "abacus-standard", "ferti-standard"])
def test_advance_and_attack_outside_the_advanced_games(preset: str) -> None:
    state = stage(preset, FAR, left="33555")
    assert refuse(state, "+3A5") == "under these rules you either advance or attack in a turn, not both"


@pytest.mark.parametrize(
    ("hand", "word", "message"),
    [
        ("33124", "P3", "the attack is two 3s: parry with exactly two 3s"),
        ("33124", "P22", "the attack is two 3s: parry with exactly two 3s"),
        ("33124", "R1", "a direct attack cannot be evaded, only an advance and attack"),
        ("33124", "H", "you can defend, so you cannot take the hit"),
        ("33124", "N", "you must answer the attack with two 3s first"),
        ("33124", "+1", "you must answer the attack with two 3s first"),
        ("33124", "-1", "you must answer the attack with two 3s first"),
        ("33124", "A3", "you must answer the attack with two 3s first"),
        ("33124", "+1A2", "you must answer the attack with two 3s first"),
        ("31224", "P33", "two 3s parry: you hold one 3"),
        ("11224", "P33", "two 3s parry: you hold no 3"),
    ],
)
def test_against_a_direct_attack(hand: str, word: str, message: str) -> None:
    state = play(stage("ferti-advanced", NEAR, left="33124", right=hand), "A33")
    assert refuse(state, word) == message


def test_stepping_back_from_an_attack_outside_the_advanced_games() -> None:
    """Without the words of games that know a second kind of attack."""
    state = play(stage("ferti-standard", NEAR, left="33124", right="33124"), "A33")
    assert refuse(state, "R1") == "under these rules you cannot step back from an attack"


def test_a_parry_of_too_many_cards() -> None:
    state = play(stage("ferti-advanced", NEAR, left="33312", right="33124"), "A333")
    assert refuse(state, "P333") == "three 3s can never be parried: there are only five 3s"
    state = play(stage("ferti-advanced", NEAR, left="33331", right="31244"), "A3333")
    assert refuse(state, "P3") == "four 3s can never be parried: there are only five 3s"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("P55", "the attack is one 5: parry with exactly one 5"),
        ("R5", "a 5 would carry you off the piste: 3 squares behind you"),
        ("R2", "there is no 2 in your hand"),
        ("H", "you can defend, so you cannot take the hit"),
    ],
)
def test_against_an_indirect_attack(word: str, message: str) -> None:
    state = play(stage("ferti-advanced", CORNERED, left="25134", right="13455"), "+2A5")
    assert refuse(state, word) == message


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("+1", "the pile is empty: you can only attack directly or pass"),
        ("-2", "the pile is empty: you can only attack directly or pass"),
        ("+1A1", "the pile is empty: you can only attack directly or pass"),
        ("A22", "you hold one 2"),
        ("A3", "a 3 does not reach the left fencer: distance 2"),
        ("H", "there is no hit to take"),
        ("P2", "there is no attack to parry"),
    ],
)
def test_in_the_last_chance(word: str, message: str) -> None:
    state = play(stage("abacus-advanced", ONE_LEFT_AT_3, left="12333", right="12334", pile="5"), "+1")
    assert state.phase is Phase.LAST_CHANCE
    assert refuse(state, word) == message


def test_in_the_last_defence() -> None:
    state = play(stage("abacus-advanced", ONE_LEFT_AT_3, left="12333", right="12334", pile="5"), "+1 A2")
    assert state.phase is Phase.LAST_DEFENCE
    assert refuse(state, "N") == "you must answer the attack with one 2 first"
    assert refuse(state, "R1") == "a direct attack cannot be evaded, only an advance and attack"
    assert refuse(state, "H") == "you can defend, so you cannot take the hit"


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_when_the_round_is_over(preset: str) -> None:
    state = stage(preset, "+2 +4 +2 +4 +2 +5 -4 +5", left="33334")
    assert state.turn is None
    for word in ("+1", "A2", "P2", "H", "N"):
        assert refuse(state, word) == "the round is over"


def test_other_observers_are_told_whose_turn_it_is() -> None:
    state = stage("ferti-advanced", NEAR, left="11344", right="11345")
    for observer in (Seat.RIGHT, None):
        assert str(why_illegal(state.view(observer), parse_action("+1"))) == "it is the left fencer's turn"
    mirrored = stage("ferti-advanced", NEAR, first=Seat.RIGHT)
    assert str(why_illegal(mirrored.view(Seat.LEFT), parse_action("+1"))) == "it is the right fencer's turn"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("+4", "a 4 would carry you past Bruno: distance 3"),
        ("+3", "a 3 would carry you onto Bruno: distance 3"),
        ("A4", "a 4 does not reach Bruno: distance 3"),
        ("+1A4", "a 4 does not reach Bruno: distance 2 after the advance"),
    ],
)
def test_refusals_call_the_fencers_by_given_names(word: str, message: str) -> None:
    state = stage("ferti-advanced", NEAR, left="11334", right="11345")
    names = ("Anna", "Bruno")
    assert str(why_illegal(state.view(Seat.LEFT), parse_action(word), names)) == message
    assert str(why_illegal(state.view(Seat.RIGHT), parse_action(word), names)) == "it is Anna's turn"


def test_a_legal_action_has_no_refusal() -> None:
    state = stage("ferti-advanced", NEAR, left="11345")
    assert all(why_illegal(state.view(Seat.LEFT), action) is None for action in state.legal_actions())


@pytest.mark.parametrize("script", [NEAR, f"{NEAR} A3"])
@pytest.mark.parametrize(
    "thing",
    [
        Action(Kind.ATTACK),
        Action(Kind.PARRY, 0, (3, 4)),
        Action(Kind.ADVANCE, -1),
        Action(Kind.EVADE, 2),
        Action(Kind.TAKE_HIT, 1),
        Action("dance"),
        "+3",
        None,
    ],
    ids=repr,
)
def test_anything_else_than_an_action_is_refused(script: str, thing: Action) -> None:
    state = stage("ferti-advanced", script)
    with pytest.raises(IllegalActionError, match="is not an action of this game"):
        state.play(thing)

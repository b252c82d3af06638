"""The reference that plays by fixed limits of risk: rule by rule, with the chances worked out by hand.

The risk at a distance is the probability that the other hand holds more cards of that value than its own. In
the comments, "3 of 16" means three such cards among the sixteen unseen ones in the other hand and the pile.
"""

from random import Random

import pytest
from bots.positions import seen
from staging import FAR, LED, NEAR, ONE_LEFT_AT_3, ONE_LEFT_AT_6, stage

from engine.en_garde import Round
from engine.en_garde.bots.counting import Knowledge, knowledge
from engine.en_garde.bots.threshold import Threshold, decide


def answer(state: Round) -> str:
    """Return what threshold plays, in the notation."""
    return str(Threshold().choose(seen(state), (0, 0), Random(1)))


def known(script: str, left: str, rules: str = "ferti-advanced") -> Knowledge:
    """Return what left knows, for tests to modify."""
    return knowledge(seen(stage(rules, script, left=left)))


# --- defending ---


def test_it_parries_even_if_it_could_evade() -> None:
    assert answer(stage("ferti-advanced", f"{FAR} +3A5", right="13355")) == "P5"
    # Even where it has no 3 left to stay at 3 with, and could go to 5 with two 5s.
    assert answer(stage("ferti-advanced", f"{FAR} +5A3", right="12355")) == "P3"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # To 4: at least one of 3 of 14, 77%. To 5, where it holds two 5s and one is unseen: never three.
        ("12255", "R2"),
        # To 5: one of 3 of 14, 77%. To 7, where no card reaches.
        ("22444", "R4"),
        # To 4, where it has seen all of the five.
        ("12444", "R1"),
    ],
)
def test_it_evades_by_the_smallest_step_that_is_careful_enough(hand: str, expected: str) -> None:
    assert answer(stage("ferti-advanced", f"{FAR} +5A3", right=hand)) == expected


def test_it_evades_at_the_least_risk_if_no_evasion_is_careful_enough() -> None:
    # To 4: one of 5 of 14, 94%. To 5: one of 2 of 14, 60%.
    assert answer(stage("ferti-advanced", "+5 +5 +5 +1 +3A3", right="11222")) == "R2"


def test_it_takes_the_hit_without_a_defence() -> None:
    assert answer(stage("ferti-advanced", f"{NEAR} A33", left="", right="11223")) == "H"


# --- attacking ---


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # More than three of 2 of 16: never.
        ("12333", "A333"),
        # More than two of 3 of 16: 2%.
        ("11233", "A33"),
        # More than one of 4 of 16: 37%. Back to 4, it holds a 4: more than one of 3, 21%; to 5: seen all.
        ("12345", "-2"),
    ],
)
def test_it_attacks_with_all_cards_of_the_distance_if_that_is_careful_enough(
    hand: str, expected: str
) -> None:
    assert answer(stage("ferti-standard", NEAR, left=hand)) == expected


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        # More than one of 2 of 12: 5/12 · 4/11 = 15%.
        (7, "A4"),
        # More than one of 2 of 11: 5/11 · 4/10 = 18%; and at 5 too: so it steps back further.
        (6, "-4"),
    ],
)
def test_17_percent_is_careful_enough_to_attack(pile: int, expected: str) -> None:
    here = known("+4 +4 +5 +5", "11145")
    assert (here.unseen[4], here.unseen[5], here.distance) == (2, 2, 4)
    assert str(decide(here._replace(pile=pile))) == expected


@pytest.mark.parametrize(
    ("script", "hand", "expected"),
    [
        # Both are safe: after 5, more than two of 3 of 16, 2%; after 3, more than two of 2.
        (FAR, "23355", "+5A33"),
        # After 5 at 3: more than one of 4 of 16, 37%. After 3 at 5: more than two of 2.
        (FAR, "13455", "+3A55"),
        # The step uses one of the three 4s: two are left to attack with, and all others are seen.
        (FAR, "22444", "+4A44"),
        # After 5 at 3, and after 3 at 5: more than one of 3 of 16, 21%, but not too daring to go to 3.
        ("+4 +3 +5 +2", "11135", "+5"),
    ],
)
def test_it_plays_the_indirect_attack_with_the_longest_advance_that_is_careful_enough(
    script: str, hand: str, expected: str
) -> None:
    assert answer(stage("ferti-advanced", script, left=hand)) == expected


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        # More than one of 2 of 13: 5/13 · 4/12 = 13%.
        (8, "+3A5"),
        # Now the hit counts: one of 2 of 12 parries, 68%. Only to go to 5 is no risk: 15%.
        (7, "+3"),
    ],
)
def test_with_more_than_seven_cards_left_it_attacks_indirectly_only_if_careful(
    pile: int, expected: str
) -> None:
    here = known("+5 +5 +3 +1", "11235")
    assert (here.unseen[3], here.unseen[5], here.distance) == (3, 2, 8)
    assert str(decide(here._replace(pile=pile))) == expected


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        # The only 5 unseen is one of ten cards, five of them the other hand: even odds.
        (5, "+1A5"),
        # One of nine: 56% that it is parried.
        (4, "+1"),
    ],
)
def test_with_seven_cards_left_even_odds_are_enough_to_attack_indirectly(pile: int, expected: str) -> None:
    here = known("+5 +5 +5 +1", "12235")
    assert (here.unseen[5], here.distance) == (1, 6)
    assert str(decide(here._replace(pile=pile))) == expected


def test_without_parries_it_always_attacks() -> None:
    assert answer(stage("abacus-basic", NEAR, left="12344")) == "A3"


# --- moving ---


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("12222", "+2"),
        ("11115", "+1"),
        ("44445", "+4"),
        ("11445", "+4"),
        ("44551", "+5"),
        ("11144", "+4"),
        ("11334", "+4"),
        ("11123", "+3"),
        ("12345", "+5"),
    ],
)
def test_far_away_it_prefers_four_equal_cards_then_two_4s_or_5s_then_the_largest(
    hand: str, expected: str
) -> None:
    assert answer(stage("ferti-advanced", "", left=hand)) == expected


def test_far_away_is_more_than_twelve_squares() -> None:
    assert answer(stage("ferti-advanced", "+4 +5", left="11115")) == "+1"
    assert answer(stage("ferti-advanced", "+5 +5", left="11115")) == "+5"


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        # To 5, where it holds none: one of 4 of 16, 82%. To 7, beyond reach.
        ("ferti-advanced", "11133", "+1"),
        # To 4 it plays its only 4: one of 2 of 16, 54%; to 5: 82%; to 6.
        ("ferti-advanced", "22334", "+2"),
        # To 3: more than one of 4 of 16, 37%; to 4: 54%; to 5 with two 5s: more than two of 2.
        ("ferti-standard", "13455", "+3"),
        # If nothing can be parried, own cards give no cover: to 5, one of 2 of 16, 54%; to 7.
        ("abacus-basic", "13455", "+1"),
    ],
)
def test_it_plays_the_longest_advance_that_is_not_too_daring(rules: str, hand: str, expected: str) -> None:
    assert answer(stage(rules, FAR, left=hand)) == expected


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        # To 4: the only 4 unseen is one of 17 cards, 29%. (To 1, one of 5: 84%.)
        (12, "+2"),
        # One of 16: 31%.
        (11, "-2"),
    ],
)
def test_30_percent_is_daring_enough_to_advance(pile: int, expected: str) -> None:
    here = known("+4 +4 +4 +4", "22255")
    assert (here.unseen[4], here.unseen[1], here.distance) == (1, 5, 6)
    assert str(decide(here._replace(pile=pile))) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # To 4: more than one of 3 of 16, 21%. To 5: it has seen all.
        ("12455", "-2"),
        # To 4, with two 4s: more than two of 2. To 2 and to 1: more than one of 4 of 16, 37%.
        ("12445", "-1"),
    ],
)
def test_else_it_plays_the_smallest_step_back_that_is_careful_enough(hand: str, expected: str) -> None:
    assert answer(stage("ferti-standard", NEAR, left=hand)) == expected


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        # To 5 with one 5: more than one of 2 of 12, 15%.
        (7, "-1"),
        # Of 11: 18%; to 6.
        (6, "-2"),
    ],
)
def test_17_percent_is_careful_enough_to_step_back(pile: int, expected: str) -> None:
    here = known("+4 +4 +5 +5", "11125")
    assert (here.unseen[5], here.distance) == (2, 4)
    assert str(decide(here._replace(pile=pile))) == expected


def test_if_everything_is_risky_it_takes_the_least_risk() -> None:
    # At its own end, 3 squares from the other. To 2: one of 2 of 12, 68%. To 1: one of 4 of 12, 93%.
    assert answer(stage("abacus-basic", "+2 +5 -2 +5 +3 +5 -3 +4", left="12445")) == "+1"


# --- the last card ---


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        (7, "-1"),
        # Level is enough.
        (1, "-1"),
        # Behind it would lose: so the longest advance that cannot be hit, to 6 (at 5, four of 6 are unseen).
        (0, "+3"),
    ],
)
def test_with_one_card_left_it_steps_back_if_that_leaves_it_level(lead: int, expected: str) -> None:
    here = known(LED, "12344")
    assert (here.pile, here.lead, here.distance) == (1, 7, 9)
    assert str(decide(here._replace(lead=lead))) == expected


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        # To 4 and 5 cards would count; to 6 they do not.
        (3, "-3"),
        # No longer too far ahead: to 1, where it holds both remaining 1s.
        (2, "+2"),
    ],
)
def test_with_one_card_left_it_steps_back_out_of_reach(lead: int, expected: str) -> None:
    here = known(ONE_LEFT_AT_3, "11223", "ferti-standard")
    assert (here.pile, here.distance) == (1, 3)
    assert str(decide(here._replace(lead=lead))) == expected


def test_with_two_cards_left_it_does_not_step_back_yet() -> None:
    assert str(decide(known(LED, "12344")._replace(pile=2))) == "+3"


def test_it_takes_the_last_chance_if_that_is_careful_enough() -> None:
    # Unplayed are 11 22 33333 4 5: right holds the only 4.
    state = stage("abacus-standard", f"{ONE_LEFT_AT_3} -1", right="33345")
    assert [str(action) for action in state.legal] == ["A4", "N"]
    assert answer(state) == "A4"


def test_it_passes_on_the_last_chance_if_more_cards_are_against_it() -> None:
    # Unplayed are 1 222 3 444 555: left has two of the 4s.
    state = stage("abacus-standard", f"{ONE_LEFT_AT_6} +2", left="44555", right="12234")
    assert [str(action) for action in state.legal] == ["A4", "N"]
    assert answer(state) == "N"

"""The chances that bots calculate, checked by enumerating all hands."""

from itertools import combinations

import pytest
from bots.positions import seen, states_of
from staging import ALL_RULES, CORNERED, NEAR, ONE_LEFT_AT_3, play, stage

from engine.en_garde import Rules, Seat, parse_action
from engine.en_garde.bots.counting import at_least, counts, knowledge


@pytest.mark.parametrize("cards", range(9))
def test_chances_agree_with_enumerating_all_hands(cards: int) -> None:
    for drawn in range(cards + 1):
        hands = list(combinations(range(cards), drawn))
        for marked in range(cards + 1):
            held = [sum(card < marked for card in hand) for hand in hands]
            for number in range(drawn + 2):
                share = sum(some >= number for some in held) / len(hands)
                assert at_least(cards, marked, drawn, number) == pytest.approx(share, abs=1e-12)


def test_the_chances_of_the_first_hand() -> None:
    # None of five 5s in five of 20 cards: 15/20 · 14/19 · 13/18 · 12/17 · 11/16 = 0.1937.
    assert at_least(20, 5, 5, 1) == pytest.approx(1 - 0.19369, abs=1e-5)
    assert at_least(20, 5, 5, 5) == pytest.approx(1 / 15504)
    assert at_least(20, 5, 5, 6) == 0
    assert at_least(20, 5, 5, 0) == at_least(20, 0, 5, -1) == 1


def test_a_hand_is_counted_by_its_values() -> None:
    assert counts((1, 3, 3, 5, 5)) == (0, 1, 0, 2, 0, 2)
    assert counts(()) == (0, 0, 0, 0, 0, 0)


def test_a_player_knows_its_own_and_the_unseen_cards() -> None:
    known = knowledge(seen(stage("ferti-advanced", NEAR, left="12333")))
    # Left holds 12333, and 5554 were played: the other hand and the pile have 1111 2222 33 4444 55.
    assert known.own == (0, 1, 1, 3, 0, 0)
    assert known.unseen[1:] == (4, 4, 2, 4, 2)
    assert (known.other_hand, known.pile, known.distance) == (5, 11, 3)
    # Left has advanced 10, right 9.
    assert (known.lead, known.other_behind) == (1, 9)
    assert (known.rules.parry, known.attack) == (True, None)


def test_the_other_seat_counts_from_its_own_end() -> None:
    # Right to answer A33: 5554 33 played, right holds 12245.
    known = knowledge(seen(stage("ferti-advanced", f"{NEAR} A33", right="12245")))
    assert known.own == (0, 1, 2, 0, 1, 1)
    assert known.unseen[1:] == (4, 3, 3, 3, 1)
    assert (known.other_hand, known.pile) == (5, 9)
    assert (known.lead, known.other_behind) == (-1, 10)
    assert known.attack == parse_action("A33")


def test_a_cornered_opponent_is_known_to_be_cornered() -> None:
    known = knowledge(seen(stage("ferti-advanced", CORNERED)))
    assert (known.distance, known.other_behind, known.lead) == (7, 3, 9)


def test_after_a_parry_only_the_defenders_hand_is_smaller() -> None:
    state = play(stage("ferti-advanced", NEAR, left="12333", right="33124"), "A33 P33")
    known = knowledge(seen(state))
    assert (sum(known.own), known.other_hand, known.pile) == (3, 5, 9)
    assert sum(known.unseen[1:]) == 14


def test_rules_without_parries_are_known() -> None:
    assert knowledge(seen(stage("abacus-basic", NEAR))).rules.parry is False


@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_unseen_cards_are_the_other_hand_and_the_pile(rules: Rules) -> None:
    for state in states_of(rules, 6):
        known = knowledge(seen(state))
        assert state.turn is not None
        other = state.hands[state.turn.other]
        hidden = sorted((*other, *state.draw_pile))
        assert [card for card in range(1, 6) for _ in range(known.unseen[card])] == hidden
        assert known.other_hand == len(other)
        assert known.legal == state.legal


def test_chances_are_those_of_the_other_hand() -> None:
    known = knowledge(seen(stage("ferti-advanced", NEAR, left="12333")))
    # None of two 3s in five of 16: 11/16 · 10/15; both: 5/16 · 4/15.
    assert known.chance(3, 1) == pytest.approx(1 - 110 / 240)
    assert known.chance(3, 2) == pytest.approx(20 / 240)
    assert known.chance(3, 3) == 0
    assert known.chance(3, 0) == 1


def test_beyond_5_no_card_reaches() -> None:
    known = knowledge(seen(stage("ferti-advanced", NEAR)))
    for distance in range(6, 23):
        assert (known.chance(distance, 1), known.chance(distance, 0)) == (0, 1)


def test_with_an_empty_pile_the_other_hand_is_known() -> None:
    state = stage("abacus-standard", f"{ONE_LEFT_AT_3} -1", left="22333", right="13345")
    known = knowledge(seen(state))
    assert (state.turn, known.pile) == (Seat.RIGHT, 0)
    held = state.hands[Seat.LEFT]
    for card in range(1, 6):
        for number in range(1, 6):
            assert known.chance(card, number) == (held.count(card) >= number)


@pytest.mark.parametrize(
    ("word", "left_of_1", "left_of_2"),
    [("+1", 1, 1), ("-1", 1, 1), ("+2", 2, 0), ("+1A2", 1, 0), ("+2A1", 1, 0), ("+2A11", 0, 0)],
)
def test_cards_left_after_an_action_are_counted_before_drawing(
    word: str, left_of_1: int, left_of_2: int
) -> None:
    known = knowledge(seen(stage("ferti-advanced", NEAR, left="11245")))
    action = parse_action(word)
    assert action in known.legal
    assert (known.after(action, 1), known.after(action, 2)) == (left_of_1, left_of_2)
    assert known.after(action, 4) == known.after(action, 5) == 1
    assert known.after(action, 6) == known.after(action, 22) == 0

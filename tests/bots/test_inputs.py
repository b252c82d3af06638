"""The inputs and outputs of the master's network; the shipped weights depend on every number."""

from collections import Counter
from dataclasses import replace

import pytest
from bots.positions import states_of
from staging import ALL_RULES, NEAR, ONE_LEFT_AT_3, play, stage

from engine.en_garde import PRESETS, Kind, Phase, Rules, Seat, parse_action
from engine.en_garde.bots import inputs
from engine.en_garde.bots.inputs import INPUTS, NEVER, OUTPUTS, cards_since, inputs_of, output_of

BLOCKS = {
    "OWN": 0,
    "UNSEEN": 30,
    "DISTANCE": 60,
    "ADVANCED": 83,
    "OTHER_ADVANCED": 106,
    "PILE": 129,
    "OTHER_HAND": 145,
    "OWN_REACH": 151,
    "UNSEEN_REACH": 217,
    "SINCE": 283,
    "OTHER_SINCE": 318,
    "ATTACK_CARD": 353,
    "ATTACK_NUMBER": 359,
    "INDIRECT": 365,
    "PHASE": 366,
    "WAITING": 370,
    "RULES": 371,
    "LATEST": 376,
    "INPUTS": 548,
}
"""Where each block of inputs starts; changing the order means training again."""


def test_the_blocks_of_inputs_are_where_the_weights_expect_them() -> None:
    assert {name: getattr(inputs, name) for name in BLOCKS} == BLOCKS


@pytest.mark.parametrize(
    ("word", "output"),
    [
        ("+1", 0),
        ("+5", 4),
        ("-1", 5),
        ("-5", 9),
        ("A3", 10),
        ("A55555", 14),
        ("+1A1", 15),
        ("+1A5555", 18),
        ("+2A3", 19),
        ("+5A22", 32),
        ("+5A5555", 34),
        ("P22", 35),
        ("R1", 36),
        ("R5", 40),
        ("H", 41),
        ("N", 42),
    ],
)
def test_an_action_has_the_output_the_weights_expect(word: str, output: int) -> None:
    assert output_of(parse_action(word)) == output < OUTPUTS


@pytest.mark.parametrize("rules", ALL_RULES)
def test_legal_actions_have_different_outputs_in_the_same_order(rules: Rules) -> None:
    kinds: set[Kind] = set()
    for state in states_of(rules, 12):
        outputs = [output_of(action) for action in state.legal]
        assert outputs == sorted(set(outputs))
        assert 0 <= outputs[0] <= outputs[-1] < OUTPUTS
        kinds.update(action.kind for action in state.legal)
    assert {Kind.ADVANCE, Kind.STEP_BACK, Kind.ATTACK} <= kinds


@pytest.mark.parametrize("rules", ALL_RULES)
def test_inputs_are_in_range_and_none_comes_twice(rules: Rules) -> None:
    for state in states_of(rules, 6):
        for seat in Seat:
            on = inputs_of(state.view(seat), seat)
            assert len(set(on)) == len(on)
            assert 0 <= min(on) <= max(on) < INPUTS


@pytest.mark.by_day(10)
@pytest.mark.parametrize("rules", ALL_RULES)
def test_both_seats_views_can_be_read_back_from_their_inputs(rules: Rules) -> None:
    for state in states_of(rules, 6):
        for seat in Seat:
            view, on = state.view(seat), set(inputs_of(state.view(seat), seat))

            def number(start: int, width: int, on: set[int] = on) -> int | None:
                """Return which input of a block is on; None if all are off."""
                found = [index for index in range(width) if start + index in on]
                assert len(found) <= 1
                return found[0] if found else None

            hidden = Counter((*state.hands[seat.other], *state.draw_pile))
            held = Counter(view.hand)
            for card in range(1, 6):
                assert number(6 * (card - 1), 6) == held[card]
                assert number(30 + 6 * (card - 1), 6) == hidden[card]
            assert number(60, 23) == view.distance
            assert (number(83, 23), number(106, 23)) == (view.behind(seat), view.behind(seat.other))
            assert (number(129, 16), number(145, 6)) == (view.pile, view.hand_sizes[seat.other])
            for offset in range(-5, 6):
                card, index = view.distance + offset, offset + 5
                reached = 1 <= card <= 5
                assert number(151 + 6 * index, 6) == (held[card] if reached else None)
                assert number(217 + 6 * index, 6) == (hidden[card] if reached else None)
            attack = view.attack
            assert number(353, 6) == (attack and attack.blades[0])
            assert number(359, 6) == (attack and len(attack.blades))
            assert (365 in on) is (attack is not None and attack.step > 0)
            phases = [Phase.TURN, Phase.DEFENCE, Phase.LAST_CHANCE, Phase.LAST_DEFENCE]
            assert number(366, 4) == phases.index(view.phase)
            assert (370 in on) is (seat is not state.turn)
            switches = ("parry", "indirect", "last_chance", "cards_decide", "final_evasion_skips_cards")
            for index, switch in enumerate(switches):
                assert (371 + index in on) is getattr(rules, switch)
            for index, fencer in enumerate((seat, seat.other)):
                played = [output_of(play.action) for play in view.plays if play.seat is fencer]
                for place in (1, 2):
                    latest = played[-place] if place <= len(played) else None
                    assert number(376 + 43 * (2 * index + place - 1), 43) == latest


def test_the_open_discard_pile_changes_no_input() -> None:
    closed = PRESETS["ferti-advanced"]
    views = [
        stage(rules, NEAR, left="12333").view(Seat.LEFT)
        for rules in (closed, replace(closed, open_discard=True))
    ]
    assert views[0].discard != views[1].discard
    assert inputs_of(views[0], Seat.LEFT) == inputs_of(views[1], Seat.LEFT)


def test_left_and_right_are_alike_to_the_network() -> None:
    left = stage("ferti-advanced", NEAR, left="12333", right="11224")
    right = stage("ferti-advanced", NEAR, left="11224", right="12333", first=Seat.RIGHT)
    assert right.turn is Seat.RIGHT
    for seat in Seat:
        assert inputs_of(left.view(seat), seat) == inputs_of(right.view(seat.other), seat.other)


# --- cards drawn since the last turn at a distance: by fencer, for distances 1 to 5 ---


def since(script: str, rules: str = "ferti-advanced") -> tuple[list[int], list[int]]:
    left, right = cards_since(stage(rules, script).view(None))
    assert left[0] == right[0] == NEVER
    return left[1:], right[1:]


def test_a_fencer_without_a_turn_at_a_distance_has_no_number() -> None:
    assert since("") == since("+5 +5 +5") == ([6, 6, 6, 6, 6], [6, 6, 6, 6, 6])


def test_cards_drawn_after_a_turn_at_a_distance_are_counted() -> None:
    # Left acts at 3 and draws one card; then right acts at 4.
    assert since(f"{NEAR} -1") == ([6, 6, 1, 6, 6], [6, 6, 6, 6, 6])
    assert since(f"{NEAR} -1 -1") == ([6, 6, 1, 6, 6], [6, 6, 6, 1, 6])
    # Left acts at 5, and right at 6, which no card reaches.
    assert since(f"{NEAR} -1 -1 -1 +1") == ([6, 6, 2, 6, 1], [6, 6, 6, 2, 6])


def test_attacking_is_a_turn_at_the_distance_before_the_advance() -> None:
    # Left at 3: advances 1, attacks with one 2, draws two. Answering an attack is no turn.
    assert since(f"{NEAR} +1A2") == ([6, 6, 2, 6, 6], [6, 6, 6, 6, 6])
    assert since(f"{NEAR} +1A2 R1") == ([6, 6, 2, 6, 6], [6, 6, 6, 6, 6])


def test_a_parry_draws_only_after_the_turn_that_follows() -> None:
    assert since(f"{NEAR} A3 P3") == ([6, 6, 1, 6, 6], [6, 6, 6, 6, 6])
    # One card parried, one moved: right draws two.
    assert since(f"{NEAR} A3 P3 -1") == ([6, 6, 1, 6, 6], [6, 6, 2, 6, 6])


def test_another_turn_at_the_distance_restarts_the_count() -> None:
    # Left steps back, right follows: left acts at 3 again.
    assert since(f"{NEAR} -1 +1") == ([6, 6, 1, 6, 6], [6, 6, 6, 1, 6])
    assert since(f"{NEAR} -1 +1 +1") == ([6, 6, 1, 6, 6], [6, 6, 6, 1, 6])


def test_five_cards_stand_for_any_larger_number() -> None:
    # Left draws a card each turn after that at 3; all the others are beyond 5.
    away = f"{NEAR} -4 +1 -2 +1 -1 +2 -2"
    assert since(away)[0][2] == 4
    assert since(f"{away} -1 -1")[0][2] == 5
    assert since(f"{away} -1 -1 -2 +3")[0][2] == 5


def test_an_attack_that_hits_at_once_draws_nothing() -> None:
    view = play(stage("abacus-basic", NEAR, left="33124"), "A3").view(Seat.LEFT)
    assert cards_since(view)[0][3] == 0


def test_nothing_is_drawn_from_an_empty_pile() -> None:
    # Left draws the last card after its turn at 3; right only passes on its last chance.
    state = stage("abacus-standard", f"{ONE_LEFT_AT_3} -1", right="33345")
    before = cards_since(state.view(None))
    assert before[0][3] == 1
    after = cards_since(state.play(parse_action("A4")).view(None))
    # An attack is a turn like any other, but there is nothing to draw.
    assert (after[0], after[1][4]) == (before[0], 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_network_reads_the_numbers_of_both_fencers(preset: str) -> None:
    for state in states_of(PRESETS[preset], 6):
        for seat in Seat:
            view = state.view(seat)
            on, numbers = set(inputs_of(view, seat)), cards_since(view)
            for start, fencer in ((283, seat), (318, seat.other)):
                block = {index - start for index in on if start <= index < start + 35}
                assert block == {7 * (card - 1) + numbers[fencer][card] for card in range(1, 6)}

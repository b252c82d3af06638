"""After the last card of the pile is drawn: the pending defence, the last chance, the comparison."""

import pytest
from staging import (
    ONE_LEFT_AT_3,
    ONE_LEFT_AT_6,
    PARRYING_PRESETS,
    PRESET_NAMES,
    THREE_LEFT_AT_6,
    play,
    stage,
    words,
)

from engine.en_garde import Phase, Reason, Result, Round, Rules, Seat, Showdown

FERTI = [name for name in PRESET_NAMES if name.startswith("ferti")]
ABACUS = [name for name in PRESET_NAMES if name.startswith("abacus")]
PARRYING_ABACUS = [name for name in ABACUS if name in PARRYING_PRESETS]


def drawn_out(
    preset: str | Rules, word: str, *, left: str, right: str, pile: str, first: Seat = Seat.LEFT
) -> Round:
    """Return the round after `word`, at distance 3, has drawn the last card."""
    state = stage(preset, ONE_LEFT_AT_3, left=left, right=right, pile=pile, first=first)
    assert len(state.draw_pile) == 1
    state = play(state, word)
    assert state.draw_pile == ()
    return state


def check_over(state: Round, winner: Seat | None, reason: Reason) -> None:
    assert (state.turn, state.phase, words(state)) == (None, Phase.OVER, [])
    assert state.result == Result(winner, reason)


def let_pass(state: Round) -> Round:
    """Return the round after a pass, if there is a last chance."""
    return play(state, "N") if state.phase is Phase.LAST_CHANCE else state


# --- the round ends on that draw ---


@pytest.mark.parametrize("preset", FERTI)
@pytest.mark.parametrize("first", list(Seat))
def test_a_ferti_round_ends_on_the_last_draw_whoever_drew(preset: str, first: Seat) -> None:
    hands = {"left": "11233", "right": "33324"} if first is Seat.LEFT else {"left": "33324", "right": "11233"}
    state = drawn_out(preset, "+2", **hands, pile="5", first=first)
    check_over(state, first, Reason.CARDS)


@pytest.mark.parametrize("preset", FERTI)
def test_the_last_card_drawn_counts_in_the_comparison(preset: str) -> None:
    check_over(drawn_out(preset, "+1", left="13345", right="33312", pile="2"), None, Reason.DRAW)


# --- the comparison ---


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_more_cards_of_the_distance_win_before_the_squares_advanced(preset: str) -> None:
    state = drawn_out(preset, "+2", left="22333", right="11334", pile="5")
    state = let_pass(state)
    check_over(state, Seat.RIGHT, Reason.CARDS)
    assert state.showdown == Showdown(1, (0, 2), (11, 10))


def test_the_basic_game_does_not_count_cards() -> None:
    state = play(drawn_out("abacus-basic", "+2", left="22333", right="11334", pile="5"), "N")
    check_over(state, Seat.LEFT, Reason.DISTANCE)
    assert state.showdown == Showdown(1, None, (11, 10))


@pytest.mark.parametrize("preset", FERTI)
def test_with_equal_cards_the_squares_advanced_decide(preset: str) -> None:
    state = drawn_out(preset, "+2", left="12333", right="12334", pile="5")
    check_over(state, Seat.LEFT, Reason.DISTANCE)
    assert state.showdown == Showdown(1, (1, 1), (11, 10))
    state = drawn_out(preset, "-5", left="12335", right="12334", pile="3")
    check_over(state, Seat.RIGHT, Reason.DISTANCE)
    assert state.showdown == Showdown(8, (0, 0), (4, 10))


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_with_equal_squares_too_the_round_is_drawn(preset: str) -> None:
    state = drawn_out(preset, "+1", left="12333", right="12334", pile="5")
    state = let_pass(state)
    check_over(state, None, Reason.DRAW)
    assert state.showdown is not None
    assert state.showdown.advanced == (10, 10)


# --- an attack that empties the pile ---


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_an_attack_that_empties_the_pile_must_still_be_parried(preset: str) -> None:
    state = drawn_out(preset, "A3", left="33312", right="33124", pile="5")
    assert (state.turn, state.phase, words(state)) == (Seat.RIGHT, Phase.DEFENCE, ["P3"])


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_an_attack_that_empties_the_pile_can_hit(preset: str) -> None:
    state = drawn_out(preset, "A3", left="33333", right="11224", pile="5")
    assert words(state) == ["H"]
    check_over(play(state, "H"), Seat.LEFT, Reason.HIT)
    assert play(state, "H").showdown is None


@pytest.mark.parametrize("preset", PARRYING_PRESETS)
def test_the_attacker_draws_what_the_pile_still_has(preset: str) -> None:
    state = drawn_out(preset, "A33", left="33312", right="33124", pile="5")
    assert state.hands[Seat.LEFT] == (1, 2, 3, 5)


@pytest.mark.parametrize("preset", FERTI)
def test_a_parry_with_the_pile_empty_leads_to_the_comparison_without_drawing(preset: str) -> None:
    state = play(drawn_out(preset, "A3", left="33312", right="33124", pile="5"), "P3")
    assert state.hands == ((1, 2, 3, 3, 5), (1, 2, 3, 4))
    check_over(state, Seat.LEFT, Reason.CARDS)
    assert state.showdown == Showdown(3, (2, 1), (9, 10))


@pytest.mark.parametrize("preset", PARRYING_ABACUS)
def test_in_abacus_a_fencer_who_parried_it_has_the_last_chance(preset: str) -> None:
    state = play(drawn_out(preset, "A3", left="33312", right="33124", pile="5"), "P3")
    assert (state.turn, state.phase, words(state)) == (Seat.RIGHT, Phase.LAST_CHANCE, ["A3", "N"])
    check_over(play(state, "N"), Seat.LEFT, Reason.CARDS)
    check_over(play(state, "A3 P3"), Seat.LEFT, Reason.CARDS)


@pytest.mark.parametrize("preset", PARRYING_ABACUS)
def test_that_last_chance_needs_a_card_of_the_distance(preset: str) -> None:
    state = play(drawn_out(preset, "A3", left="33331", right="31224", pile="5"), "P3")
    check_over(state, Seat.LEFT, Reason.CARDS)


# --- evasions at the end ---


def evaded(rules: str | Rules) -> Round:
    """The indirect attack drew the last card; right evades to distance 4, holding two 4s, left none."""
    state = play(stage(rules, ONE_LEFT_AT_6, left="42555", right="22441", pile="3"), "+4A2")
    assert (state.draw_pile, words(state)) == ((), ["P2", "R1", "R2", "R4"])
    return play(state, "R2")


def test_ferti_compares_cards_after_an_evasion_with_the_pile_empty() -> None:
    check_over(evaded("ferti-advanced"), Seat.RIGHT, Reason.CARDS)
    assert evaded("ferti-advanced").showdown == Showdown(4, (0, 2), (11, 7))


def test_abacus_compares_squares_only_after_an_evasion_with_the_pile_empty() -> None:
    check_over(evaded("abacus-advanced"), Seat.LEFT, Reason.DISTANCE)
    assert evaded("abacus-advanced").showdown == Showdown(4, None, (11, 7))


def test_nobody_draws_after_an_evasion_with_the_pile_empty() -> None:
    assert evaded("ferti-advanced").hands == ((3, 5, 5, 5), (1, 2, 4, 4))


@pytest.mark.parametrize("skips", [True, False])
def test_no_last_chance_follows_an_evasion_with_the_pile_empty(skips: bool) -> None:
    rules = Rules(
        parry=True, indirect=True, last_chance=True, cards_decide=True, final_evasion_skips_cards=skips
    )
    state = play(stage(rules, ONE_LEFT_AT_6, left="42445", right="22155", pile="3"), "+4A2 R2")
    check_over(state, Seat.LEFT, Reason.DISTANCE if skips else Reason.CARDS)


def last_card_evaded(preset: str) -> Round:
    """The indirect attack leaves one card, which right draws evading to distance 4; left holds three 4s."""
    state = play(stage(preset, THREE_LEFT_AT_6, left="42441", right="22135", pile="432"), "+4A2")
    assert len(state.draw_pile) == 1
    return play(state, "R2")


def test_an_evasion_that_draws_the_last_card_is_an_ordinary_end_in_ferti() -> None:
    state = last_card_evaded("ferti-advanced")
    check_over(state, Seat.LEFT, Reason.CARDS)
    assert state.showdown == Showdown(4, (3, 0), (11, 7))
    assert state.hands[Seat.RIGHT] == (1, 2, 2, 3, 5)


def test_an_evasion_that_draws_the_last_card_gives_the_attacker_the_last_chance_in_abacus() -> None:
    state = last_card_evaded("abacus-advanced")
    assert (state.turn, state.phase) == (Seat.LEFT, Phase.LAST_CHANCE)
    assert words(state) == ["A4", "A44", "A444", "N"]
    check_over(play(state, "N"), Seat.LEFT, Reason.CARDS)
    check_over(play(state, "A4 H"), Seat.LEFT, Reason.HIT)


# --- the last chance ---


@pytest.mark.parametrize("preset", ABACUS)
@pytest.mark.parametrize("first", list(Seat))
def test_the_opponent_of_the_fencer_who_drew_the_last_card_may_attack_or_pass(
    preset: str, first: Seat
) -> None:
    hands = {"left": "11333", "right": "22334"} if first is Seat.LEFT else {"left": "22334", "right": "11333"}
    state = drawn_out(preset, "+1", **hands, pile="5", first=first)
    assert (state.turn, state.phase, state.attack) == (first.other, Phase.LAST_CHANCE, None)
    attacks = ["A2", "A22"] if preset in PARRYING_PRESETS else ["A2"]
    assert words(state) == [*attacks, "N"]


@pytest.mark.parametrize("preset", ABACUS)
def test_without_a_card_of_the_distance_there_is_no_prompt(preset: str) -> None:
    state = drawn_out(preset, "+1", left="12233", right="33314", pile="5")
    assert state.turn is None
    check_over(state, *((None, Reason.DRAW) if preset == "abacus-basic" else (Seat.LEFT, Reason.CARDS)))


@pytest.mark.parametrize("preset", FERTI)
def test_ferti_has_no_last_chance(preset: str) -> None:
    check_over(drawn_out(preset, "+1", left="11333", right="22334", pile="5"), Seat.RIGHT, Reason.CARDS)


def test_in_the_basic_game_the_attack_of_the_last_chance_hits() -> None:
    state = play(drawn_out("abacus-basic", "+1", left="12333", right="23314", pile="5"), "A2")
    check_over(state, Seat.RIGHT, Reason.HIT)
    assert state.showdown is None


@pytest.mark.parametrize("preset", PARRYING_ABACUS)
def test_the_attack_of_the_last_chance_hits_unless_it_is_parried(preset: str) -> None:
    state = play(drawn_out(preset, "+1", left="11333", right="22334", pile="5"), "A2")
    assert (state.turn, state.phase, words(state)) == (Seat.LEFT, Phase.LAST_DEFENCE, ["H"])
    check_over(play(state, "H"), Seat.RIGHT, Reason.HIT)


@pytest.mark.parametrize("preset", PARRYING_ABACUS)
def test_nothing_follows_the_parry_of_the_last_chance(preset: str) -> None:
    state = play(drawn_out(preset, "+1", left="12333", right="23314", pile="5"), "A2")
    assert (state.phase, words(state)) == (Phase.LAST_DEFENCE, ["P2"])
    state = play(state, "P2")
    check_over(state, None, Reason.DRAW)
    assert state.hands == ((3, 3, 3, 5), (1, 3, 3, 4))
    assert state.showdown == Showdown(2, (0, 0), (10, 10))


def test_the_last_chance_is_a_direct_attack_even_where_indirect_ones_exist() -> None:
    state = drawn_out("abacus-advanced", "-1", left="12335", right="12334", pile="3")
    assert state.view(None).distance == 4
    assert words(state) == ["A4", "N"]
    assert words(play(state, "A4")) == ["H"]

"""Effects that attack with open cards: of a sword 4 and a shield 8."""

import pytest
from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged, words


def test_a_sword_4_attacks_with_any_open_shield_which_stays() -> None:
    duel = staged(
        hand="s4r",
        shown="h2r s1r",
        opposing="b+1/h4g h3x",
        discard="h8g",
        other_discard="h1x",
        shop="h2b s5b h4b",
        shop_discard="h10x",
        life_cards="rv",
    )
    began = play(duel, "use:s4r")
    costs = {"own1": 5, "opp1": 6, "opp2": 5, "shop1": 4, "shop3": 6, "own": 8, "opp": 1, "shop": 10}
    assert words(began) == [f"strike:{place}" for place in costs]
    for place, cost in costs.items():
        after = play(began, f"strike:{place}")
        assert after.life == (50, 50 - cost), place
        assert after.displays == duel.displays
        assert after.discards == duel.discards
        assert names(after.shop)[:11] == "h2b s5b h4b"
        assert names(after.shop_discard) == "h10x s4r"


def test_such_an_attack_ignores_shields_and_is_neither_countered_nor_the_first_of_the_turn() -> None:
    duel = staged(hand="s4r", shown="h2y s1g", opposing="s8g h8g", life_cards="rb")
    duel = play(duel, "use:s4r strike:own1")
    assert duel.life == (50, 48)
    assert not duel.has_attacked


def test_the_colour_of_a_grey_card_of_the_shop_is_said() -> None:
    duel = play(staged(hand="s4r", shop="h3x s5b s8b s2y h3x"), "use:s4r")
    assert words(duel) == [
        f"strike:shop{place}:{colour}"
        for place in (1, 5)
        for colour in ("red", "yellow", "green", "blue", "violet")
    ]
    assert play(duel, "strike:shop1:blue").life == (50, 50 - (3 + 2 + 2))
    assert play(duel, "strike:shop1:yellow").life == (50, 50 - (3 + 1 + 2))
    assert play(duel, "strike:shop1:red").life == (50, 50 - (3 + 2))


def test_life_cards_and_buffs_of_the_shop_do_not_reinforce() -> None:
    duel = play(staged(hand="s4r", shop="h2r b+3 h2y", life_cards="ry"), "use:s4r")
    assert play(duel, "strike:shop1").life == (50, 50 - 3)


def test_a_duff_shield_strikes_with_its_reinforcement_if_it_has_any() -> None:
    assert words(staged(hand="s4r", discard="dh-3"), "use") == []
    duel = play(staged(hand="s4r", opposing="dh-3"), "use:s4r strike:opp1")
    assert duel.life == (50, 48)
    duel = play(staged(hand="s4r", shop="dh-3 s2b"), "use:s4r")
    assert words(duel) == ["strike:shop1:blue"]
    assert play(duel, "strike:shop1:blue").life == (50, 49)


def test_a_sword_4_needs_an_open_shield() -> None:
    assert words(staged(hand="s4r", opposing="s1r", shop="s8r b+1"), "use") == []


def test_a_shield_8_attacks_twice_in_a_row_with_one_sword_of_the_display_and_revenge() -> None:
    duel = staged(hand="h8r", shown="b+1/s3y s2g s1g", opposing="h10x s8b", life_cards="rv")
    began = play(duel, "use:h8r")
    assert words(began) == ["strike:own1", "strike:own2", "strike:own3", "strike:opp2"]
    duel = play(began, "strike:own1")
    assert [(event.kind.value, event.number) for event in duel.plays[-1].events] == [
        ("struck", 4), ("wounded", 4), ("struck", 4), ("wounded", 4),
    ]  # fmt: skip
    assert duel.life == (50, 42)
    assert (shown(duel, LEFT), names(duel.discards[LEFT])) == ("b+1 s2g s1g", "s3y")
    assert not duel.has_attacked
    assert duel.pending is None
    assert shown(duel, RIGHT) == "h10x s8b -"
    assert play(began, "strike:own2").life == (50, 44)


def test_the_sword_keeps_its_reinforcement_for_the_second_attack() -> None:
    assert play(staged(hand="h8r", shown="s2y s3y"), "use:h8r strike:own2").life == (50, 42)


def test_no_second_sword_is_needed_but_one_is() -> None:
    duel = play(staged(hand="h8r", shown="ds-2"), "use:h8r")
    assert words(duel) == ["strike:own1"]
    assert play(duel, "strike:own1").life == (50, 46)
    assert words(staged(hand="h8r", shown="h3x b+1"), "use:h8r") == []


def test_a_first_attack_that_kills_is_the_last() -> None:
    duel = play(staged(hand="h8r", shown="s2y s3y", life=(50, 3)), "use:h8r strike:own1")
    assert duel.result == (LEFT, "life")
    assert duel.pending is None
    assert [event.kind.value for event in duel.plays[-1].events] == ["struck", "wounded"]
    assert names(duel.discards[LEFT]) == "s2y"


def test_the_second_attack_can_be_the_one_that_kills() -> None:
    duel = play(staged(hand="h8r", shown="s2y s3y", life=(50, 5)), "use:h8r strike:own1")
    assert duel.result == (LEFT, "life")


def test_a_shield_8_of_the_shop_that_is_triggered_strikes_twice_too() -> None:
    duel = play(staged(hand="h3x", shown="s2y", shop="h8g"), "use:h3x trigger:shop1 strike:own1")
    assert duel.life == (50, 46)
    assert names(duel.shop)[:3] == "h8g"


def test_a_shield_8_attacks_once_with_any_other_open_sword_which_goes_to_its_discard() -> None:
    duel = staged(
        hand="h8r",
        shown="h4y",
        opposing="b+2/s2g h1g",
        discard="s4g",
        other_discard="s5g",
        shop="s3b h4b",
        shop_deck="h2v",
        shop_discard="s8r",
        life_cards="rv",
    )
    began = play(duel, "use:h8r")
    costs = {"opp1": 5, "shop1": 4, "own": 4, "opp": 5, "shop": 8}
    assert words(began) == [f"strike:{place}" for place in costs]
    for place, cost in costs.items():
        assert play(began, f"strike:{place}").life == (50, 50 - cost), place
    after = play(began, "strike:opp1")
    assert (shown(after, RIGHT), names(after.discards[RIGHT])) == ("b+2 h1g -", "s5g s2g")
    after = play(began, "strike:shop1")
    assert (names(after.shop)[:7], names(after.shop_discard)) == ("h2v h4b", "s8r h8r s3b")
    for place in ("own", "opp", "shop"):
        after = play(began, f"strike:{place}")
        assert after.discards == duel.discards
        assert names(after.shop_discard) == "s8r h8r"


def test_the_colour_of_a_grey_sword_of_the_shop_is_said() -> None:
    duel = play(staged(hand="h8r", shop="s10x s2v"), "use:h8r strike:shop1:violet")
    assert duel.life == (50, 39)


def test_a_duff_sword_strikes_with_its_reinforcement_and_goes_to_its_discard() -> None:
    duel = play(staged(hand="h8r", opposing="ds-2 h1b"), "use:h8r strike:opp1")
    assert duel.life == (50, 47)
    assert names(duel.discards[RIGHT]) == "ds-2"


def test_revenge_given_by_a_grey_shield_1_waits_for_an_attack_with_a_sword_of_the_display() -> None:
    duel = play(staged(hand="s4r", shown="s1y", opposing="h2g", has_revenge=True), "use:s4r strike:opp1")
    assert duel.has_revenge
    assert words(duel, "attack") == ["attack:1"]
    duel = staged(hand="h8r", shown="s1y s3b", opposing="h2g", has_revenge=True)
    duel = play(duel, "use:h8r strike:own1")
    assert duel.has_revenge
    assert play(duel, "attack:2").life == (50, 50 - 1 - 1 - 3)


@pytest.mark.parametrize("place", ["shop2", "opp1"])
def test_a_strike_that_kills_ends_the_game(place: str) -> None:
    duel = staged(hand="s4r", opposing="h8y", shop="s1r h8g", life=(9, 8))
    assert play(duel, f"use:s4r strike:{place}").result == (LEFT, "life")

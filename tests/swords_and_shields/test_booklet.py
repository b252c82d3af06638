"""The examples of the booklet."""

import pytest
from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged, words


def test_a_sword_5_beside_a_sword_8_of_its_colour_and_the_grey_shield_3_has_strength_7() -> None:
    duel = staged(shown="s5r s8r h3x", life_cards="gv")
    assert play(duel, "attack:1").life == (50, 43)


def test_a_shield_4_beside_another_and_the_grey_shield_3_has_strength_6() -> None:
    opposing = "h4y h4g h3x"
    assert words(staged(shown="s5r", opposing=opposing, life_cards="gv"), "attack") == ["attack:1:3"]
    assert "attack:1:1" in words(staged(shown="b+1/s5r", opposing=opposing, life_cards="gv"), "attack")


def test_a_sword_8_against_a_shield_4_and_a_shield_1_costs_3() -> None:
    duel = play(staged(shown="s8r", opposing="h4y h1g", life_cards="gv"), "attack:1:12")
    assert duel.life == (50, 47)
    assert names(duel.discards[RIGHT]) == "h4y h1g"
    assert names(duel.discards[LEFT]) == "s8r"


def test_a_sword_4_a_3_and_a_1_buy_a_sword_8() -> None:
    duel = play(staged(shown="s4r s3y s1g", shop="- s8b"), "buy:2:123")
    assert names(duel.discards[LEFT]) == "s4r s3y s1g s8b"
    assert shown(duel, LEFT) == "- - -"


def test_a_sword_3_and_the_grey_shield_3_buy_a_sword_5() -> None:
    duel = play(staged(shown="s3b h3x", shop="s5r"), "buy:1:12")
    assert names(duel.discards[LEFT]) == "s3b h3x s5r"


def test_no_shield_helps_against_a_counter() -> None:
    duel = play(staged(shown="s5r h8y", opposing="s8b", life_cards="gv"), "attack:1")
    assert duel.life == (42, 45)
    assert shown(duel, LEFT) == "- h8y -"
    assert shown(duel, RIGHT) == "- - -"
    assert names(duel.discards[RIGHT]) == "s8b"


def test_a_chain_of_four_effects_attacks_with_the_opponents_own_shield() -> None:
    duel = staged(
        hand="s2r", other_discard="s1r h3x s2b", shop="s4y h2g", opposing="h10x h8b", life_cards="rv"
    )
    duel = play(duel, "use:s2r destroy:opp destroy:opp trigger:shop1 strike:opp1")
    assert duel.life == (50, 38)
    assert duel.pending is None
    assert shown(duel, RIGHT) == "h10x h8b -"
    assert names(duel.discards[RIGHT]) == "s1r"
    assert names(duel.shop_discard) == "s2r s2b h3x"
    assert names(duel.shop)[:7] == "s4y h2g"


@pytest.mark.parametrize(("life_card", "strength"), [("r", 3), ("b", 1)])
def test_a_life_card_adds_2_to_cards_of_its_colour(life_card: str, strength: int) -> None:
    duel = staged(shown="s1r", life_cards=f"{life_card}y")
    assert play(duel, "attack:1").life == (50, 50 - strength)


def test_a_grey_shield_10_has_strength_12_in_its_owners_display() -> None:
    assert words(staged(shown="b+3/s8y", opposing="h10x"), "attack") == []
    assert words(staged(shown="b+3/s8r", opposing="h10x"), "attack") == ["attack:1:1"]
    assert words(staged(shown="b+3/s8y h1y", opposing="h10x"), "attack") == ["attack:1:1"]


def test_a_duff_sword_has_strength_2() -> None:
    assert play(staged(shown="ds-2"), "attack:1").life == (50, 48)

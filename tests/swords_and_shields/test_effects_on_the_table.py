"""Effects on open cards, on life points, and which cards may be destroyed for them."""

import pytest
from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged, words

SHOP = "s5r s5y s5g s5b s5v"


def test_a_card_of_hand_or_display_is_destroyed_for_its_effect() -> None:
    duel = staged(hand="s10x", shown="- b+1/s10x", opposing="s10x", discard="s10x")
    assert words(duel, "use") == ["use:s10x", "use:2"]
    assert names(play(duel, "use:s10x").shop_discard) == "s10x"
    used = play(duel, "use:2 heal")
    assert shown(used, LEFT) == "- b+1 -"
    assert names(used.hands[LEFT]) == names(used.shop_discard) == "s10x"


def test_buffs_and_duffs_have_no_effect() -> None:
    assert words(staged(hand="b+1 ds-2", shown="b+2 b+1/dh-3"), "use") == []


@pytest.mark.parametrize("card", ["s1r", "h1g"])
def test_a_coloured_1_lays_a_card_of_the_shop_on_the_shop_discard(card: str) -> None:
    duel = play(staged(hand=card, shop="s2r b+1 - ds-2", shop_deck="s3r s3y"), f"use:{card}")
    assert words(duel) == ["draw", "remove:shop1", "remove:shop2", "remove:shop4"]
    duel = play(duel, "remove:shop2")
    assert names(duel.shop_discard) == f"{card} b+1"
    assert names(duel.shop) == "s2r s3r s3y ds-2 -"


def test_the_grey_sword_1_lays_the_opposing_display_on_the_opponents_discard() -> None:
    duel = staged(hand="s1x", opposing="b+1/s4r ds-2 b+2", other_discard="h8r")
    duel = play(duel, "use:s1x sweep")
    assert shown(duel, RIGHT) == "- - -"
    assert names(duel.discards[RIGHT]) == "h8r s4r b+1 ds-2 b+2"


def test_the_grey_sword_1_sweeps_away_no_empty_display() -> None:
    assert words(staged(hand="s1x"), "use") == []


def test_a_sword_3_lays_an_open_card_on_any_other_discard() -> None:
    duel = staged(
        hand="s3r",
        shown="s1r",
        opposing="b+1/h1r",
        discard="s8r",
        shop="s2r",
        shop_deck="h4r",
        shop_discard="h8r",
    )
    duel = play(duel, "use:s3r")
    assert words(duel) == [
        f"move:{place}:{zone}"
        for place in ("own1", "opp1", "opp1b", "shop1", "own", "shop")
        for zone in ("own", "opp", "shop")
        if place != zone
    ]
    moved = play(duel, "move:own1:opp")
    assert (shown(moved, LEFT), names(moved.discards[RIGHT])) == ("- - -", "s1r")
    moved = play(duel, "move:opp1b:own")
    assert (shown(moved, RIGHT), names(moved.discards[LEFT])) == ("h1r - -", "s8r b+1")
    moved = play(duel, "move:own:shop")
    assert (names(moved.discards[LEFT]), names(moved.shop_discard)) == ("", "h8r s3r s8r")
    moved = play(duel, "move:shop:own")
    assert (names(moved.discards[LEFT]), names(moved.shop_discard)) == ("s8r h8r", "s3r")
    moved = play(duel, "move:shop1:opp")
    assert names(moved.discards[RIGHT]) == "s2r"
    assert names(moved.shop) == "h4r - - - -"


def test_a_buff_and_a_duff_on_it_can_be_moved() -> None:
    duel = play(staged(hand="s3r", opposing="b+1/dh-3"), "use:s3r")
    assert shown(play(duel, "move:opp1:opp"), RIGHT) == "b+1 - -"
    assert shown(play(duel, "move:opp1b:opp"), RIGHT) == "dh-3 - -"


def test_a_sword_3_needs_an_open_card_other_than_itself() -> None:
    assert words(staged(hand="s3r"), "use") == []
    assert words(staged(shown="s3r"), "use") == []
    assert words(staged(hand="s3r", shop_discard="s1r"), "use") == ["use:s3r"]


def test_a_sword_5_lays_any_open_shield_on_the_shop_discard() -> None:
    duel = staged(
        hand="s5r",
        shown="h1r s1r",
        opposing="b+1/h8r dh-3 ds-2",
        discard="h4r",
        other_discard="s4r",
        shop="s2r h2r",
        shop_discard="h10x",
    )
    duel = play(duel, "use:s5r")
    assert words(duel) == [f"remove:{place}" for place in ("own1", "opp1", "opp2", "shop2", "own")]
    removed = play(duel, "remove:opp1")
    assert shown(removed, RIGHT) == "b+1 dh-3 ds-2"
    assert names(removed.shop_discard) == "h10x s5r h8r"
    assert shown(play(duel, "remove:opp2"), RIGHT) == "b+1/h8r - ds-2"
    assert play(duel, "remove:own").discards[LEFT] == ()


def test_a_duff_on_a_buff_can_be_laid_on_the_shop_discard() -> None:
    duel = play(staged(hand="s5r", opposing="b+1/dh-3"), "use:s5r remove:opp1")
    assert shown(duel, RIGHT) == "b+1 - -"


def test_a_sword_5_needs_a_shield_that_is_not_on_the_shop_discard_already() -> None:
    assert words(staged(hand="s5r", opposing="s1r", shop="s2r", shop_discard="h4r"), "use") == []


def test_a_sword_10_heals_20_up_to_99_or_deals_10_that_no_shield_stops() -> None:
    duel = play(staged(hand="s10x", opposing="h10x s8r"), "use:s10x")
    assert words(duel) == ["heal", "damage"]
    assert play(duel, "heal").life == (70, 50)
    assert play(duel, "damage").life == (50, 40)
    assert play(staged(hand="s10x", life=(90, 50)), "use:s10x heal").life == (99, 50)
    assert play(staged(hand="s10x", life=(50, 10)), "use:s10x damage").result == (LEFT, "life")


def test_whoever_has_99_can_be_healed_for_nothing() -> None:
    assert play(staged(hand="s10x", life=(99, 50)), "use:s10x heal").life == (99, 50)
    assert play(staged(hand="h10x", life=(50, 99)), "use:h10x").life == (50, 99)


def test_damage_is_no_attack_and_not_countered() -> None:
    duel = play(staged(hand="s10x", opposing="s8r"), "use:s10x damage")
    assert duel.life == (50, 40)
    assert not duel.has_attacked


def test_a_shield_10_gives_the_other_player_10_at_once() -> None:
    duel = play(staged(hand="h10x"), "use:h10x")
    assert duel.pending is None
    assert duel.life == (50, 60)
    assert play(staged(hand="h10x", life=(50, 95)), "use:h10x").life == (50, 99)


def test_the_shop_is_filled_when_an_effect_took_a_card_from_it() -> None:
    duel = play(staged(hand="s3r", shop=SHOP, shop_deck="h2r"), "use:s3r move:shop3:own")
    assert names(duel.shop) == "s5r s5y h2r s5b s5v"
    duel = play(staged(hand="s3r", shop=SHOP), "use:s3r move:shop3:own")
    assert names(duel.shop) == "s5r s5y - s5b s5v"


def test_nothing_else_can_be_done_before_an_effect_is_carried_out() -> None:
    duel = play(staged(hand="s1r s10x", shown="s8r", shop="s8r"), "use:s10x")
    assert words(duel) == ["heal", "damage"]


def test_effects_reach_neither_hands_nor_covered_cards() -> None:
    duel = staged(hand="s3r h8r", discard="s1r s2r", other_discard="h1r h2r", shop_discard="h3x h4r")
    moved = words(play(duel, "use:s3r"))
    assert {word.split(":")[1] for word in moved} == {"own", "opp", "shop"}
    assert names(play(duel, "use:s3r move:own:opp").discards[LEFT]) == "s1r"

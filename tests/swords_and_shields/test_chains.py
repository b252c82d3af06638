"""Chains: effects that destroy cards or trigger those of the shop, and what no link of a chain reaches."""

from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged, words


def test_a_sword_2_destroys_any_open_card_and_its_effect_is_followed() -> None:
    duel = staged(
        hand="s2r",
        shown="s10x",
        opposing="h10x",
        discard="s8r",
        other_discard="s3r",
        shop="s5b",
        shop_discard="h8r",
    )
    duel = play(duel, "use:s2r")
    assert words(duel) == [f"destroy:{place}" for place in ("own1", "opp1", "shop1", "own", "opp", "shop")]
    after = play(duel, "destroy:own1")
    assert names(after.shop_discard) == "h8r s2r s10x"
    assert words(after) == ["heal", "damage"]
    assert play(duel, "destroy:opp1").life == (50, 60)
    assert words(play(duel, "destroy:own")) == ["draw", "flood"]
    assert names(play(duel, "destroy:shop1").shop) == "- - - - -"


def test_a_chain_goes_on_with_what_its_last_card_leaves() -> None:
    duel = play(
        staged(hand="s2r", opposing="s2y", other_discard="s2g", discard="s8r"), "use:s2r destroy:opp1"
    )
    assert words(duel) == ["destroy:own", "destroy:opp"]
    duel = play(duel, "destroy:opp destroy:own draw")
    assert names(duel.shop_discard) == "s2r s2y s2g s8r"
    assert duel.pending is None


def test_a_sword_2_needs_something_to_destroy() -> None:
    assert words(staged(hand="s2r"), "use") == []
    assert words(staged(hand="s2r s2y"), "use") == []
    assert words(staged(hand="s2r", opposing="s2y"), "use") == []
    assert words(staged(hand="s2r", opposing="b+1"), "use") == ["use:s2r"]


def test_a_card_whose_effect_cannot_be_carried_out_to_the_end_is_not_destroyed() -> None:
    # A sword 4 without a shield to strike with; a grey sword 1 with nothing to take or sweep once it is gone.
    assert words(staged(hand="s2r", opposing="s4r"), "use") == []
    assert words(staged(hand="s2r", discard="s1x"), "use") == []
    assert words(play(staged(hand="s2r", discard="s1r s1x"), "use:s2r")) == ["destroy:own"]
    assert words(play(staged(hand="s2r", opposing="s4r h1r"), "use:s2r")) == ["destroy:opp1", "destroy:opp2"]


def test_what_can_be_carried_out_only_two_links_later_may_be_begun() -> None:
    duel = staged(hand="s2r", opposing="s2y s4r", discard="s5g", shop="h3x h10x")
    assert words(duel, "use") == ["use:s2r"]
    duel = play(duel, "use:s2r")
    assert "destroy:opp1" in words(duel)
    lonely = staged(hand="s2r", opposing="s2y s2g", discard="s4g")
    assert words(lonely, "use") == []


def test_a_buff_can_be_destroyed_under_a_card_which_then_lies_in_its_place() -> None:
    duel = play(staged(hand="s2r", opposing="b+2/h10x", shop_deck="s3r"), "use:s2r destroy:opp1b")
    assert shown(duel, RIGHT) == "h10x - -"
    assert names(duel.shop_discard) == "s2r b+2"
    assert duel.pending is None
    assert duel.life == (50, 50)


def test_a_card_can_be_destroyed_on_a_buff_which_stays() -> None:
    duel = play(staged(hand="s2r", opposing="b+2/h10x"), "use:s2r destroy:opp1")
    assert shown(duel, RIGHT) == "b+2 - -"


def test_neither_a_buff_under_a_duff_nor_that_duff_can_be_destroyed() -> None:
    assert words(staged(hand="s2r", opposing="b+2/ds-2", shown="b+1/dh-3"), "use") == []


def test_a_duff_without_a_buff_can_be_destroyed() -> None:
    duel = play(staged(hand="s2r", shown="ds-2", shop="dh-3", discard="ds-2"), "use:s2r")
    assert words(duel) == ["destroy:own1", "destroy:shop1", "destroy:own"]
    duel = play(duel, "destroy:own1")
    assert names(duel.shop_discard) == "s2r ds-2"
    assert duel.life == (50, 50)


def test_a_destroyed_duff_or_buff_ends_the_chain() -> None:
    duel = play(staged(hand="s2r", shown="s2y", discard="dh-3"), "use:s2r destroy:own1 destroy:own")
    assert duel.pending is None


# --- the shop discard ---


def test_the_cards_of_the_running_chain_are_out_of_reach() -> None:
    duel = play(staged(hand="s2r", shown="s2y", shop_discard="h1g s8r"), "use:s2r destroy:own1")
    assert words(duel) == ["destroy:shop"]
    duel = play(duel, "destroy:shop")
    assert words(duel) == ["draw", "flood"]
    assert names(duel.shop_discard) == "h1g s2r s2y s8r"


def test_the_topmost_card_below_the_chain_can_be_moved_or_strike() -> None:
    duel = play(staged(hand="s2r", shown="s3y", shop_discard="h1g s8r"), "use:s2r destroy:own1 move:shop:own")
    assert names(duel.discards[LEFT]) == "s8r"
    assert names(duel.shop_discard) == "h1g s2r s3y"
    duel = play(staged(hand="s4r", shop_discard="s8r h1g"), "use:s4r strike:shop")
    assert duel.life == (50, 49)
    assert words(staged(hand="s4r", shop_discard="h8r s8r"), "use") == []


def test_once_a_chain_is_over_its_cards_are_in_reach() -> None:
    duel = play(staged(hand="h10x s4r", opposing="s1r"), "use:h10x use:s4r")
    assert words(duel) == ["strike:shop"]


# --- the shop ---


def test_a_shield_3_triggers_the_effect_of_a_shop_card_which_stays() -> None:
    duel = staged(hand="h3x", shop="s10x h10x b+1 ds-2 s4r")
    duel = play(duel, "use:h3x")
    assert words(duel) == ["trigger:shop1", "trigger:shop2", "trigger:shop5"]
    assert play(duel, "trigger:shop2").life == (50, 60)
    after = play(duel, "trigger:shop1 damage")
    assert after.life == (50, 40)
    assert names(after.shop) == "s10x h10x b+1 ds-2 s4r"
    assert names(after.shop_discard) == "h3x"


def test_a_shield_3_needs_a_shop_card_with_an_effect_that_can_be_carried_out() -> None:
    assert words(staged(hand="h3x", shop="b+1 ds-2"), "use") == []
    assert words(staged(hand="h3x", shop="s4r s5y"), "use") == []
    assert words(staged(hand="h3x", shop="h2r", deck=""), "use") == []
    assert words(staged(hand="h3x", shop="h3x"), "use") == []


def test_a_triggered_card_is_out_of_reach_of_its_own_chain() -> None:
    assert words(staged(hand="h3x", shop="s2r"), "use") == []
    duel = play(staged(hand="h3x", shop="s2r b+1"), "use:h3x trigger:shop1")
    assert words(duel) == ["destroy:shop2"]
    duel = play(staged(hand="h3x", shop="s5r h3x h2r s3r", deck=""), "use:h3x trigger:shop2 trigger:shop1")
    assert words(duel) == ["remove:shop3"]


def test_a_triggered_card_still_reinforces_the_others() -> None:
    duel = play(staged(hand="h3x", shop="s4r h8r"), "use:h3x trigger:shop1 strike:shop2")
    assert duel.life == (50, 41)


def test_after_the_chain_a_triggered_card_can_be_reached_again() -> None:
    duel = staged(hand="h3x s3r", shop="s10x")
    assert "move:shop1:own" in words(play(duel, "use:h3x trigger:shop1 heal use:s3r"))


def test_places_of_the_shop_are_filled_when_the_whole_chain_is_over() -> None:
    duel = staged(hand="s2r", shop="s2y s8r h8g s5b b+1", shop_deck="h4r h4y h4g")
    duel = play(duel, "use:s2r destroy:shop1")
    assert names(duel.shop) == "- s8r h8g s5b b+1"
    duel = play(duel, "destroy:shop2")
    assert names(duel.shop) == "- - h8g s5b b+1"
    assert words(duel) == ["draw", "flood"]
    duel = play(duel, "flood")
    assert names(duel.shop) == "h4r h4y h8g s5b b+1"


def test_a_card_that_has_left_the_shop_no_longer_reinforces() -> None:
    duel = staged(hand="s2r", shop="s4y h8g s5g", shop_deck="h4g")
    duel = play(duel, "use:s2r destroy:shop1 strike:shop2")
    assert duel.life == (50, 50 - 9)
    duel = staged(hand="s2r", shop="s4g h8g s5g")
    assert play(duel, "use:s2r destroy:shop1 strike:shop2").life == (50, 50 - 9)


def test_cards_destroyed_from_the_opponents_display_are_lost_to_the_shop() -> None:
    duel = play(staged(hand="s2r", opposing="s8r h8r"), "use:s2r destroy:opp1 draw")
    assert shown(duel, RIGHT) == "- h8r -"
    assert names(duel.shop_discard) == "s2r s8r"
    assert len(duel.hands[LEFT]) == 3

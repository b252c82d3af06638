"""Attacks with a sword of the display."""

from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged, words

from engine.swords_and_shields import EventKind


def test_only_swords_of_the_display_attack() -> None:
    duel = staged(hand="s8r", shown="s1r h8r b+1", opposing="s5r", other_discard="s4r", shop="s3r")
    assert words(duel, "attack") == ["attack:1"]


def test_every_order_in_which_shields_can_be_broken_may_be_chosen() -> None:
    duel = staged(shown="s8y", opposing="h1g h1v h2y", life_cards="rb")
    assert words(duel, "attack") == [
        "attack:1:1", "attack:1:12", "attack:1:123", "attack:1:13", "attack:1:132",
        "attack:1:2", "attack:1:21", "attack:1:213", "attack:1:23", "attack:1:231",
        "attack:1:3", "attack:1:31", "attack:1:312", "attack:1:32", "attack:1:321",
    ]  # fmt: skip


def test_while_a_shield_stands_no_life_point_is_lost() -> None:
    duel = play(staged(shown="s8y", opposing="h1g h1v", life_cards="rb"), "attack:1:2")
    assert duel.life == (50, 50)
    assert shown(duel, RIGHT) == "h1g - -"
    assert names(duel.discards[LEFT]) == "s8y"


def test_shields_that_are_too_strong_cannot_be_attacked() -> None:
    assert words(staged(shown="s3y", opposing="h4g"), "attack") == []
    assert words(staged(shown="s4y", opposing="h4g"), "attack") == ["attack:1:1"]


def test_an_attack_must_break_a_shield_while_there_is_one() -> None:
    assert "attack:1" not in words(staged(shown="s8y", opposing="h1g"), "attack")


def test_an_attack_of_just_the_shields_strength_costs_no_life_points() -> None:
    duel = play(staged(shown="s4y", opposing="h4g"), "attack:1:1")
    assert duel.life == (50, 50)
    assert shown(duel, RIGHT) == "- - -"


def test_shields_are_laid_on_their_owners_discard_in_the_order_of_the_attack() -> None:
    duel = staged(shown="s8y", opposing="h1g h1v", other_discard="s1r", life_cards="rb")
    assert names(play(duel, "attack:1:21").discards[RIGHT]) == "s1r h1v h1g"


def test_buffs_stay_when_what_lies_on_them_is_spent_or_broken() -> None:
    duel = play(staged(shown="b+3/s8y", opposing="b+1/h1g b+2/s2r"), "attack:1:1")
    assert (shown(duel, LEFT), shown(duel, RIGHT)) == ("b+3 - -", "b+1 b+2 -")


def test_a_duff_shield_can_be_broken_and_a_duff_sword_strikes_back() -> None:
    duel = play(staged(shown="s3y", opposing="dh-3 ds-2"), "attack:1:1")
    assert names(duel.discards[RIGHT]) == "dh-3 ds-2"
    # The duff shield was 3, with the other grey card beside it; alone, the duff sword is 2.
    assert duel.life == (48, 50)


def test_the_first_attack_of_a_turn_is_countered_by_all_swords() -> None:
    duel = play(staged(shown="s1r h1y", opposing="s2g s3v", life_cards="gb"), "attack:1")
    assert duel.has_attacked
    assert duel.life == (45, 49)
    assert names(duel.discards[RIGHT]) == "s2g s3v"


def test_a_later_attack_is_not_countered() -> None:
    duel = staged(shown="s1y", opposing="s8y", has_attacked=True)
    assert play(duel, "attack:1").life == (50, 49)


def test_the_first_attack_counts_also_if_nothing_could_strike_back() -> None:
    duel = play(staged(shown="s1y s1g"), "attack:1")
    assert duel.has_attacked


def test_breaking_a_shield_is_successful_and_countered() -> None:
    duel = play(staged(shown="s1y", opposing="h1g s3v", life_cards="rb"), "attack:1:1")
    assert duel.life == (47, 50)


def test_all_swords_strike_back_before_any_of_them_leaves() -> None:
    duel = play(staged(shown="s4y", opposing="s3v s3g h2v", life_cards="rb"), "attack:1:3")
    assert duel.life == (50 - 4 - 4, 50 - (4 - 3))


def test_swords_that_strike_back_are_discarded_from_the_left() -> None:
    duel = play(staged(shown="s1y", opposing="s3b b+1/s8g s2v", other_discard="h1r"), "attack:1")
    assert names(duel.discards[RIGHT]) == "h1r s3b s8g s2v"


def test_a_broken_shield_no_longer_reinforces_the_counter() -> None:
    duel = play(staged(shown="s8y", opposing="s3v h3x", life_cards="rb"), "attack:1:2")
    assert duel.life == (47, 50 - (8 - 5))


def test_a_counter_brings_no_counter() -> None:
    duel = play(staged(shown="s1r s8y", opposing="s2g"), "attack:1")
    assert shown(duel, LEFT) == "- s8y -"
    assert duel.life[RIGHT] == 50 - 3


def test_the_next_turn_begins_without_an_attack_and_is_countered_again() -> None:
    duel = play(staged(shown="s1y s1g", opposing="s1v"), "attack:1 end lay:h1r:1 end")
    assert not duel.has_attacked
    duel = play(staged(opposing="s8v s1r", has_attacked=True), "end")
    assert not duel.has_attacked


def test_a_killing_attack_ends_the_game_before_the_counter() -> None:
    duel = play(staged(shown="s8y", opposing="s10x", life=(1, 8)), "attack:1")
    assert duel.life == (1, 0)
    assert shown(duel, RIGHT) == "s10x - -"
    assert duel.result is not None
    assert duel.result.winner is LEFT


def test_a_counter_can_kill() -> None:
    duel = play(staged(shown="s1y", opposing="s8g", life=(8, 50)), "attack:1")
    assert duel.life == (0, 49)
    assert duel.result is not None
    assert (duel.result.winner, duel.result.reason.value) == (RIGHT, "life")


def test_a_counter_never_takes_more_than_there_is() -> None:
    duel = play(staged(shown="s1y", opposing="s8g s10x", life=(3, 50)), "attack:1")
    assert duel.life == (0, 49)


def test_everybody_sees_what_struck_broke_and_struck_back_and_how_strongly() -> None:
    duel = play(staged(shown="s8y", opposing="h4g s2v", life_cards="rb"), "attack:1:1")
    events = [(event.kind, event.seat, str(event.card), event.number) for event in duel.plays[-1].events]
    assert events == [
        (EventKind.STRUCK, LEFT, "s8y", 8),
        (EventKind.BROKE, RIGHT, "h4g", 4),
        (EventKind.WOUNDED, RIGHT, "None", 4),
        (EventKind.COUNTERED, RIGHT, "s2v", 2),
        (EventKind.WOUNDED, LEFT, "None", 2),
    ]


# --- revenge, from the grey shield 1 ---


def test_revenge_ignores_shields_and_is_not_countered() -> None:
    duel = play(staged(hand="h1x", shown="s3y", opposing="h8g s8v", discard="s1r"), "use:h1x revenge")
    assert duel.has_revenge
    assert words(duel, "attack") == ["attack:1"]
    duel = play(duel, "attack:1")
    assert duel.life == (50, 47)
    assert shown(duel, RIGHT) == "h8g s8v -"
    assert names(duel.discards[LEFT]) == "s1r s3y"


def test_after_an_attack_with_revenge_the_next_is_the_first_that_is_countered() -> None:
    duel = staged(shown="s3y s1g", opposing="s8v", has_revenge=True)
    duel = play(duel, "attack:1 attack:2")
    assert duel.life == (42, 46)


def test_revenge_is_for_one_attack_of_this_turn() -> None:
    duel = play(staged(shown="s3y s1g", opposing="h8v", has_revenge=True), "attack:1")
    assert words(duel, "attack") == []
    duel = play(staged(hand="h1r h1y h1g h1b h1v", has_revenge=True), "end")
    assert not duel.has_revenge

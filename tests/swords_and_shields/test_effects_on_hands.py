"""Effects that draw: what comes into a hand, and what it costs."""

import pytest
from swords_and_shields.staging import LEFT, RIGHT, names, play, staged, words

from engine.swords_and_shields import EventKind

FIVE = "h1r h1y h1g h1b h1v"


@pytest.mark.parametrize("card", ["s1r", "h1g"])
def test_a_coloured_1_draws_the_top_card_of_the_own_deck(card: str) -> None:
    duel = play(staged(hand=card, deck="s8r s5r", shop="s2r"), f"use:{card}")
    assert words(duel) == ["draw", "remove:shop1"]
    duel = play(duel, "draw")
    assert names(duel.hands[LEFT]) == "s8r"
    assert names(duel.decks[LEFT]) == "s5r"
    assert names(duel.shop_discard) == card


@pytest.mark.parametrize("card", ["s1x", "h1x"])
def test_a_grey_1_takes_the_top_card_of_the_own_discard(card: str) -> None:
    duel = play(staged(hand=card, discard="s8r s5r"), f"use:{card} recover")
    assert names(duel.hands[LEFT]) == "s5r"
    assert names(duel.discards[LEFT]) == "s8r"


def test_with_an_empty_discard_there_is_nothing_to_take() -> None:
    assert words(play(staged(hand="h1x"), "use:h1x")) == ["revenge"]
    assert words(staged(hand="s1x"), "use") == []
    assert words(play(staged(hand="s1x", opposing="b+1"), "use:s1x")) == ["sweep"]


def test_a_sword_8_draws_three_cards() -> None:
    duel = play(staged(hand="s8r", deck="s1r s1y s1g s1b"), "use:s8r draw")
    assert names(duel.hands[LEFT]) == "s1g s1r s1y"
    assert duel.life == (50, 50)


def test_drawing_makes_a_new_deck_of_the_discard() -> None:
    duel = play(staged(hand="s8r", deck="s1r", discard="s2r s2y s2g"), "use:s8r draw")
    assert len(duel.hands[LEFT]) == 3
    assert (len(duel.decks[LEFT]), duel.discards[LEFT]) == (1, ())
    assert [event.kind for event in duel.plays[-1].events] == [EventKind.SHUFFLED, EventKind.DREW]


def test_each_card_beyond_the_fifth_in_hand_costs_4() -> None:
    duel = play(staged(hand=FIVE + " s8r"), "use:s8r draw")
    assert len(duel.hands[LEFT]) == 8
    assert duel.life == (50 - 12, 50)
    assert play(staged(hand="h1r h1y h1g s8r"), "use:s8r draw").life == (46, 50)


def test_cards_beyond_the_fifth_cost_once() -> None:
    duel = play(staged(hand=FIVE + " s1r s1y"), "use:s1r draw")
    assert duel.life == (46, 50)
    assert play(duel, "lay:h1r:1 use:s1y draw").life == (42, 50)
    assert play(duel, "end").life == (46, 50)


def test_each_card_that_an_effect_cannot_draw_costs_4() -> None:
    duel = play(staged(hand="s8r", deck="s1r"), "use:s8r draw")
    assert duel.life == (42, 50)
    assert play(staged(hand="s1r", deck=""), "use:s1r draw").life == (46, 50)


def test_a_card_can_be_beyond_the_fifth_while_others_are_missing() -> None:
    duel = play(staged(hand=FIVE + " s8r", deck="s1r"), "use:s8r draw")
    assert duel.life == (50 - 4 - 8, 50)


def test_the_opponent_draws_five_and_pays() -> None:
    duel = play(staged(hand="s8r", other_hand="s1r"), "use:s8r flood")
    assert len(duel.hands[RIGHT]) == 6
    assert duel.life == (50, 46)
    duel = play(staged(hand="s8r", other_hand="", other_deck="s1r s1y", other_discard="s1g"), "use:s8r flood")
    assert len(duel.hands[RIGHT]) == 3
    assert duel.life == (50, 42)


def test_the_opponent_can_die_of_drawing() -> None:
    duel = play(staged(hand="s8r", life=(50, 20)), "use:s8r flood")
    assert duel.result == (LEFT, "life")


def test_a_shield_4_draws_from_the_own_the_opponents_or_the_shops_deck() -> None:
    duel = staged(hand="h4r", deck="s1r", other_deck="s2r", shop_deck="s3r", shop="s5r s5y s5g s5b s5v")
    duel = play(duel, "use:h4r")
    assert words(duel) == ["draw", "draw:opp", "draw:shop"]
    for word, name in (("draw", "s1r"), ("draw:opp", "s2r"), ("draw:shop", "s3r")):
        assert names(play(duel, word).hands[LEFT]) == name
    assert play(duel, "draw:opp").decks[RIGHT] == ()
    assert play(duel, "draw:shop").shop_deck == ()


def test_nothing_is_drawn_from_a_deck_that_is_not_there() -> None:
    assert words(play(staged(hand="h4r", deck="", discard="s1r", other_deck=""), "use:h4r")) == ["draw"]
    assert words(
        play(staged(hand="h4r", deck="", other_deck="", other_discard="s1r", shop_deck="s2r"), "use:h4r")
    ) == ["draw:shop"]
    assert words(staged(hand="h4r", deck="", other_deck=""), "use") == []


@pytest.mark.parametrize("word", ["draw", "draw:opp", "draw:shop"])
def test_a_card_beyond_the_fifth_costs_4_from_any_deck(word: str) -> None:
    assert play(staged(hand=FIVE + " h4r", shop_deck="s3r"), f"use:h4r {word}").life == (46, 50)


def test_a_shield_2_turns_over_the_deck_and_keeps_grey_cards_and_duffs_or_the_life_cards_colour() -> None:
    duel = staged(hand="h2r", deck="s1r s2y h3x b+1 dh-3 h8r ds-2 s1g", discard="s5v", life_cards="rb")
    duel = play(duel, "use:h2r")
    assert words(duel) == ["keep:grey", "keep:life"]
    grey = play(duel, "keep:grey")
    assert names(grey.hands[LEFT]) == "dh-3 ds-2 h3x"
    assert names(grey.discards[LEFT]) == "s5v s1r s2y b+1 h8r s1g"
    life = play(duel, "keep:life")
    assert names(life.hands[LEFT]) == "h8r s1r"
    assert names(life.discards[LEFT]) == "s5v s2y h3x b+1 dh-3 ds-2 s1g"
    assert grey.decks[LEFT] == life.decks[LEFT] == ()


def test_what_is_kept_beyond_the_fifth_costs_4_each() -> None:
    duel = play(staged(hand="h1y h1g h1b h1v h2r", deck="s1r s2r s3y s4r"), "use:h2r keep:life")
    assert len(duel.hands[LEFT]) == 7
    assert duel.life == (42, 50)


def test_there_must_be_a_deck_to_turn_over_but_nothing_need_be_kept() -> None:
    assert words(staged(hand="h2r", deck="", discard="s1r"), "use") == []
    duel = play(staged(hand="h2r", deck="s1g"), "use:h2r keep:grey")
    assert (duel.hands[LEFT], names(duel.discards[LEFT])) == ((), "s1g")


def test_taking_a_card_from_the_discard_can_be_beyond_the_fifth() -> None:
    assert play(staged(hand=FIVE + " h1x", discard="s1r"), "use:h1x recover").life == (46, 50)


def test_nobody_sees_which_cards_are_drawn_from_a_deck_but_everybody_those_that_were_open() -> None:
    drawn = play(staged(hand="h4r", deck="s8r"), "use:h4r draw")
    assert all(event.card is None for event in drawn.plays[-1].events)
    taken = play(staged(hand="h1x", discard="s8r"), "use:h1x recover")
    assert [(event.kind, str(event.card)) for event in taken.plays[-1].events] == [(EventKind.TOOK, "s8r")]
    kept = play(staged(hand="h2r", deck="s8r s1g"), "use:h2r keep:life")
    assert [(event.kind, str(event.card)) for event in kept.plays[-1].events] == [
        (EventKind.TURNED, "None"),
        (EventKind.MOVED, "s1g"),
        (EventKind.TOOK, "s8r"),
    ]

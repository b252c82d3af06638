"""Clearing the shop: when it may be done, with which cards, and what comes of it."""

from typing import Any

import pytest
from swords_and_shields.staging import LEFT, names, play, staged, words

from engine.swords_and_shields import Duel, EventKind

FIVE = "s1r s1y s1g s1b s1v"
SHOP = "s5r s5y s5g s5b s5v"


def ready(hand: str = FIVE, **others: Any) -> Duel:
    """Return a duel right after the refill."""
    return staged(
        hand=hand, **{"shop": SHOP, "shop_deck": "h2r h2y h2g h2b h2v h4r", "can_clear": True, **others}
    )


def test_five_new_cards_are_opened_and_the_old_go_to_the_shop_discard() -> None:
    duel = play(ready(shop_discard="s8r"), "clear")
    assert names(duel.shop) == "h2r h2y h2g h2b h2v"
    assert names(duel.shop_deck) == "h4r"
    assert names(duel.shop_discard) == f"s8r {SHOP}"


def test_the_hand_stays_and_everybody_sees_the_five_cards() -> None:
    duel = play(ready(hand="s1r s1y s1x s1b s1v s8r"), "clear")
    assert names(duel.hands[LEFT]) == "s1b s1r s1v s1x s1y s8r"
    showed = [str(event.card) for event in duel.plays[-1].events if event.kind is EventKind.SHOWED]
    assert sorted(showed) == ["s1b", "s1r", "s1v", "s1x", "s1y"]


@pytest.mark.parametrize(
    ("hand", "can_clear"),
    [
        (FIVE, True),
        ("s1r h8y s5g h2b s4v", True),
        ("s1r s1y s1g s1b s1x", True),
        ("s1x h1x h3x s1r s1y", True),
        ("s1x h1x h3x s10x h10x", True),
        ("ds-2 dh-3 s1r s1y s1g", True),
        ("s1r s1y s1g s1b", False),
        ("s1r h1r s1y s1g s1b", False),
        ("s1r s1y s1g s1b b+1", False),
        ("s1x h1x s1r h1r s1y", False),
        ("s1r h1r s1y s1g s1b s1v", True),
        ("s1r h1r s1y s1g s1b h1x b+1", True),
        ("b+1 b+1 b+2 b+2 b+3", False),
        ("", False),
    ],
)
def test_five_cards_of_five_colours_are_needed_grey_is_any_and_a_buff_none(
    hand: str, can_clear: bool
) -> None:
    assert words(ready(hand), "clear") == ["clear"] * can_clear


def test_the_shop_is_cleared_right_after_the_refill() -> None:
    duel = play(staged(other_hand="h1r h1y h1g", other_deck="h1b h1v", shop=SHOP), "end")
    assert words(duel, "clear") == ["clear"]
    assert words(play(duel, "lay:h1r:1"), "clear") == []


def test_it_is_cleared_once() -> None:
    assert words(play(ready(), "clear"), "clear") == []


OTHERS = (
    "lay:h1r:2",
    "attack:1",
    "buy:1:1",
    "use:s10x heal",
    "use:h1r remove:shop1",
    "use:s8r flood",
)


@pytest.mark.parametrize("script", OTHERS)
def test_it_is_not_cleared_after_anything_else(script: str) -> None:
    duel = ready(f"{FIVE} h1r s10x s8r", shown="s2y", shop="s2b s5y s5g s5b s5v")
    assert words(play(duel, script), "clear") == []


DRAWING = (
    "use:h1r draw",
    "use:h1x recover",
    "use:s8r draw",
    "use:h4r draw:opp",
    "use:h4r draw:shop",
    "use:h2r keep:grey",
    "use:h2r keep:life",
)


@pytest.mark.parametrize("script", DRAWING)
def test_it_may_be_cleared_after_an_effect_by_which_a_card_was_drawn(script: str) -> None:
    duel = ready(f"{FIVE} h1r h1x s8r h4r h2r", deck="h1x s5y s5g", discard="s4r", can_clear=False)
    assert words(duel, "clear") == []
    assert words(play(duel, script), "clear") == ["clear"]


def test_an_effect_by_which_no_card_could_be_drawn_does_not_count() -> None:
    duel = ready(f"{FIVE} h1r h2r", deck="", can_clear=False)
    assert words(play(duel, "use:h1r draw"), "clear") == []
    assert words(play(ready(f"{FIVE} s3r", can_clear=False), "use:s3r move:shop1:own"), "clear") == []


def test_a_deck_that_is_turned_over_is_drawn_whether_a_card_of_it_is_kept_or_not() -> None:
    duel = play(ready(f"{FIVE} h2r", deck="s5b b+1", can_clear=False), "use:h2r keep:grey")
    assert names(duel.hands[LEFT]) == "s1b s1g s1r s1v s1y"
    assert names(duel.discards[LEFT]) == "s5b b+1"
    assert duel.life == (50, 50)
    assert words(duel, "clear") == ["clear"]


def test_a_card_drawn_at_the_end_of_a_chain_counts() -> None:
    duel = ready(f"{FIVE} s2r", shown="s8y", can_clear=False)
    assert words(play(duel, "use:s2r destroy:own1 draw"), "clear") == ["clear"]


def test_it_may_be_cleared_again_after_another_card_was_drawn() -> None:
    duel = play(ready(f"{FIVE} h1r"), "clear use:h1r draw")
    assert words(duel, "clear") == ["clear"]


def test_what_the_shop_deck_does_not_fill_stays_empty() -> None:
    duel = play(ready(shop="s5r - s5g - -", shop_deck="h2r h2y"), "clear")
    assert names(duel.shop) == "h2r h2y - - -"
    assert names(duel.shop_discard) == "s5r s5g"


def test_an_empty_shop_is_not_cleared() -> None:
    assert words(ready(shop="", shop_deck=""), "clear") == []

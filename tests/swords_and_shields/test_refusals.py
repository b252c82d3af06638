"""Why an action is refused, in the player's words."""

import pytest
from swords_and_shields.staging import play, staged

from engine.swords_and_shields import (
    Duel,
    IllegalActionError,
    parse_action,
)


def refusal(duel: Duel, word: str) -> str:
    """Return why an action is refused."""
    with pytest.raises(IllegalActionError) as refused:
        duel.play(parse_action(word))
    return str(refused.value)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("lay:s8r:1", "you have no s8r in hand"),
        ("lay:s1r:1", "place 1 is taken by s3y"),
        ("lay:b+1:1", "place 1 is taken by s3y"),
        ("lay:b+1:2", "there is a buff on place 2 already"),
        ("lay:s1r:3", "place 3 is taken by h1y"),
        ("buy:5:1", "there is no card on place 5 of the shop"),
        ("buy:1:2", "no card of yours lies on place 2"),
        ("buy:1:1", "s8b costs exactly 8 swords"),
        ("buy:1:11", "s8b costs exactly 8 swords"),
        ("buy:2:1", "b+1 costs exactly 2 stones of different colours"),
        ("buy:3:1", "b+2 costs exactly 2 stones of one colour and 1 of another"),
        ("buy:4:1", "h4b costs exactly 3 stones of one colour or 4 shields"),
        ("attack:2", "no card of yours lies on place 2"),
        ("attack:3", "only swords attack, and h1y is none"),
        ("attack:1", "name the opponent's shields to break, in order"),
        ("attack:1:2", "there is no shield on the opponent's place 2"),
        ("attack:1:3", "there is no shield on the opponent's place 3"),
        ("attack:1:1", "s3y is too weak to break this shield"),
        ("attack:1:11", "a shield is broken once"),
        ("use:s8r", "you have no s8r in hand"),
        ("use:2", "no card of yours lies on place 2"),
        ("use:b+1", "b+1 has no effect"),
        (
            "clear",
            "to clear the shop, you need five cards of five colours in hand; grey counts as every colour, "
            "buffs have none",
        ),
        ("draw", "no effect asks for draw"),
        ("move:own1:shop", "no effect asks for move:own1:shop"),
    ],
)
def test_while_no_effect_is_pending(word: str, message: str) -> None:
    duel = staged(
        hand="s1r b+1 h8r",
        shown="s3y b+1 b+2/h1y",
        opposing="h4g b+2 s1r",
        shop="s8b b+1 b+2 h4b",
        life_cards="rg",
    )
    assert refusal(duel, word) == message


def test_payments_name_each_place_once_and_in_order() -> None:
    duel = staged(shown="s1y - h1g", shop="b+1 s2r")
    assert refusal(duel, "buy:1:31") == "name each place that pays once, in order"
    duel = staged(shown="s1y", shop="s2r")
    assert refusal(duel, "buy:1:11") == "name each place that pays once, in order"


@pytest.mark.parametrize(
    ("card", "price"),
    [
        ("s2r", "1 stone or 2 swords"),
        ("h3x", "2 stones of one colour or 3 shields"),
        ("b+3", "3 stones of different colours"),
        ("dh-3", "4 shields"),
    ],
)
def test_a_price_is_told_in_words(card: str, price: str) -> None:
    assert refusal(staged(shown="s8r s8y", shop=card), "buy:1:12") == f"{card} costs exactly {price}"


def test_several_shields_that_are_too_strong() -> None:
    duel = staged(shown="s3y", opposing="h1g h4v", life_cards="rb")
    assert refusal(duel, "attack:1:12") == "s3y is too weak to break these shields"


def test_an_attack_with_revenge_breaks_no_shield() -> None:
    duel = staged(shown="s3y", opposing="h1g", has_revenge=True)
    assert refusal(duel, "attack:1:1") == "this attack has revenge: no shield is broken"


def test_a_card_without_a_way_to_carry_its_effect_out() -> None:
    message = "the effect of s4r cannot be carried out to the end now"
    assert refusal(staged(hand="s4r"), "use:s4r") == message
    assert refusal(staged(shown="s4r"), "use:1") == message
    assert refusal(staged(shown="b+1/ds-2"), "use:1") == "ds-2 has no effect"


def test_the_shop_is_cleared_at_its_time_only_and_not_when_it_is_empty() -> None:
    hand = "s1r s1y s1g s1b s1x"
    assert refusal(staged(hand=hand, shop="s2r"), "clear") == (
        "the shop is cleared right after the refill, or after an effect by which you drew a card"
    )
    assert refusal(staged(hand=hand, can_clear=True), "clear") == "there is nothing in the shop"


def test_while_an_effect_waits_for_a_choice() -> None:
    duel = play(staged(hand="s10x"), "use:s10x")
    first = "the effect of s10x comes first: heal, damage"
    for word in ("end", "lay:s10x:1", "clear", "use:1", "buy:1:1", "attack:1"):
        assert refusal(duel, word) == first
    assert refusal(duel, "sweep") == "the effect of s10x leaves: heal, damage"


def test_of_many_choices_six_are_listed() -> None:
    duel = play(staged(hand="s3r", shown="s1r s1y s1g"), "use:s3r")
    assert refusal(duel, "move:opp1:own") == (
        "the effect of s3r leaves: move:own1:own, move:own1:opp, move:own1:shop, move:own2:own, "
        "move:own2:opp, move:own2:shop, …"
    )


def test_when_the_game_is_over() -> None:
    over = play(staged(shown="s8y", life=(1, 8)), "attack:1")
    for word in ("end", "draw", "attack:1", "lay:s1r:1"):
        assert refusal(over, word) == "the round is over"
    assert refusal(staged().stop(None, "agreement"), "end") == "the round is over"

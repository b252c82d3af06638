"""Buying: what may pay for what, and where the cards go."""

import pytest
from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged, words


def ways(shown: str, card: str) -> list[str]:
    """Return the places of a display that can pay for a card."""
    return [word.removeprefix("buy:1:") for word in words(staged(shown=shown, shop=card), "buy")]


@pytest.mark.parametrize(
    ("shown", "card", "paying"),
    [
        # swords and shields
        ("s8r", "s8b", ["1"]),
        ("s4r s4y", "s8b", ["12"]),
        ("s4r s3y s1g", "s8b", ["123"]),
        ("s5r s4y", "s8b", []),
        ("s4r h4y", "s8b", []),
        ("h8r", "s8b", []),
        ("h4r h4y", "h8b", ["12"]),
        ("s10x", "s10x", ["1"]),
        ("h10x", "h10x", ["1"]),
        ("h8r h2y", "h10x", ["12"]),
        ("s1r s1y s1x", "s3b", ["123"]),
        ("ds-2 s2r", "s3b", ["12"]),
        ("b+3/s5r", "s8b", ["1"]),
        ("b+3/s8r", "s8b", []),
        ("b+1/s4r b+2/s1y", "s8b", ["12"]),
        # stones
        ("s1r", "s2b", ["1"]),
        ("h1x", "h2r", ["1"]),
        ("s2r", "s2b", ["1"]),
        ("s3r", "s2b", []),
        ("s1r h1r", "s3b", ["12"]),
        ("s1r h1y", "s3b", []),
        ("s1r h1x", "s3b", ["12"]),
        ("s2r", "s3b", ["1"]),
        ("h2r", "h4b", []),
        ("h2r s1r", "h4b", ["12"]),
        ("h2r s1x", "h4b", ["12"]),
        ("h2r s1y", "h4b", []),
        ("s1r h1r s1x", "s5b", ["123"]),
        ("s1x h1x ds-2", "s4b", ["123"]),
        ("s1r h1y s1x", "s5b", []),
        ("b+3/s1r", "s3b", ["1"]),
        ("b+1/s2r", "h4b", ["1"]),
        ("b+1/h1x s1g", "h4b", ["12"]),
        # buffs
        ("s1r h1y", "b+1", ["12"]),
        ("s1r h1r", "b+1", []),
        ("s1r h1x", "b+1", ["12"]),
        ("s1x h1x", "b+1", ["12"]),
        ("s2r", "b+1", []),
        ("b+1/h1x", "b+1", []),
        ("s2r s1y", "b+2", ["12"]),
        ("s2r s1x", "b+2", ["12"]),
        ("s2r s1r", "b+2", []),
        ("s1r h1r s1y", "b+2", ["123"]),
        ("s1r h1y s1x", "b+2", ["123"]),
        ("s1r h1y s1g", "b+2", []),
        ("b+3/s1r s1y", "b+2", ["12"]),
        ("b+3/s1x s1y", "b+2", ["12"]),
        ("s1x h1x dh-3", "b+2", ["123"]),
        ("s1r h1y s1g", "b+3", ["123"]),
        ("s1r h1x s1x", "b+3", ["123"]),
        ("s1r h1r s1g", "b+3", []),
        ("s2r s1g", "b+3", []),
        # duffs
        ("h2r", "ds-2", ["1"]),
        ("h1r h1y", "ds-2", ["12"]),
        ("s2r", "ds-2", []),
        ("h4r", "dh-3", ["1"]),
        ("h2r h1y dh-3", "dh-3", ["123"]),
        ("h3x", "dh-3", []),
        # what never pays
        ("b+1 b+2", "s2r", []),
        ("b+2", "s2r", []),
    ],
)
def test_a_price_is_paid_exactly_in_one_currency(shown: str, card: str, paying: list[str]) -> None:
    every_place = "123"[: len(shown.split())]
    assert [way for way in ways(shown, card) if way == every_place] == paying


def test_every_way_to_pay_is_offered_once() -> None:
    assert ways("s1r h1r s1x", "s3b") == ["12", "13", "23"]
    assert ways("s1r h1y s1g", "s2b") == ["1", "2", "3", "13"]


def test_cards_in_hand_do_not_pay() -> None:
    assert words(staged(hand="s8r", shop="s8b"), "buy") == []


def test_a_buff_stays_when_the_card_on_it_pays() -> None:
    duel = play(staged(shown="b+3/s5r b+1", shop="s8b"), "buy:1:1")
    assert shown(duel, LEFT) == "b+3 b+1 -"
    assert names(duel.discards[LEFT]) == "s5r s8b"


def test_the_paying_cards_lie_in_order_of_their_places_below_the_bought_one() -> None:
    duel = play(staged(shown="s1r h1x s1y", shop="b+3", discard="h8r"), "buy:1:123")
    assert names(duel.discards[LEFT]) == "h8r s1r h1x s1y b+3"


def test_the_shop_is_filled_at_once_as_long_as_there_are_cards() -> None:
    duel = staged(shown="s1r s1y", shop="h8r s2b h8y h8g h2b", shop_deck="s5r")
    duel = play(duel, "buy:2:1")
    assert names(duel.shop) == "h8r s5r h8y h8g h2b"
    duel = play(duel, "buy:5:2")
    assert names(duel.shop) == "h8r s5r h8y h8g -"


@pytest.mark.parametrize(("shown", "duff"), [("h2r", "ds-2"), ("h4r", "dh-3")])
def test_a_duff_goes_on_top_of_the_opponents_deck(shown: str, duff: str) -> None:
    duel = play(staged(shown=shown, shop=duff, other_hand="h1r h1y h1g h1b"), "buy:1:1")
    assert names(duel.decks[RIGHT]).split()[0] == duff
    assert names(duel.discards[LEFT]) == shown
    assert duel.discards[RIGHT] == ()
    duel = play(duel, "end")
    assert duff in names(duel.hands[RIGHT]).split()
    assert duel.life == (50, 50)


def test_a_bought_duff_is_drawn_also_where_there_was_no_deck() -> None:
    duel = staged(shown="h2r", shop="ds-2", other_deck="", other_discard="s1r", other_hand="h1r h1y h1g")
    duel = play(duel, "buy:1:1 end")
    assert names(duel.hands[RIGHT]) == "ds-2 h1g h1r h1y s1r"


def test_starter_cards_have_no_price_and_any_number_may_be_bought_in_a_turn() -> None:
    duel = staged(shown="s2r s3y h2g", shop="s2b s3v ds-2")
    duel = play(duel, "buy:1:1 buy:2:2 buy:3:3")
    assert names(duel.discards[LEFT]) == "s2r s2b s3y s3v h2g"

"""Payment, tried against the plain rules with one, two and three cards, on buffs and off them."""

from collections.abc import Iterable
from itertools import combinations_with_replacement

import pytest
from swords_and_shields import plain_cards

from engine.swords_and_shields import CARDS, Stack
from engine.swords_and_shields.payment import pays

Paying = tuple[str | None, str]

PRICED = {CARDS.named(name).price: name for name in plain_cards.SHOP}
"""A card of each price."""

SOME = ["s1r", "s1y", "s1x", "h1r", "s2r", "s3y", "h2y", "h3x", "s5r", "ds-2", "dh-3", "h4r"]
ALL = [
    name
    for name in dict.fromkeys(plain_cards.STARTER + plain_cards.SHOP)
    if name[0] == "d" or name[-1] in "rygx"
]
"""Three colours and grey."""


def disagreements(some: Iterable[Paying], number: int) -> list[str]:
    """Return where the two versions disagree whether so many cards are a price."""
    wrong = []
    for stacks in combinations_with_replacement(some, number):
        ours = [
            Stack(None if buff is None else CARDS.named(buff), CARDS.named(card)) for buff, card in stacks
        ]
        theirs = [[*stack] for stack in stacks]
        for price, name in PRICED.items():
            assert price is not None
            if pays(ours, price) is not plain_cards.pays(theirs, name):
                wrong.append(f"{stacks} for {name}")
    return wrong


def test_there_are_sixteen_prices() -> None:
    assert len(PRICED) == 16


def test_one_or_two_cards_pay_as_by_the_plain_rules() -> None:
    some: list[Paying] = [(buff, card) for buff in (None, "b+1") for card in SOME]
    assert disagreements(some, 1) == disagreements(some, 2) == []


def test_three_cards_pay_as_by_the_plain_rules() -> None:
    some: list[Paying] = [(None, card) for card in SOME] + [("b+2", "s1r"), ("b+2", "h1x")]
    assert disagreements(some, 3) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_any_cards_pay_as_by_the_plain_rules(number: int) -> None:
    some: list[Paying] = [(buff, card) for buff in (None, "b+1", "b+2", "b+3") for card in ALL]
    assert disagreements(some, number) == []


@pytest.mark.slow
def test_any_three_cards_pay_as_by_the_plain_rules() -> None:
    some: list[Paying] = [(None, card) for card in ALL] + [("b+3", card) for card in SOME[:6]]
    assert disagreements(some, 3) == []

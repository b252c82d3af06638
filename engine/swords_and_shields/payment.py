"""Whether cards of a display are exactly a price."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.swords_and_shields.cards import Colour, Price, Suit
from engine.swords_and_shields.strength import Stack

_GREY = Colour.GREY


class Funds(NamedTuple):
    """What cards are worth together, in each currency."""

    swords: int
    """0 if they are not all swords."""
    shields: int
    """0 if they are not all shields."""
    stones: tuple[tuple[int, ...], ...]
    """The stones of each colour, the most first, for every choice of a colour for each grey card."""

    def are(self, price: Price) -> bool:
        """Return whether this is exactly the price in one of its currencies.

        Two currencies that fit make no difference: the same cards are spent.
        """
        return (
            0 < self.swords == price.swords
            or 0 < self.shields == price.shields
            or (price.stones != () and price.stones in self.stones)
        )


def funds_of(stacks: Sequence[Stack]) -> Funds:
    """Return what the cards, one to three, are worth together; nothing if one of them is missing.

    A buff under a card adds its bonus in swords or shields, or one stone.
    """
    suits: list[Suit | None] = []
    worth, colours, grey = 0, dict[Colour, int](), list[int]()
    for buff, card in stacks:
        if card is None or card.colour is None:
            return Funds(0, 0, ())
        suits.append(card.suit)
        worth += card.worth + (0 if buff is None else buff.bonus)
        stones = card.stones + (buff is not None)
        if card.colour is _GREY:
            grey.append(stones)
        else:
            colours[card.colour] = colours.get(card.colour, 0) + stones
    return Funds(
        worth if all(suit is Suit.SWORD for suit in suits) else 0,
        worth if all(suit is Suit.SHIELD for suit in suits) else 0,
        tuple(tuple(sorted(groups, reverse=True)) for groups in _groups([*colours.values()], grey)),
    )


def pays(stacks: Sequence[Stack], price: Price) -> bool:
    """Return whether the cards, one to three, are exactly the price in one of its currencies."""
    return funds_of(stacks).are(price)


def _groups(groups: list[int], grey: list[int]) -> Iterator[list[int]]:
    """Yield the numbers of stones of each colour, for every choice of a colour for each grey card."""
    if not grey:
        yield groups
        return
    first, *rest = grey
    for number in range(len(groups)):
        yield from _groups([*groups[:number], groups[number] + first, *groups[number + 1 :]], rest)
    yield from _groups([*groups, first], rest)

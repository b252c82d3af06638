"""Whether cards of a display are exactly a price."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.swords_and_shields.cards import Colour, Price, Suit
from engine.swords_and_shields.strength import Stack


def pays(stacks: Sequence[Stack], price: Price) -> bool:
    """Return whether the cards, one to three, are exactly the price in one of its currencies.

    A buff under a card adds its bonus in swords or shields, or one stone. Two currencies that fit make no
    difference: the same cards are spent.
    """
    return (
        _is_sum(stacks, Suit.SWORD, price.swords)
        or _is_sum(stacks, Suit.SHIELD, price.shields)
        or (price.stones != () and _are_stones(stacks, price.stones))
    )


def _is_sum(stacks: Sequence[Stack], suit: Suit, price: int) -> bool:
    total = 0
    for buff, card in stacks:
        if card is None or card.suit is not suit:
            return False
        total += card.worth + (0 if buff is None else buff.bonus)
    return 0 < total == price


def _are_stones(stacks: Sequence[Stack], price: tuple[int, ...]) -> bool:
    colours: Counter[Colour] = Counter()
    grey: list[int] = []
    for buff, card in stacks:
        if card is None or card.colour is None:
            return False
        stones = card.stones + (buff is not None)
        if card.colour is Colour.GREY:
            grey.append(stones)
        else:
            colours[card.colour] += stones
    return any(sorted(groups, reverse=True) == list(price) for groups in _groups([*colours.values()], grey))


def _groups(groups: list[int], grey: list[int]) -> Iterator[list[int]]:
    """Yield the numbers of stones of each colour, for every choice of a colour for each grey card."""
    if not grey:
        yield groups
        return
    first, *rest = grey
    for number in range(len(groups)):
        yield from _groups([*groups[:number], groups[number] + first, *groups[number + 1 :]], rest)
    yield from _groups([*groups, first], rest)

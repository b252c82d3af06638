"""Hidden cards, by the deck they come from."""

from collections import Counter
from collections.abc import Iterable

from engine.swords_and_shields.cards import Card


class Source:
    """The cards of a deck, and those drawn from it unseen that have not come to light since."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = Counter(cards)
        self.drawn = [0, 0]
        """How many of the cards are in the hands of left and right."""
        self.top: list[Card] = []
        """The cards known to be on top of the deck, the topmost first; they are not among `cards`."""

    @property
    def unseen(self) -> int:
        """How many cards the deck has below the known top."""
        return self.cards.total() - sum(self.drawn)


def remove(cards: Counter[Card], card: Card) -> None:
    """Take one of a card away; there must be one."""
    if cards[card] > 1:
        cards[card] -= 1
    else:
        del cards[card]

"""The cards: what is printed on each."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple


class Suit(StrEnum):
    """What a card fights and pays as; a buff does neither."""

    SWORD = "sword"
    SHIELD = "shield"


class Colour(StrEnum):
    """The colours; grey is whatever colour helps. A buff has none."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    VIOLET = "violet"
    GREY = "grey"

    @property
    def letter(self) -> str:
        """The last letter of a card's notation."""
        return "x" if self is _GREY else self[0]


_GREY: Final = Colour.GREY
_SWORD: Final = Suit.SWORD

LIFE_COLOURS: Final = tuple(colour for colour in Colour if colour is not Colour.GREY)
"""The colours of the five life cards."""


class EffectKind(StrEnum):
    """What destroying a card can do (docs/swords-and-shields.md)."""

    DRAW = "draw"
    """Draw a number of cards from your deck."""
    DRAW_ANY = "draw any"
    """Draw a card from your deck, the opponent's or the shop's."""
    FLOOD = "flood"
    """The opponent draws a number of cards."""
    RECOVER = "recover"
    """Take the top card of your discard."""
    SIFT = "sift"
    """Turn over your deck; keep its grey cards, or those of your life card's colour."""
    REMOVE = "remove"
    """Lay a card of the shop on the shop discard."""
    DISARM = "disarm"
    """Lay any open shield on the shop discard."""
    MOVE = "move"
    """Lay any open card on one of the discards."""
    SWEEP = "sweep"
    """Lay the opponent's display on the opponent's discard."""
    DESTROY = "destroy"
    """Destroy any open card and follow its effect."""
    TRIGGER = "trigger"
    """Follow the effect of a card of the shop, which stays."""
    REVENGE = "revenge"
    """Your next attack of this turn ignores shields."""
    STRIKE_SHIELD = "strike shield"
    """Attack with any open shield as if it were a sword; it stays."""
    STRIKE_SWORD = "strike sword"
    """Attack with an open sword that is not in your display."""
    STRIKE_TWICE = "strike twice"
    """Attack twice in a row with one sword of your display."""
    HEAL = "heal"
    """Gain a number of life points."""
    DAMAGE = "damage"
    """The opponent loses a number of life points."""
    BLESS = "bless"
    """The opponent gains a number of life points."""


class Effect(NamedTuple):
    """One thing that destroying a card can do."""

    kind: EffectKind
    number: int = 0
    """The cards or life points, if the kind has a number; else 0."""


class Price(NamedTuple):
    """What a card costs, in each currency that buys it; 0 or () if a currency does not."""

    swords: int = 0
    shields: int = 0
    stones: tuple[int, ...] = ()
    """The numbers of stones of each colour: (2, 1) is two of one and one of another."""


class Card(NamedTuple):
    """One card; equal cards cannot be told apart. `str(card)` is its notation: s4r, h3x, b+2, ds-2, dh-3."""

    suit: Suit | None
    """None for a buff."""
    strength: int
    colour: Colour | None
    """None for a buff."""
    bonus: int = 0
    """What a buff adds to the card on it; 0 if this is no buff."""
    toll: int = 0
    """The life points that a duff costs; 0 if this is no duff."""
    stones: int = 0
    """Its worth in stones."""
    worth: int = 0
    """Its worth in swords or shields, according to its suit."""
    price: Price | None = None
    """None if it cannot be bought."""
    effects: tuple[Effect, ...] = ()
    """What destroying it does: one of these."""

    @property
    def is_buff(self) -> bool:
        """Whether it is a buff."""
        return self.suit is None

    @property
    def is_duff(self) -> bool:
        """Whether it is a duff."""
        return self.toll > 0

    def __str__(self) -> str:
        if self.suit is None or self.colour is None:
            return f"b+{self.bonus}"
        letter = "s" if self.suit is _SWORD else "h"
        return f"d{letter}-{self.toll}" if self.toll else f"{letter}{self.strength}{self.colour.letter}"


def same_name(one: Card, other: Card) -> bool:
    """Return whether two cards have the same name: the same suit and strength."""
    return one[:2] == other[:2] and one[3:5] == other[3:5]


@dataclass(frozen=True, slots=True)
class CardSet:
    """The 80 cards of a duel, as a sequence, the starter decks first."""

    starter: tuple[Card, ...]
    """One starter deck; both are the same."""
    shop: tuple[Card, ...]
    digest: str
    """16 hexadecimal digits that depend on everything printed on the cards."""
    packed: str = field(repr=False, compare=False)
    """The file that lists them, without comments, compressed to one word for a record."""

    def __iter__(self) -> Iterator[Card]:
        return iter((*self.starter, *self.starter, *self.shop))

    def __len__(self) -> int:
        return 2 * len(self.starter) + len(self.shop)

    def __repr__(self) -> str:
        return f"<CardSet {self.digest}>"

    def named(self, name: str) -> Card:
        """Return the card with this notation; raises KeyError if there is none."""
        found = next((card for card in self if str(card) == name), None)
        if found is None:
            raise KeyError(name)
        return found

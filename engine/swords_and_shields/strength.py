"""How strong a card is where it lies."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.swords_and_shields.actions import Place, Zone
from engine.swords_and_shields.cards import Card, Colour, same_name


class Stack(NamedTuple):
    """A place of a display: a buff, a card, a card on a buff, or nothing."""

    buff: Card | None = None
    card: Card | None = None


Display = Sequence[Stack]
"""The three places in front of a player."""

_LIFE_CARD_BONUS = 2


def strength_in_display(display: Display, place: int, life_card: Colour) -> int:
    """Return the strength of the card on a place, 0 to 2, with its buff and reinforcement.

    The other cards of the display and its owner's life card reinforce it; a grey card has the life card's
    colour ("Verstärkung" in the booklet).
    """
    buff, card = display[place]
    assert card is not None
    colour = life_card if card.colour is Colour.GREY else card.colour
    others = (stack.card for number, stack in enumerate(display) if number != place)
    own = card.strength + (0 if buff is None else buff.bonus)
    return own + _reinforcement(card, colour, others) + (_LIFE_CARD_BONUS if colour is life_card else 0)


def strength_in_shop(shop: Sequence[Card | None], place: int, colour: Colour) -> int:
    """Return the strength of a shop card on a place, 0 to 4, reinforced by the other shop cards.

    `colour` is the card's own, or the one that the attacker says a grey card has.
    """
    card = shop[place]
    assert card is not None
    return card.strength + _reinforcement(card, colour, (*shop[:place], *shop[place + 1 :]))


def strength_at(
    place: Place,
    card: Card,
    colour: Colour | None,
    shop: Sequence[Card | None],
    display: Display,
    life_card: Colour,
) -> int:
    """Return the strength of an open card where it lies; on a discard, nothing reinforces it.

    `colour` is the one that the attacker says a grey card of the shop has. `display` and `life_card` are
    those of the player in whose display the card lies, if it is in one.
    """
    if not place.number:
        return card.strength
    if place.zone is not Zone.SHOP:
        return strength_in_display(display, place.number - 1, life_card)
    colour = colour or card.colour
    assert colour is not None
    return strength_in_shop(shop, place.number - 1, colour)


def _reinforcement(card: Card, colour: Colour | None, others: Iterable[Card | None]) -> int:
    """Return one point for each other card of the colour, or grey, and one for each of the same name."""
    return sum(
        (other.colour is colour or other.colour is Colour.GREY) + same_name(other, card)
        for other in others
        if other is not None and other.suit is not None
    )

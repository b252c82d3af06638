"""Names of cards, as players say them."""

from collections.abc import Iterable
from typing import Final

from engine.swords_and_shields import Card, Colour, Suit

_COLOURS: Final = {colour.letter: colour.value for colour in Colour}


def card_name(card: Card | str) -> str:
    """Return the name of a card, or of its notation: "red sword 4", "buff +2", "sword duff -2".

    >>> card_name("h3x"), card_name("dh-3"), card_name("b+1")
    ('grey shield 3', 'shield duff -3', 'buff +1')
    """
    text = str(card)
    if text.startswith("b"):
        return f"buff {text[1:]}"
    if text.startswith("d"):
        return f"{_suit(text[1])} duff {text[2:]}"
    return f"{_COLOURS[text[-1]]} {_suit(text[0])} {text[1:-1]}"


def short_name(card: Card) -> str:
    """Return the name without colour and, of a duff, suit: "sword 4", "duff -2", at most 9 columns."""
    if card.suit is None:
        return card_name(card)
    return f"duff -{card.toll}" if card.is_duff else f"{card.suit} {card.strength}"


def _suit(letter: str) -> str:
    return Suit.SWORD if letter == "s" else Suit.SHIELD


def listed(parts: Iterable[str]) -> str:
    """Return parts as a sentence lists them: "red sword 4, buff +1 and grey shield 3"; "" for none."""
    *others, last = [*parts] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def sentence(text: str) -> str:
    """Return the text as a sentence, with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."

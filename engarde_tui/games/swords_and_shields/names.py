"""Names of cards and colours, as players say them.

Within a sentence a name stays as it is: whatever the sentence does with it, it stands in the nominative.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Final, NamedTuple

from rich.cells import cell_len

from engarde_tui.language import tr, tr_as
from engarde_tui.play.words import capital
from engine.swords_and_shields import Card, Colour, Suit


class ColourWords(NamedTuple):
    """What is called by a colour."""

    colour: str
    """The colour alone: "red"."""
    small: str
    """The colour in at most 6 columns, on a card."""
    sword: str
    shield: str


_COLOURS: Final = {
    Colour.RED: ColourWords("red", "red", "red sword {strength}", "red shield {strength}"),
    Colour.YELLOW: ColourWords("yellow", "yellow", "yellow sword {strength}", "yellow shield {strength}"),
    Colour.GREEN: ColourWords("green", "green", "green sword {strength}", "green shield {strength}"),
    Colour.BLUE: ColourWords("blue", "blue", "blue sword {strength}", "blue shield {strength}"),
    Colour.VIOLET: ColourWords("violet", "violet", "violet sword {strength}", "violet shield {strength}"),
    Colour.GREY: ColourWords("grey", "grey", "grey sword {strength}", "grey shield {strength}"),
}

_BY_LETTER: Final = {colour.letter: words for colour, words in _COLOURS.items()}


def card_name(card: Card | str) -> str:
    """Return the name of a card, or of its notation: "red sword 4", "buff +2", "sword duff -2".

    >>> card_name("h3x"), card_name("dh-3"), card_name("b+1")
    ('grey shield 3', 'shield duff -3', 'buff +1')
    """
    text = str(card)
    if text.startswith("b"):
        return tr("buff +{number}", number=text[2:])
    if text.startswith("ds"):
        return tr("sword duff -{number}", number=text[3:])
    if text.startswith("d"):
        return tr("shield duff -{number}", number=text[3:])
    words = _BY_LETTER[text[-1]]
    name = words.sword if text.startswith("s") else words.shield
    return tr(name, strength=text[1:-1])


def short_name(card: Card) -> str:
    """Return the name without colour and, of a duff, suit: "sword 4", "duff -2", at most 9 columns."""
    if card.suit is None:
        return card_name(card)
    if card.is_duff:
        return tr("duff -{number}", number=card.toll)
    if card.suit is Suit.SWORD:
        return tr("sword {strength}", strength=card.strength)
    return tr("shield {strength}", strength=card.strength)


def name_here(card: Card, strength: int) -> str:
    """Return the short name, with the strength that the card has where it lies if that is another one."""
    name = short_name(card)
    return name if strength == card.strength else tr("{card} (here {strength})", card=name, strength=strength)


def name_in(columns: int, card: Card) -> str:
    """Return the name of a card, as a small one if only that has room in as many columns."""
    name = card_name(card)
    return name if cell_len(name) <= columns else small_whole_name(card)


def small_whole_name(card: Card | str) -> str:
    """Return the name of a card, or of its notation, in at most 15 columns: "sword2 yellow"."""
    text = str(card)
    if text.startswith("b"):
        return small_name(text)
    if text.startswith("d"):
        kind = small_suit(Suit.SWORD if text[1] == "s" else Suit.SHIELD)
    else:
        kind = tr_as("small card", _BY_LETTER[text[-1]].small)
    return tr_as("small card", "{card} {kind}", card=small_name(text), kind=kind)


def small_name(card: Card | str) -> str:
    """Return the short name of a card, or of its notation, in at most 8 columns: "shield10"."""
    text = str(card)
    if text.startswith("b"):
        return tr_as("small card", "buff+{number}", number=text[2:])
    if text.startswith("d"):
        return tr_as("small card", "duff-{number}", number=text[3:])
    if text.startswith("s"):
        return tr_as("small card", "sword{strength}", strength=text[1:-1])
    return tr_as("small card", "shield{strength}", strength=text[1:-1])


def colour_name(colour: Colour) -> str:
    """Return a colour as a word of its own: "red"."""
    return tr(_COLOURS[colour].colour)


def small_colour(colour: Colour) -> str:
    """Return a colour in at most 6 columns."""
    return tr_as("small card", _COLOURS[colour].small)


def small_suit(suit: Suit) -> str:
    """Return "sword" or "shield" in at most 6 columns."""
    return tr_as("small card", "sword") if suit is Suit.SWORD else tr_as("small card", "shield")


def listed(parts: Iterable[str]) -> str:
    """Return parts as a sentence lists them: "red sword 4, buff +1 and grey shield 3"; "" for none."""
    *others, last = [*parts] or [""]
    return tr("{others} and {last}", others=in_a_row(others), last=last) if others else last


def in_a_row(parts: Iterable[str]) -> str:
    """Return parts with commas between them; "" for none."""
    return _joined(parts, lambda first, following: tr("{first}, {next}", first=first, next=following))


def either(parts: Iterable[str]) -> str:
    """Return parts of which one is chosen: "you draw 2, or heal 3"; "" for none."""
    return _joined(parts, lambda one, other: tr("{one}, or {other}", one=one, other=other))


def _joined(parts: Iterable[str], join: Callable[[str, str], str]) -> str:
    return reduce(join, [*parts] or [""])


def sentence(text: str, names: Sequence[str] = ()) -> str:
    """Return the text as a sentence, with a capital letter and a full stop.

    One of these names at its start stays as its player has written it.
    """
    return f"{begun(text, names)}."


def begun(text: str, names: Sequence[str]) -> str:
    """Return the text with a capital letter, unless one of these names is at its start."""
    return text if any(begins_with(text, name) for name in names) else capital(text)


def begins_with(text: str, name: str) -> bool:
    """Return whether the first word of a text is a name, maybe with an "'s"."""
    return text.startswith(name) and not text[len(name) : len(name) + 1].isalnum()

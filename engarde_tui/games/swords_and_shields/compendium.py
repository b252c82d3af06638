"""Cards in words: worth, price, effect."""

from collections.abc import Iterator
from functools import reduce

from engarde_tui.games.swords_and_shields.effect_words import effects_in_words
from engarde_tui.games.swords_and_shields.names import (
    card_name,
    colour_name,
    in_a_row,
    sentence,
    short_name,
)
from engarde_tui.language import put, tr
from engarde_tui.play.words import capital
from engine.swords_and_shields import Card, CardSet, Colour
from engine.swords_and_shields.refusal import amount_in_words, price_in_words


def card_in_words(card: Card) -> str:
    """Return a card's effect and price, as sentences."""
    if card.price is None:
        return effect_of_card(card)
    return f"{effect_of_card(card)} {tr('Price: {price}.', price=put(price_in_words(card)))}"


def effect_of_card(card: Card) -> str:
    """Return a card's name and effect, as a sentence."""
    name = card_name(card)
    if card.is_buff:
        return sentence(tr("{card}: adds {number} to the card on it", card=name, number=card.bonus))
    if card.is_duff:
        return sentence(
            tr(
                "{card}: costs {number} LP when laid out and at each turn's start",
                card=name,
                number=card.toll,
            )
        )
    return sentence(tr("{card}: {effects}", card=name, effects=effects_in_words(card)))


def compendium(cards: CardSet) -> list[str]:
    """Return a line for each kind of card, the starter decks first."""
    lines: dict[str, list[Card]] = {}
    for card in cards:
        lines.setdefault(f"{short_name(card)}|{_print(card)}", []).append(card)
    return [_line(same) for same in lines.values()]


def _line(same: list[Card]) -> str:
    line = tr("{card} ({number}): {print}.", card=_name(same), number=len(same), print=_print(same[0]))
    return capital(line)


def _name(same: list[Card]) -> str:
    """Return the name of cards that differ in colour alone."""
    card = same[0]
    if card.suit is None or card.is_duff:
        return card_name(card)
    colours = list(dict.fromkeys(card.colour for card in same if card.colour is not None))
    if len(colours) == len(Colour) - 1:
        return tr("{card} in five colours", card=short_name(card))
    return tr("{card} {colours}", card=short_name(card), colours=in_a_row(map(colour_name, colours)))


def _print(card: Card) -> str:
    """Return what is printed on a card."""
    return reduce(lambda first, following: tr("{first}; {next}", first=first, next=following), _parts(card))


def _parts(card: Card) -> Iterator[str]:
    if card.suit is None:
        yield tr("adds {number} to the strength and worth of the card on it, or one stone", number=card.bonus)
    else:
        stones, worth = amount_in_words(card.stones, None), amount_in_words(card.worth, card.suit)
        yield tr("worth {stones} or {worth}", stones=put(stones), worth=put(worth))
    if card.is_duff:
        yield tr("costs {number} LP when laid out and at each turn's start", number=card.toll)
    if card.price is not None:
        yield tr("price {price}", price=put(price_in_words(card)))
    if card.effects:
        yield tr("effect: {effects}", effects=effects_in_words(card))
